// SPDX-License-Identifier: Apache-2.0
// Analysis of variance of any set of terms over the cells of a table, balanced or not, with empty
// cells, with covariates. It costs what the cells cost, whatever the number of rows. Pure
// functions.
//
// Sums of squares (types as in SAS and in R's car): I, each term after those before it; II, each
// term after all terms that do not contain it; III, each term after all others, in contrasts that
// sum to zero. In a balanced design they are the same. The residuals are what the model leaves:
// differences within cells, and what cells have beyond the model (lack of fit). Sources: Searle,
// Linear Models (1971); Jain (1991), chapters 17 to 23, for the balanced designs.
//
// A term that the cells cannot tell from terms before it loses degrees of freedom, and is named.
//
//   TRENA_ASSIGN(ModelAnalysis analysis, AnalyzeModel(cells, {.terms = FullTerms(cells)}));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "stats/lenth.h"
#include "stats/model/anova.h"
#include "stats/model/cells.h"
#include "stats/model/model_terms.h"

namespace trena {

struct ModelOptions {
  std::vector<std::vector<size_t>> terms;
  int ss_type = 2;  // 1, 2 or 3
  double confidence = 0.95;
  // Where nothing is left over and the terms are orthogonal differences between two halves of the
  // observations, they are judged by each other (stats/lenth.h); `apart` is none of them.
  bool pseudo_error = false;
  std::vector<size_t> apart = {};
};

// Why there is neither F nor p.
enum class NoTest {
  kNoResidualDegrees,    // as many parameters as observations: nothing is left to judge them by
  kNoResidualVariation,  // the model leaves nothing over
  kOneWholePlot,         // a whole-plot factor with one plot per level (error_strata.h)
};

struct InestimableTerm {
  std::string term;
  std::vector<size_t> factors;  // none for a covariate
  size_t df = 0;                // that the data can estimate
  size_t full_df = 0;           // that the term would have
};

struct CovariateSlope {
  std::string covariate;
  double slope = 0;
  std::optional<double> low;
  std::optional<double> high;
};

// An effect of a design that is judged by a pseudo standard error.
struct RankedEffect {
  std::string term;
  double size = 0;         // of the difference between its halves
  double half_normal = 0;  // the quantile of the size of a normal number of this rank
};

// A mean at levels of one or two factors.
struct LevelMean {
  std::vector<size_t> factors;
  std::vector<uint32_t> levels;    // indices into the factors' levels
  double n = 0;                    // observations there
  std::optional<double> observed;  // their mean
  // The least-squares mean: of the model, averaged with equal weights over the levels of the other
  // factors, at the mean of each covariate. Missing where the data cannot estimate it.
  std::optional<double> mean;
  std::optional<double> standard_error;
  std::optional<double> low;
  std::optional<double> high;
  // Two means covary by residual_sd² times the product of their directions.
  std::vector<double> direction;
};

// For Satterthwaite's degrees of freedom where an estimate's error is made of several variances
// (reml.h): its derivative by each variance is direction · gradient · direction.
struct VarianceDegrees {
  std::vector<std::vector<double>> gradients;  // a square matrix each
  std::vector<double> covariance;              // of the estimated variances, a square matrix
};

struct ModelAnalysis {
  double confidence = 0.95;
  int ss_type = 2;
  bool orthogonal = false;  // the terms do not share variation: order and type do not matter
  double observations = 0;
  GrandMean grand_mean;                      // of all observations
  std::vector<AnovaRow> rows;                // covariates, terms by order; last, the residuals
  std::vector<InestimableTerm> inestimable;  // terms that are short of degrees of freedom
  std::vector<Effect> effects;               // of terms of one or two factors
  std::vector<LevelMean> means;              // for the same terms
  std::vector<CovariateSlope> slopes;
  std::vector<double> fitted;  // per cell, at the cell's own means of the covariates
  double total_ss = 0;
  double within_ss = 0;  // of the residuals, what is within cells (with covariates: beyond them)
  double lack_of_fit_ss = 0;
  size_t lack_of_fit_df = 0;
  size_t residual_df = 0;
  std::optional<double> residual_sd;
  std::optional<double> r_squared;  // 1 - residual ÷ total
  std::optional<NoTest> no_test;
  // What effects are judged by where that is each other; residual_sd is then what a run of this
  // error would vary by. And the effects, smallest first.
  std::optional<PseudoError> pseudo_error;
  std::vector<RankedEffect> ranked_effects;
  std::optional<VarianceDegrees> variance_degrees;
};

// Degrees of freedom of residual_sd.
double ErrorDegreesOf(const ModelAnalysis& analysis);
// Of the error of an estimate with this direction, a mean's or a difference of two: the same,
// unless there are several variances.
double DegreesOf(const ModelAnalysis& analysis, const std::vector<double>& direction);

// Fails for no observations, a term of a factor with a single level, an unknown type, a confidence
// outside (0, 1), numbers that are not finite or too large, and too many parameters.
Result<ModelAnalysis> AnalyzeModel(const Cells& cells, const ModelOptions& options);

// The same without effects, means and slopes, which are most of the work.
Result<ModelAnalysis> AnalyzeRows(const Cells& cells, const ModelOptions& options);

// With covariates and without, side by side: how much narrower the intervals became.
struct CovarianceAnalysis {
  ModelAnalysis with;
  ModelAnalysis without;
  std::optional<double> narrower;  // 1 - half-width with ÷ without, of an equally weighted mean
};
Result<CovarianceAnalysis> AnalyzeCovariance(const Cells& cells, const ModelOptions& options);

// CovarianceAnalysis::narrower of any two analyses.
std::optional<double> Narrower(const ModelAnalysis& with, const ModelAnalysis& without);

// A weighted sum of least-squares means, such as +1 and -1 for a difference.
struct Contrast {
  std::vector<size_t> means;  // indices into ModelAnalysis::means
  std::vector<double> weights;
};

struct ContrastEstimate {
  double estimate = 0;
  std::optional<double> standard_error;
  std::optional<double> low;
  std::optional<double> high;
  std::optional<double> t;
  std::optional<double> p;
};

// Fails when a mean cannot be estimated, or an index is none.
Result<ContrastEstimate> EstimateContrast(const ModelAnalysis& analysis, const Contrast& contrast);

}  // namespace trena
