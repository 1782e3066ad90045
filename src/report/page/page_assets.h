// SPDX-License-Identifier: Apache-2.0
// The page's script and style, bundled from web/ and put into the program at build time.
#pragma once

#include <string_view>

namespace trena {

std::string_view PageScript();
std::string_view PageStyle();

}  // namespace trena
