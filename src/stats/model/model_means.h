// SPDX-License-Identifier: Apache-2.0
// Effects, least-squares means (Searle, Speed and Milliken, American Statistician 34, 1980), slopes
// and contrasts of a fitted linear model. For linear_model.cc and its neighbours.
#pragma once

#include "stats/model/linear_model.h"
#include "stats/model/model_matrix.h"
#include "stats/model/ordered_basis.h"

namespace trena {

// Adds grand mean, effects, means and slopes to an analysis that has its residuals already.
void AddMeans(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
              ModelAnalysis& analysis);

// The levels of its factors at which a term's effects and means are told; none of a
// covariate, and of terms of more factors or levels than anybody reads.
std::vector<std::vector<uint32_t>> ToldLevels(const ModelMatrix& matrix, const ColumnGroup& group);

// What was observed at levels of factors: a mean without what a model says of it.
LevelMean ObservedAt(const Cells& cells, const ModelTerm& factors,
                     const std::vector<uint32_t>& levels);

// An effect at levels of its factors, without its interval, and how far its standard error is from
// the residual deviation; empty where the data cannot tell it.
struct FittedEffect {
  Effect effect;
  double scale = 0;
  std::vector<double> direction;  // as LevelMean's
};
std::optional<FittedEffect> EffectAt(const Cells& cells, const ModelMatrix& matrix,
                                     const OrderedFit& fit, const ColumnGroup& group,
                                     const std::vector<uint32_t>& at);

}  // namespace trena
