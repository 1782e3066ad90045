// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_means.h"

#include <cmath>
#include <utility>

#include "stats/distributions.h"

namespace trena {
namespace {

constexpr size_t kLargestOrderOfMeans = 2;
constexpr size_t kMostMeansOfTerm = 10000;  // beyond it nobody reads them

using Eigen::Index;
using Eigen::VectorXd;

// How many standard errors an interval reaches to either side.
std::optional<double> ReachOf(const ModelAnalysis& analysis) {
  return StudentQuantile((1 + analysis.confidence) / 2, ErrorDegreesOf(analysis));
}

template <typename Interval>
void SetInterval(std::optional<double> reach, double standard_error, double centre,
                 Interval& interval) {
  if (!reach) return;
  interval.low = centre - *reach * standard_error;
  interval.high = centre + *reach * standard_error;
}

void AddEffect(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
               const ColumnGroup& group, const std::vector<uint32_t>& at,
               std::optional<double> reach, ModelAnalysis& analysis) {
  std::optional<FittedEffect> fitted = EffectAt(cells, matrix, fit, group, at);
  if (!fitted) return;
  Effect& effect = fitted->effect;
  if (analysis.residual_sd) {
    SetInterval(reach, *analysis.residual_sd * fitted->scale, effect.effect, effect);
  }
  analysis.effects.push_back(std::move(effect));
}

void AddMean(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
             const ColumnGroup& group, const std::vector<uint32_t>& at, std::optional<double> reach,
             ModelAnalysis& analysis) {
  LevelMean mean = ObservedAt(cells, group.factors, at);
  const VectorXd direction = DirectionOf(fit, MeanFunction(matrix, group.factors, at));
  if (direction.size() > 0) {
    mean.mean = matrix.mean.high + (matrix.mean.low + direction.dot(fit.y));
    mean.direction.assign(direction.begin(), direction.end());
    if (analysis.residual_sd) {
      mean.standard_error = *analysis.residual_sd * direction.norm();
      SetInterval(reach, *mean.standard_error, *mean.mean, mean);
    }
  }
  analysis.means.push_back(std::move(mean));
}

void AddSlopes(const Cells& cells, const OrderedFit& fit, std::optional<double> reach,
               ModelAnalysis& analysis) {
  for (size_t i = 0; i < cells.covariates.size(); ++i) {
    VectorXd function = VectorXd::Zero(fit.columns.cols());
    function[static_cast<Index>(i + 1)] = 1;
    const VectorXd direction = DirectionOf(fit, function);
    if (direction.size() == 0) continue;
    CovariateSlope slope{
        .covariate = cells.covariates[i], .slope = direction.dot(fit.y), .low = {}, .high = {}};
    if (analysis.residual_sd) {
      SetInterval(reach, *analysis.residual_sd * direction.norm(), slope.slope, slope);
    }
    analysis.slopes.push_back(std::move(slope));
  }
}

void AddGrandMean(const ModelMatrix& matrix, std::optional<double> reach, ModelAnalysis& analysis) {
  analysis.grand_mean.mean = matrix.mean.Value();
  if (!analysis.residual_sd) return;
  SetInterval(reach, *analysis.residual_sd / std::sqrt(matrix.observations),
              analysis.grand_mean.mean, analysis.grand_mean);
}

}  // namespace

std::vector<std::vector<uint32_t>> ToldLevels(const ModelMatrix& matrix, const ColumnGroup& group) {
  if (group.factors.empty() || group.factors.size() > kLargestOrderOfMeans) return {};
  auto combinations = LevelCombinations(matrix, group.factors);
  if (combinations.size() > kMostMeansOfTerm) return {};
  return combinations;
}

LevelMean ObservedAt(const Cells& cells, const ModelTerm& factors,
                     const std::vector<uint32_t>& levels) {
  LevelMean observed;
  observed.factors = factors;
  observed.levels = levels;
  double mean = 0;  // a running mean keeps the digits of large numbers
  for (const Cell& cell : cells.cells) {
    bool there = true;
    for (size_t i = 0; i < factors.size(); ++i) there &= cell.levels[factors[i]] == levels[i];
    if (!there) continue;
    observed.n += cell.n;
    mean += (cell.mean - mean + cell.mean_rest) * (cell.n / observed.n);
  }
  if (observed.n > 0) observed.observed = mean;
  return observed;
}

void AddMeans(const Cells& cells, const ModelMatrix& matrix, const OrderedFit& fit,
              ModelAnalysis& analysis) {
  const std::optional<double> reach = ReachOf(analysis);
  AddGrandMean(matrix, reach, analysis);
  AddSlopes(cells, fit, reach, analysis);
  for (const ColumnGroup& group : matrix.groups) {
    for (const auto& at : ToldLevels(matrix, group)) {
      AddEffect(cells, matrix, fit, group, at, reach, analysis);
      AddMean(cells, matrix, fit, group, at, reach, analysis);
    }
  }
}

Result<ContrastEstimate> EstimateContrast(const ModelAnalysis& analysis, const Contrast& contrast) {
  if (contrast.means.empty() || contrast.means.size() != contrast.weights.size()) {
    return InputError("a contrast needs as many weights as means");
  }
  ContrastEstimate result;
  VectorXd direction;
  for (size_t i = 0; i < contrast.means.size(); ++i) {
    if (contrast.means[i] >= analysis.means.size()) return InputError("a contrast of no such mean");
    const LevelMean& mean = analysis.means[contrast.means[i]];
    if (!mean.mean) return InputError("a contrast of a mean that the data cannot estimate");
    const Eigen::Map<const VectorXd> part(mean.direction.data(),
                                          static_cast<Index>(mean.direction.size()));
    if (direction.size() == 0) direction = VectorXd::Zero(part.size());
    direction += contrast.weights[i] * part;
    result.estimate += contrast.weights[i] * *mean.mean;
  }
  if (!analysis.residual_sd) return result;
  result.standard_error = *analysis.residual_sd * direction.norm();
  const double df = DegreesOf(analysis, {direction.begin(), direction.end()});
  SetInterval(StudentQuantile((1 + analysis.confidence) / 2, df), *result.standard_error,
              result.estimate, result);
  if (*result.standard_error > 0) {
    result.t = result.estimate / *result.standard_error;
    result.p = StudentTail(*result.t, df);
  }
  return result;
}

std::optional<FittedEffect> EffectAt(const Cells& cells, const ModelMatrix& matrix,
                                     const OrderedFit& fit, const ColumnGroup& group,
                                     const std::vector<uint32_t>& at) {
  const VectorXd direction = DirectionOf(fit, EffectFunction(matrix, group, at));
  const LevelMean observed = ObservedAt(cells, group.factors, at);
  if (direction.size() == 0 || !observed.observed) return std::nullopt;
  FittedEffect fitted;
  fitted.effect.term = group.name;
  fitted.effect.factors = group.factors;
  fitted.effect.levels.assign(at.begin(), at.end());
  fitted.effect.effect = direction.dot(fit.y);
  fitted.effect.mean = *observed.observed;
  fitted.scale = direction.norm();
  fitted.direction.assign(direction.begin(), direction.end());
  return fitted;
}

}  // namespace trena
