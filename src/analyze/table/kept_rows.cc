// SPDX-License-Identifier: Apache-2.0
#include "analyze/table/kept_rows.h"

#include <map>

namespace trena {

void KeptRows::Drop() {
  too_many_ = true;
  levels_.clear();
  covariates_.clear();
  y_.clear();
}

void KeptRows::Merge(const KeptRows& part, const std::vector<std::vector<uint32_t>>& levels) {
  if (too_many_) return;
  if (part.too_many_ || y_.size() + part.y_.size() > kMost) return Drop();
  const size_t factors = levels.size();
  for (size_t i = 0; i < part.levels_.size(); ++i) {
    levels_.push_back(levels[i % factors][part.levels_[i]]);
  }
  covariates_.insert(covariates_.end(), part.covariates_.begin(), part.covariates_.end());
  y_.insert(y_.end(), part.y_.begin(), part.y_.end());
}

Observations KeptRows::ToObservations(const Cells& cells, const std::vector<bool>& left_out) const {
  Observations observations;
  if (too_many_) return observations;
  std::map<std::vector<uint32_t>, size_t> cell_of;
  for (const Cell& cell : cells.cells) cell_of.emplace(cell.levels, cell_of.size());
  const size_t factors = left_out.size();
  const size_t covariates = cells.covariates.size();
  for (size_t row = 0; row < y_.size(); ++row) {
    std::vector<uint32_t> levels;
    for (size_t i = 0; i < factors; ++i) {
      if (!left_out[i]) levels.push_back(levels_[row * factors + i]);
    }
    const auto found = cell_of.find(levels);
    if (found == cell_of.end()) return {};
    observations.cell_of.push_back(found->second);
    observations.y.push_back(y_[row]);
    observations.order.push_back(static_cast<double>(row + 1));
    if (covariates > 0) {
      const auto first = covariates_.begin() + static_cast<std::ptrdiff_t>(row * covariates);
      observations.covariates.emplace_back(first, first + static_cast<std::ptrdiff_t>(covariates));
    }
  }
  return observations;
}

}  // namespace trena
