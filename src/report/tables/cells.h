// SPDX-License-Identifier: Apache-2.0
// Cells that tables of analyses and of comparisons share.
#pragma once

#include <optional>
#include <string>

#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena::cell {

inline constexpr int kDigits = 4;

TableCell Text(std::string text);
// A number already written, with what it is sorted by.
TableCell Number(std::string text, std::optional<double> sort);
// "—" where it is missing.
TableCell Figure(const std::optional<double>& value, const Words& words);
// "<0.001".
TableCell Chance(const std::optional<double>& p, const Words& words);
// "from 1.02 to 1.10".
TableCell Interval(const std::optional<double>& low, const std::optional<double>& high,
                   const Words& words);

}  // namespace trena::cell
