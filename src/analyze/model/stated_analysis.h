// SPDX-License-Identifier: Apache-2.0
// The one analysis that is stated of a response, from its cells: which terms, by which sums of
// squares, judged by which error. Studies and tables both come here, whatever their design:
// balanced or not, in blocks, in whole plots, a fraction, a Latin square, with covariates.
//
//   TRENA_ASSIGN(StatedAnalysis stated, AnalyzeStated(std::move(cells), request));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/model/baseline.h"
#include "analyze/model/level_pairs.h"
#include "analyze/model/model_checks.h"
#include "analyze/model/model_request.h"
#include "core/result.h"
#include "stats/model/linear_model.h"
#include "stats/model/model_choice.h"
#include "stats/model/strata/error_strata.h"
#include "stats/model/strata/reml.h"

namespace trena {

struct StatedAnalysis {
  ModelRequest request;
  ModelChoice choice;
  Cells cells;
  // Of whole plots, the rows of all strata: each followed by its plots' own, last the residuals;
  // effects and means with the error of their stratum, `residual_sd` within plots.
  ModelAnalysis model;
  std::optional<StrataAnalysis> strata;  // of whole plots that are balanced
  // Of whole plots that are not: `model` is a mixed model, with a row for each term, then those of
  // blocks and plots. Last, the residuals'.
  std::vector<VarianceComponent> variances;
  std::optional<ModelAnalysis> without_covariates;  // where there are covariates
  std::optional<double> narrower;  // 1 - half-width with covariates ÷ half-width without
  std::vector<FactorPairs> pairs;
  std::vector<StatedContrast> contrasts;
  std::optional<StatedBaseline> baseline;  // where one was named
  ModelChecks checks;
};

// Fails as AnalyzeModel and ChooseModel do.
Result<StatedAnalysis> AnalyzeStated(Cells cells, const ModelRequest& request);

// The same, with its levels compared and its assumptions checked; observations may be none.
Result<StatedAnalysis> AnalyzeWhole(Cells cells, const Observations& observations,
                                    const ModelRequest& request);

// Whether runs are in whole plots, so that they are not independent.
inline bool InPlots(const StatedAnalysis& stated) {
  return stated.strata || !stated.variances.empty();
}

// By how much blocks that are taken out make intervals narrower, as a part of the half-width
// without: less variance, but fewer degrees of freedom. Negative where it makes them wider; missing
// without blocks, with plots, and where nothing is left to judge by.
std::optional<double> NarrowerByBlocks(const StatedAnalysis& stated);

// Rows of treatments, whose effects a person asks about: neither block nor error. The centre of a
// design against its corners is one: a curve is an effect of some factor that is a number.
bool IsTreatment(const StatedAnalysis& stated, const AnovaRow& row);

// What a row says of its term. The one rule for it: verdicts, answers and tables all ask here.
enum class Evidence {
  kUntested,  // there is no error to judge it by, or it is no treatment
  kChance,    // chance alone would show as much
  kEffect     // chance would rarely show it: p for all terms together (Holm) is at most 1 −
              // confidence; or, where replications do not differ at all, anything varies with it
};
Evidence EvidenceOf(const StatedAnalysis& stated, const AnovaRow& row);
bool IsEffect(const StatedAnalysis& stated, const AnovaRow& row);

// Whether all levels of a factor are shown to be the same, within `same_within` of the request; and
// whether those of every factor are: no effect is an answer then.
bool ProvenEqual(const FactorPairs& pairs);
bool ProvenEqual(const StatedAnalysis& stated);

// Whether any term has an error to be judged by.
bool AnyTest(const StatedAnalysis& stated);

// The mean at an effect's levels; nullptr when there is none.
const LevelMean* FindMean(const ModelAnalysis& model, const Effect& effect);

}  // namespace trena
