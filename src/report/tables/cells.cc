// SPDX-License-Identifier: Apache-2.0
#include "report/tables/cells.h"

namespace trena::cell {

TableCell Text(std::string text) { return {std::move(text), std::nullopt, false}; }

TableCell Figure(const std::optional<double>& value, const Words& words) {
  return {value ? words.Significant(*value, kDigits) : "—", value, true};
}

TableCell Chance(const std::optional<double>& p, const Words& words) {
  if (!p) return {"—", p, true};
  return {*p < 0.001 ? "<" + words.Fixed(0.001, 3) : words.Fixed(*p, 3), p, true};
}

TableCell Interval(const std::optional<double>& low, const std::optional<double>& high,
                   const Words& words) {
  if (!low || !high) return {"—", std::nullopt, true};
  return {words.Say("from {low} to {high}", {{"low", words.Significant(*low, kDigits)},
                                             {"high", words.Significant(*high, kDigits)}}),
          low, true};
}

}  // namespace trena::cell
