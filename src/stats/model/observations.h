// SPDX-License-Identifier: Apache-2.0
// The observations behind cells, where they are few enough to be kept: what checks of residuals
// need beyond the cells' sums.
#pragma once

#include <cstddef>
#include <vector>

namespace trena {

struct Observations {
  std::vector<size_t> cell_of;  // index into Cells::cells
  std::vector<double> y;
  std::vector<std::vector<double>> covariates;  // per observation; empty without covariates
  std::vector<double> order;                    // of running, or of the rows; ties where unknown
};

}  // namespace trena
