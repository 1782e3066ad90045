// SPDX-License-Identifier: Apache-2.0
// Effects, least-squares means (Searle, Speed and Milliken, American Statistician 34, 1980), slopes
// and contrasts of a fitted linear model. For linear_model.cc and its neighbours.
#pragma once

#include "stats/model/linear_model.h"
#include "stats/model/model_matrix.h"
#include "stats/model/ordered_basis.h"

namespace trena {

inline constexpr size_t kLargestOrderOfMeans = 2;
inline constexpr size_t kMostMeansOfTerm = 10000;  // beyond it nobody reads them

// Adds grand mean, effects, means and slopes to an analysis that has its residuals already.
void AddMeans(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
              ModelAnalysis& analysis);

// What was observed at levels of factors.
struct ObservedMean {
  double n = 0;
  std::optional<double> mean;
};
ObservedMean ObservedAt(const Cells& cells, const ModelTerm& factors,
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
