// SPDX-License-Identifier: Apache-2.0
// One robust check beside the analysis of variance: the aligned rank transform (Higgins and
// Tashtoush, Nonlinear World 1, 1994; Wobbrock et al., CHI 2011). For each term the observations
// are stripped of all effects but its own, ranked, and analysed by the same model; its p is the
// one of that analysis. Ranks do not care how far an outlier is, nor whether errors are normal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stats/model/linear_model.h"

namespace trena {

struct RankedTerm {
  std::string term;
  std::optional<double> p;         // of the stated analysis
  std::optional<double> ranked_p;  // of the ranks
  // One is below the significance, the other above twice that: where errors are normal, for any
  // term at all in at most 5 % of the studies.
  bool disagrees = false;
};

// `cell_of` and `y` are the observations: for each its cell and its response. The model's terms, in
// its rows' order. Costs an analysis and a sort for each. Fails as AnalyzeModel does, and when the
// observations do not belong to the cells.
Result<std::vector<RankedTerm>> CheckByRanks(const Cells& cells, const ModelOptions& options,
                                             const std::vector<size_t>& cell_of,
                                             const std::vector<double>& y,
                                             double significance = 0.05);

}  // namespace trena
