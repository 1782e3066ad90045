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
    // 0.05 was likely meant as a part of 1.
    const double meant = *value > 0 && *value < 1 ? *value * 100 : *value;
    return InputError(fmt::format("`{}` has no unit; write it like {:.6g} %", text, meant));
  }
  if (*value <= 0 || *value >= 100) {
    return InputError(fmt::format("`{}` is not between 0 % and 100 %", text));
  }
  return *value / 100;
}

}  // namespace trena
