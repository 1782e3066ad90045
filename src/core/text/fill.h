// SPDX-License-Identifier: Apache-2.0
// How values go into the text of a sentence (sentence.h), for all who say one.
//
//   Fill("{count} [run|runs]", value_of);  // "3 runs"
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace trena {

// The value of a `{name}`; nullptr where it has none.
using ValueOf = std::function<const std::string*(std::string_view name)>;

// Each `{name}` replaced by its value, or left as it is where it has none; values are never
// searched for names. Of `[run|runs]` the first is said after a 1, the second after any other
// value.
std::string Fill(std::string_view text, const ValueOf& value_of);

}  // namespace trena
