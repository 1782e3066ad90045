// SPDX-License-Identifier: Apache-2.0
#include "core/percent.h"

#include <fmt/format.h>

#include "core/text.h"
#include "core/value.h"

namespace trena {

Result<double> ParsePercent(const std::string& text) {
  std::string_view number = Trim(text);
  bool percent = number.ends_with('%');
  if (percent) number.remove_suffix(1);
  auto value = Value::Parse(std::string(Trim(number))).number();
  if (!value) return InputError(fmt::format("`{}` is not a percentage; write it like 2 %", text));
  if (!percent) {
    return InputError(fmt::format("`{}` has no unit; write it like {} %", text, Trim(number)));
  }
  if (*value <= 0 || *value >= 100) {
    return InputError(fmt::format("`{}` is not between 0 % and 100 %", text));
  }
  return *value / 100;
}

}  // namespace trena
