// SPDX-License-Identifier: Apache-2.0
// D-optimal designs: of all sets of so many runs, one whose information matrix X'X has the largest
// determinant, that is, whose effects together have the smallest confidence region. Found by
// exchanging one run at a time (Fedorov 1972; by coordinates: Meyer & Nachtsheim 1995) from random
// starts, until no exchange helps.
//
// The same request gives the same points on any machine: plain loops in double without contraction
// (CMakeLists.txt), ties to the first, no function of the C library but sqrt.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "plan/designs/crossing.h"
#include "plan/designs/design.h"

namespace trena {

struct SearchSpace {
  std::vector<size_t> sizes;  // levels of each factor, 2 or more
  bool two_way = false;       // two-factor interactions in the model
  size_t runs = 0;
  std::vector<LevelIndices> candidates;  // all that may be, where they are few enough to list
  std::function<bool(const LevelIndices&)> allowed;
  uint64_t seed = 1;
  int restarts = 10;
  std::optional<int> most_sweeps;  // over all restarts
  std::function<bool(const SearchProgress&)> progress;
};

struct SearchResult {
  std::vector<LevelIndices> points;
  double efficiency_percent = 0;  // as PercentOf (information.h)
  int sweeps = 0;                 // done; the same number gives the same points again
  bool stopped = false;
};

// The best found; empty where no start could estimate all effects.
std::optional<SearchResult> FindOptimal(const SearchSpace& space);

}  // namespace trena
