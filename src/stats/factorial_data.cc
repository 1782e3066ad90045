// SPDX-License-Identifier: Apache-2.0
#include "stats/factorial_data.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

// Far more than anyone can measure; a limit so that a wrong table is an error and not a machine
// out of memory.
constexpr size_t kMaxCells = size_t{1} << 24;

std::string Observations(size_t count) {
  return std::to_string(count) + (count == 1 ? " observation" : " observations");
}

Status CheckShape(const FactorialData& data) {
  if (data.factors.empty()) return InputError("no factors to analyse");
  if (data.level_counts.size() != data.factors.size()) {
    return InputError(std::to_string(data.factors.size()) + " factors but level counts for " +
                      std::to_string(data.level_counts.size()));
  }
  if (data.y.empty()) return InputError("no observations to analyse");
  if (data.levels.size() != data.y.size()) {
    return InputError(Observations(data.y.size()) + " but levels for " +
                      std::to_string(data.levels.size()));
  }
  return Done{};
}

Result<size_t> CountCells(const FactorialData& data) {
  size_t cells = 1;
  for (size_t factor = 0; factor < data.factors.size(); ++factor) {
    const size_t count = data.level_counts[factor];
    if (count == 0) return InputError("factor " + data.factors[factor] + " has no levels");
    if (count > kMaxCells / cells) return InputError("too many combinations of levels to analyse");
    cells *= count;
  }
  return cells;
}

Result<size_t> CellOf(const FactorialData& data, size_t observation) {
  const std::vector<size_t>& levels = data.levels[observation];
  const std::string where = "observation " + std::to_string(observation) + " (from 0) ";
  if (!std::isfinite(data.y[observation])) return InputError(where + "is not a finite number");
  if (levels.size() != data.factors.size()) {
    return InputError(where + "has levels for " + std::to_string(levels.size()) + " of " +
                      std::to_string(data.factors.size()) + " factors");
  }
  size_t cell = 0;
  for (size_t factor = 0; factor < levels.size(); ++factor) {
    if (levels[factor] >= data.level_counts[factor]) {
      return InputError(where + "has level " + std::to_string(levels[factor]) + " of factor " +
                        data.factors[factor] + ", which has only " +
                        std::to_string(data.level_counts[factor]));
    }
    cell = cell * data.level_counts[factor] + levels[factor];
  }
  return cell;
}

}  // namespace

std::optional<size_t> Balance::Replications() const {
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  if (counts.empty() || *least != *most || *least == 0) return std::nullopt;
  return *least;
}

std::vector<size_t> Balance::LevelsOf(size_t cell) const {
  std::vector<size_t> levels(level_counts.size());
  for (size_t factor = level_counts.size(); factor-- > 0;) {
    levels[factor] = cell % level_counts[factor];
    cell /= level_counts[factor];
  }
  return levels;
}

Result<Balance> CheckBalance(const FactorialData& data) {
  TRENA_CHECK(CheckShape(data));
  TRENA_ASSIGN(const size_t cells, CountCells(data));
  Balance balance{.level_counts = data.level_counts,
                  .counts = std::vector<size_t>(cells),
                  .cell_of = std::vector<size_t>(data.y.size())};
  for (size_t observation = 0; observation < data.y.size(); ++observation) {
    TRENA_ASSIGN(const size_t cell, CellOf(data, observation));
    balance.cell_of[observation] = cell;
    ++balance.counts[cell];
  }
  return balance;
}

Error UnbalancedError(const FactorialData& data, const Balance& balance) {
  const auto most = std::max_element(balance.counts.begin(), balance.counts.end());
  const auto is_short = [&](size_t count) { return count < *most; };
  const auto cell = std::find_if(balance.counts.begin(), balance.counts.end(), is_short);
  if (cell == balance.counts.end()) return InputError("the design is not unbalanced");
  const auto levels = balance.LevelsOf(static_cast<size_t>(cell - balance.counts.begin()));
  std::string name;
  for (size_t factor = 0; factor < levels.size(); ++factor) {
    name += (factor ? ", " : "") + data.factors[factor] + " " + std::to_string(levels[factor]);
  }
  const auto all_short = std::count_if(balance.counts.begin(), balance.counts.end(), is_short);
  std::string more;
  if (all_short > 1) more = "; cells short in all: " + std::to_string(all_short);
  return InputError("the design is not balanced: " + name + " has " + Observations(*cell) +
                    ", others have " + std::to_string(*most) + more);
}

}  // namespace trena
