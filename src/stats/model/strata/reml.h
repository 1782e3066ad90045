// SPDX-License-Identifier: Apache-2.0
// Whole plots and blocks that are not balanced, because a run was lost: a term then has a part in
// several strata (error_strata.h), and none of them alone says what the data tell of it. Here plots
// and blocks are random, their variances are estimated by restricted maximum likelihood (Patterson
// and Thompson, Biometrika 58, 1971), and every estimate is by generalised least squares with what
// both strata tell. Where plots are balanced the two agree (a test sees it). As R's
// lmerTest::lmer(y ~ A*B + (1 | plot)).
//
// Degrees of freedom are Satterthwaite's, for each contrast its own (Fai and Cornelius, J.
// Statistical Computation and Simulation 54, 1996; Kuznetsova, Brockhoff and Christensen, J.
// Statistical Software 82, 2017). A variance that is best at zero stays there and counts as known.
//
//   AnalyzeMixed(cells, {.terms = FullTerms(cells, {0, 1}), .errors = {{2}}});
#pragma once

#include <string>
#include <vector>

#include "stats/model/linear_model.h"

namespace trena {

struct MixedOptions {
  std::vector<ModelTerm> terms;
  std::vector<ModelTerm> errors;  // what is random, outermost first: {block}, {plot}
  int ss_type = 2;                // which hypothesis a term's F is of
  double confidence = 0.95;
};

struct VarianceComponent {
  std::string name;  // the error term's, or "residuals"
  double variance = 0;
};

struct MixedAnalysis {
  std::vector<VarianceComponent> components;  // in the order of the errors; last, the residuals
  // Rows of covariates and terms, then what each error has beyond them, last the residuals: squares
  // are of least squares, F and p of the mixed model. Means, effects and the grand mean with their
  // intervals. `fitted` is empty.
  ModelAnalysis model;
};

// Fails as AnalyzeModel does; where there is one plot per level, so that nothing tells their
// variance; where the residuals do not vary; and for more than some hundred plots.
Result<MixedAnalysis> AnalyzeMixed(const Cells& cells, const MixedOptions& options);

}  // namespace trena
