// SPDX-License-Identifier: Apache-2.0
// Observations of a crossed design, and how many of them each cell (combination of levels) has.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

struct FactorialData {
  std::vector<std::string> factors{};
  std::vector<size_t> level_counts{};         // per factor
  std::vector<std::vector<size_t>> levels{};  // per observation: one level (from 0) of each factor
  std::vector<double> y{};                    // per observation
};

// Cells are numbered with the last factor varying fastest.
struct Balance {
  std::vector<size_t> level_counts;  // per factor, as in the data
  std::vector<size_t> counts;        // per cell: its observations
  std::vector<size_t> cell_of;       // per observation: its cell

  // Observations per cell, if all have the same number of them and it is not 0.
  std::optional<size_t> Replications() const;
  // The level of each factor in a cell.
  std::vector<size_t> LevelsOf(size_t cell) const;
};

// Counts the observations of every cell. Unequal counts are no error here, but a table whose parts
// do not fit together is, and so are a level out of range, a y that is not finite, and no
// observations at all. O(observations × factors + cells).
Result<Balance> CheckBalance(const FactorialData& data);

// Which cell is short, and by how many: "framework 2, batch 0 has 1 observation, others have 3".
// Levels are indices from 0: a caller that knows their names can say it better from `balance`.
Error UnbalancedError(const FactorialData& data, const Balance& balance);

}  // namespace trena
