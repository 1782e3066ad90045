// SPDX-License-Identifier: Apache-2.0
// Designs with more than one error: blocks and split plots. A factor that changes only between
// whole plots (the environment, when machines are started once) is judged by how plots at the same
// level differ; a factor that changes within plots by what is left within them. As R's
// aov(y ~ A*B + Error(plot)): the observations are split into strata, the spaces that the error
// terms span one after the other, and the terms are fitted in order in each (Bailey, Design of
// Comparative Experiments, 2008, chapter 8; Nelder, Proc. Royal Society A 283, 1965).
//
// With one whole plot per level nothing tells the effect of the level from that of its plot: the
// effect is given without F, p or interval, and the stratum says why.
//
// A covariate has a part in each stratum, is fitted there before the terms, and takes a degree of
// freedom there: as R's aov(y ~ x + A*B + Error(plot)).
//
//   AnalyzeStrata(cells, {.terms = FullTerms(cells, {0, 1}), .errors = {{2}}});
#pragma once

#include <string>
#include <vector>

#include "stats/model/linear_model.h"

namespace trena {

struct StrataOptions {
  std::vector<ModelTerm> terms;
  std::vector<ModelTerm> errors;  // the plots, outermost first: {block}, {block, plot}
  double confidence = 0.95;
};

struct ErrorStratum {
  std::string name;              // the error term's, or "within"
  std::vector<AnovaRow> rows;    // the terms that are in it; last, its residuals
  std::vector<Effect> effects;   // of terms of one or two factors that are wholly in it
  std::vector<LevelMean> means;  // of terms of one factor that are wholly in it; no intervals
  std::optional<double> sd;      // root of the residuals' mean square
  std::optional<NoTest> no_test;
};

struct StrataAnalysis {
  double confidence = 0.95;
  GrandMean grand_mean;  // interval by the outermost stratum that has an error
  double total_ss = 0;
  std::vector<ErrorStratum> strata;  // in the order of the errors; last, "within"
};

// What comparisons within a stratum need: its means, judged by its error.
ModelAnalysis ViewOf(const StrataAnalysis& analysis, const ErrorStratum& stratum);

// Fails as AnalyzeModel does, and when there are no error terms.
Result<StrataAnalysis> AnalyzeStrata(const Cells& cells, const StrataOptions& options);

}  // namespace trena
