// SPDX-License-Identifier: Apache-2.0
// A count with its noun, in English. Sentences of both languages have it in them
// (report/words/words.h: `{n} [run|runs]`).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trena {

// "1 scenario", "12 scenarios".
inline std::string CountOf(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace trena
