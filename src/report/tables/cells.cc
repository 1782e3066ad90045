// SPDX-License-Identifier: Apache-2.0
#include "report/tables/cells.h"

#include "report/words/labels.h"

namespace trena::cell {

TableCell Text(std::string text) { return {std::move(text), std::nullopt, false}; }

TableCell Number(std::string text, std::optional<double> sort) {
  return {std::move(text), sort, true};
}

TableCell Figure(const std::optional<double>& value, const Words& words) {
  return {value ? words.Significant(*value, kDigits) : "—", value, true};
}

TableCell Chance(const std::optional<double>& p, const Words& words) {
  return {p ? words.Chance(*p) : "—", p, true};
}

TableCell Interval(const std::optional<double>& low, const std::optional<double>& high,
                   const Words& words) {
  if (low && !high) {
    return {words.Say(label::kAtLeast, {{"low", words.Significant(*low, kDigits)}}), low, true};
  }
  if (!low || !high) return {"—", std::nullopt, true};
  return {words.Say(label::kFromLowToHigh, {{"low", words.Significant(*low, kDigits)},
                                            {"high", words.Significant(*high, kDigits)}}),
          low, true};
}

}  // namespace trena::cell
