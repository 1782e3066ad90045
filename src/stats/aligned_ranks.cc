// SPDX-License-Identifier: Apache-2.0
#include "stats/aligned_ranks.h"

#include <algorithm>
#include <cmath>

#include "stats/diagnostics.h"

namespace trena {
namespace {

// The same cells with other responses: ranks.
Cells WithResponses(const Cells& cells, const std::vector<size_t>& cell_of,
                    const std::vector<double>& y) {
  Cells ranked = cells;
  ranked.covariates.clear();
  for (Cell& cell : ranked.cells) {
    cell.n = cell.mean = cell.squares = cell.mean_rest = 0;
  }
  for (size_t i = 0; i < y.size(); ++i) {
    Cell& cell = ranked.cells[cell_of[i]];
    cell.n += 1;
    const double deviation = y[i] - cell.mean;
    cell.mean += deviation / cell.n;
    cell.squares += deviation * (y[i] - cell.mean);
  }
  return ranked;
}

// The terms that do not contain `term`; with it when `itself`.
std::vector<ModelTerm> TermsBeside(const std::vector<ModelTerm>& terms, const ModelTerm& term,
                                   bool itself) {
  std::vector<ModelTerm> beside;
  for (const ModelTerm& other : terms) {
    const bool contains = std::includes(other.begin(), other.end(), term.begin(), term.end());
    if (!contains || (itself && other == term)) beside.push_back(other);
  }
  return beside;
}

// Per cell, what the term adds to the terms that do not contain it.
Result<std::vector<double>> ShareOf(const Cells& cells, const ModelOptions& options,
                                    const ModelTerm& term) {
  ModelOptions part = options;
  part.terms = TermsBeside(options.terms, term, true);
  TRENA_ASSIGN(const ModelAnalysis with, AnalyzeModel(cells, part));
  part.terms = TermsBeside(options.terms, term, false);
  TRENA_ASSIGN(const ModelAnalysis without, AnalyzeModel(cells, part));
  std::vector<double> share;
  for (size_t i = 0; i < with.fitted.size(); ++i) {
    share.push_back(with.fitted[i] - without.fitted[i]);
  }
  return share;
}

// Numbers that would be equal but for rounding become equal, so that they tie.
double Rounded(double value, double scale) {
  const double step = scale * 0x1p-40;
  return step > 0 ? std::round(value / step) * step : value;
}

Result<std::vector<double>> AlignedRanks(const Cells& cells, const ModelAnalysis& stated,
                                         const std::vector<double>& share,
                                         const std::vector<size_t>& cell_of,
                                         const std::vector<double>& y) {
  std::vector<double> aligned;
  double scale = 0;
  for (size_t i = 0; i < y.size(); ++i) {
    if (cell_of[i] >= cells.cells.size()) return InputError("an observation is of no cell");
    aligned.push_back(y[i] - stated.fitted[cell_of[i]] + share[cell_of[i]]);
    scale = std::max(scale, std::abs(y[i]));
  }
  for (double& value : aligned) value = Rounded(value, scale);
  return RanksOf(aligned);
}

}  // namespace

Result<std::vector<RankedTerm>> CheckByRanks(const Cells& cells, const ModelOptions& options,
                                             const std::vector<size_t>& cell_of,
                                             const std::vector<double>& y, double significance) {
  if (cell_of.size() != y.size())
    return InputError("observations and their cells differ in number");
  Cells plain = cells;
  plain.covariates.clear();
  TRENA_ASSIGN(const ModelAnalysis stated, AnalyzeModel(plain, options));
  std::vector<RankedTerm> checks;
  for (const AnovaRow& row : stated.rows) {
    if (row.factors.empty()) continue;
    TRENA_ASSIGN(const std::vector<double> share, ShareOf(plain, options, row.factors));
    TRENA_ASSIGN(const std::vector<double> ranks, AlignedRanks(plain, stated, share, cell_of, y));
    TRENA_ASSIGN(const ModelAnalysis ranked,
                 AnalyzeModel(WithResponses(plain, cell_of, ranks), options));
    RankedTerm check{.term = row.term, .p = row.p, .ranked_p = {}, .disagrees = false};
    for (const AnovaRow& other : ranked.rows) {
      if (other.factors == row.factors) check.ranked_p = other.p;
    }
    check.disagrees =
        check.p && check.ranked_p && (*check.p < significance) != (*check.ranked_p < significance);
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace trena
