// SPDX-License-Identifier: Apache-2.0
// One sentence in both languages. The English one is its name in the code; `{name}` in it stands
// for a value, and the other language may put it elsewhere.
#pragma once

#include <string_view>

namespace trena {

struct Translation {
  std::string_view english;
  std::string_view portuguese;
};

}  // namespace trena
