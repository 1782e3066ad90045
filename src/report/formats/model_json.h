// SPDX-License-Identifier: Apache-2.0
// A stated analysis as programs read it, of a study and of a table alike: how it was made, and what
// it found beside the analysis of variance.
#pragma once

#include <functional>
#include <vector>

#include "analyze/analysis.h"
#include "core/json.h"
#include "stats/model/anova.h"

namespace trena {

// Of what `analyze --json` gives, of a study and of a table.
inline constexpr int kAnalysisFormat = 1;

// {"framework": "mxnet", "image": 32} of factors and the numbers of their levels.
using LevelsAsJson =
    std::function<Json(const std::vector<size_t>& factors, const std::vector<uint32_t>& levels)>;

// "faster", "slower", "same" or "cannot_tell".
const char* CodeOf(PairVerdict verdict);

// Codes of warnings.h with their arguments.
Json ReservationsJson(const std::vector<Warning>& reservations);

// Terms, sums of squares, errors, aliases, what cannot be estimated.
Json ModelJson(const StatedAnalysis& stated);

// What the analysis found beside it: pairs, contrasts, a baseline, with covariates and without,
// checks.
void AddFindings(const StatedAnalysis& stated, Json& json);

// All others against a baseline that was named; the analysis must have one.
Json BaselineJson(const StatedAnalysis& stated);

// Means of the model with their intervals, and those observed.
Json MeansJson(const StatedAnalysis& stated, const LevelsAsJson& levels);

// The rows of an analysis of variance and its effects as programs read them, of a study and of a
// table alike.

Json AnovaJson(const std::vector<AnovaRow>& rows);

// `levels`: the factors of the effect with their levels.
Json EffectJson(const Effect& effect, Json levels);

}  // namespace trena
