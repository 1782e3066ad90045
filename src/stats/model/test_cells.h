// SPDX-License-Identifier: Apache-2.0
// For tests: cells from rows, as a table reader would make them but in the plainest way.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "stats/model/cells.h"
#include "stats/model/linear_model.h"
#include "stats/summary.h"

namespace trena {

struct TestRows {
  std::vector<std::vector<uint32_t>> levels;    // per row
  std::vector<double> y;                        // per row
  std::vector<std::vector<double>> covariates;  // per row, or none
};

namespace test_cells_internal {

inline Cell CellOf(const TestRows& rows, const std::vector<size_t>& members, size_t covariates) {
  Cell cell;
  cell.levels = rows.levels[members[0]];
  cell.n = static_cast<double>(members.size());
  std::vector<double> y;
  for (size_t i : members) y.push_back(rows.y[i]);
  const SplitMean mean = MeanOf(y);
  cell.mean = mean.Value();
  cell.mean_rest = (mean.high - cell.mean) + mean.low;
  cell.squares = SquaredDeviations(y, mean);
  for (size_t c = 0; c < covariates; ++c) {
    double sum = 0;
    for (size_t i : members) sum += rows.covariates[i][c];
    cell.covariate_means.push_back(sum / cell.n);
  }
  cell.covariate_moments.resize(covariates * covariates);
  cell.covariate_response.resize(covariates);
  for (size_t i : members) {
    for (size_t a = 0; a < covariates; ++a) {
      const double deviation = rows.covariates[i][a] - cell.covariate_means[a];
      cell.covariate_response[a] += deviation * mean.Deviation(rows.y[i]);
      for (size_t b = 0; b < covariates; ++b) {
        cell.covariate_moments[a * covariates + b] +=
            deviation * (rows.covariates[i][b] - cell.covariate_means[b]);
      }
    }
  }
  return cell;
}

}  // namespace test_cells_internal

// Factors are A, B, …, their levels 0, 1, …; covariates x1, x2, ….
inline Cells MakeCells(const TestRows& rows) {
  Cells cells;
  cells.response = "y";
  const size_t factors = rows.levels.empty() ? 0 : rows.levels[0].size();
  for (size_t f = 0; f < factors; ++f) {
    CellFactor factor{.name = std::string(1, static_cast<char>('A' + f)), .levels = {}};
    uint32_t last = 0;
    for (const auto& levels : rows.levels) last = std::max(last, levels[f]);
    for (uint32_t level = 0; level <= last; ++level) factor.levels.push_back(std::to_string(level));
    cells.factors.push_back(factor);
  }
  const size_t covariates = rows.covariates.empty() ? 0 : rows.covariates[0].size();
  for (size_t c = 0; c < covariates; ++c) cells.covariates.push_back("x" + std::to_string(c + 1));
  std::map<std::vector<uint32_t>, std::vector<size_t>> members;
  for (size_t i = 0; i < rows.y.size(); ++i) members[rows.levels[i]].push_back(i);
  for (const auto& [levels, at] : members) {
    cells.cells.push_back(test_cells_internal::CellOf(rows, at, covariates));
  }
  return cells;
}

// A crossed design: per observation one level (from 0) of each factor.
struct TestCrossing {
  std::vector<std::string> factors{};
  std::vector<size_t> level_counts{};
  std::vector<std::vector<size_t>> levels{};
  std::vector<double> y{};
};

// With all interactions.
inline Result<ModelAnalysis> AnalyzeCrossing(const TestCrossing& data, double confidence = 0.95) {
  TestRows rows{.levels = {}, .y = data.y, .covariates = {}};
  for (const auto& levels : data.levels) rows.levels.emplace_back(levels.begin(), levels.end());
  Cells cells = MakeCells(rows);
  for (size_t i = 0; i < data.factors.size(); ++i) cells.factors[i].name = data.factors[i];
  return AnalyzeModel(cells, {.terms = FullTerms(cells), .ss_type = 2, .confidence = confidence});
}

}  // namespace trena
