// SPDX-License-Identifier: Apache-2.0
#include "report/page/page_assets.h"

// From page_assets.S: the bytes of the bundled files.
extern "C" {
extern const char trena_page_script[];
extern const char trena_page_script_end[];
extern const char trena_page_style[];
extern const char trena_page_style_end[];
}

namespace trena {

std::string_view PageScript() {
  return {trena_page_script, static_cast<size_t>(trena_page_script_end - trena_page_script)};
}

std::string_view PageStyle() {
  return {trena_page_style, static_cast<size_t>(trena_page_style_end - trena_page_style)};
}

}  // namespace trena
