// SPDX-License-Identifier: Apache-2.0
// The rows of a table that is small enough for its residuals to be looked at one by one: a longer
// one is known by its cells alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/model/cells.h"

namespace trena {

class KeptRows {
 public:
  // As many residuals as the normal check takes.
  static constexpr size_t kMost = 5000;

  void Add(std::span<const uint32_t> levels, std::span<const double> covariates, double response) {
    if (too_many_) return;
    if (y_.size() == kMost) return Drop();
    levels_.insert(levels_.end(), levels.begin(), levels.end());
    covariates_.insert(covariates_.end(), covariates.begin(), covariates.end());
    y_.push_back(response);
  }

  // Those of a part of the rows, after these. Per factor, the number here of the part's levels.
  void Merge(const KeptRows& part, const std::vector<std::vector<uint32_t>>& levels);

  // As the cells have them, which are without the factors left out; none when there were too many.
  Observations ToObservations(const Cells& cells, const std::vector<bool>& left_out) const;

 private:
  void Drop();

  bool too_many_ = false;
  std::vector<uint32_t> levels_;    // of one row after the other
  std::vector<double> covariates_;  // likewise
  std::vector<double> y_;
};

}  // namespace trena
