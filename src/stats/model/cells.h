// SPDX-License-Identifier: Apache-2.0
// A table of observations as its cells: for every combination of factor levels that occurs, how
// many observations it has and their sufficient statistics. Every linear model over the factors
// (and over covariates, by their products) can be computed from these, whatever the number of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trena {

struct CellFactor {
  std::string name;
  std::vector<std::string> levels;  // in order of first appearance, or as planned
};

struct Cell {
  std::vector<uint32_t> levels;  // one per factor
  double n = 0;
  double mean = 0;     // of the response
  double squares = 0;  // sum of squared deviations from the mean (Welford, merged pairwise)
  // For c covariates: their means, their co-moments with each other (row-major c × c, about the
  // means), and with the response (c).
  std::vector<double> covariate_means;
  std::vector<double> covariate_moments;
  std::vector<double> covariate_response;
  // What one double cannot hold of the mean: `mean + mean_rest` is nearer to it. Near 1e12 a double
  // keeps four decimals; a reader that has more (SplitMean) puts them here.
  double mean_rest = 0;
};

struct Cells {
  std::string response;
  std::vector<CellFactor> factors;
  std::vector<std::string> covariates;
  std::vector<Cell> cells;  // only those that occur
};

// The observations behind cells, where they are few enough to be kept: what checks of residuals
// need beyond the cells' sums.

struct Observations {
  std::vector<size_t> cell_of;  // index into Cells::cells
  std::vector<double> y;
  std::vector<std::vector<double>> covariates;  // per observation; empty without covariates
  std::vector<double> order;                    // of running, or of the rows; ties where unknown
};

}  // namespace trena
