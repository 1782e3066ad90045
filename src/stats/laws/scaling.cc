// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/scaling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "stats/distributions.h"
#include "stats/laws/log_law.h"

namespace trena {
namespace {

constexpr double kHardlyWorse = 2;
constexpr std::array kLaws = {ScalingLaw::kConstant, ScalingLaw::kPower, ScalingLaw::kLinear,
                              ScalingLaw::kAmdahl};

size_t CoefficientsOf(ScalingLaw law) { return law == ScalingLaw::kConstant ? 1 : 2; }

void TakeBack(Coefficient& coefficient) {
  coefficient.value = std::exp(coefficient.value);
  if (coefficient.low) coefficient.low = std::exp(*coefficient.low);
  if (coefficient.high) coefficient.high = std::exp(*coefficient.high);
  coefficient.standard_error.reset();  // of the logarithm
  coefficient.p.reset();
}

void SetLeftOver(double residual_ss, const LogPoints& points, ScalingFit& fit) {
  fit.residual_ss = residual_ss;
  const auto parameters = static_cast<double>(CoefficientsOf(fit.law)) + 1;
  fit.aicc = LogAicc(residual_ss, points.x.size(), parameters);
  const double total = FitLogColumns(points, {}).residual_ss;
  if (total > 0) fit.r_squared = 1 - residual_ss / total;
}

Result<ScalingFit> FitPowerOrConstant(ScalingLaw law, const LogPoints& points, double confidence) {
  RegressionData data{.names = {}, .columns = {}, .y = points.log_t};
  if (law == ScalingLaw::kPower) {
    data.names = {"x"};
    std::vector<double>& logs = data.columns.emplace_back();
    for (double x : points.x) logs.push_back(std::log(x));
  }
  TRENA_ASSIGN(const Regression line, FitRegression(data, confidence));
  ScalingFit fit;
  fit.law = law;
  fit.a = line.coefficients[0];
  TakeBack(fit.a);
  if (law == ScalingLaw::kPower) fit.b = line.coefficients[1];
  SetLeftOver(line.residual_ss, points, fit);
  for (double value : line.fitted) fit.fitted.push_back(std::exp(value));
  return fit;
}

// Variances and covariance of a and b, from those of height and weight.
struct SumSpread {
  double a2 = 0;
  double ab = 0;
  double b2 = 0;
};

SumSpread SpreadOf(const Regression& tangent, const LogMixture& mixture, double height) {
  const double s2 = *tangent.residual_sd * *tangent.residual_sd;
  const double scale = std::exp(height);
  // a = scale · (1 − weight), b = scale · weight ÷ z_mean: their derivatives by height and weight.
  const double a_h = scale * (1 - mixture.weight), a_w = -scale;
  const double b_h = scale * mixture.weight / mixture.z_mean, b_w = scale / mixture.z_mean;
  const double hh = tangent.covariance[0] * s2, hw = tangent.covariance[1] * s2;
  const double ww = tangent.covariance[3] * s2;
  return {.a2 = a_h * a_h * hh + 2 * a_h * a_w * hw + a_w * a_w * ww,
          .ab = a_h * b_h * hh + (a_h * b_w + a_w * b_h) * hw + a_w * b_w * ww,
          .b2 = b_h * b_h * hh + 2 * b_h * b_w * hw + b_w * b_w * ww};
}

void SetInterval(Coefficient& coefficient, double variance, double t, double df) {
  const double error = std::sqrt(std::max(0.0, variance));
  if (!(error > 0)) return;  // without spread there is nothing to tell an interval by
  coefficient.standard_error = error;
  coefficient.low = coefficient.value - t * error;
  coefficient.high = coefficient.value + t * error;
  coefficient.p = StudentTail(coefficient.value / error, df);
}

void SetIntervals(const Regression& tangent, const LogMixture& mixture, double height,
                  ScalingFit& fit) {
  const double df = static_cast<double>(tangent.df);
  const auto t = StudentQuantile((1 + tangent.confidence) / 2, df);
  if (!t || !tangent.residual_sd || tangent.coefficients.size() != 2) return;
  const SumSpread spread = SpreadOf(tangent, mixture, height);
  SetInterval(fit.a, spread.a2, *t, df);
  SetInterval(fit.b, spread.b2, *t, df);
  if (fit.law != ScalingLaw::kAmdahl) return;
  fit.serial = FiellerRatio({.numerator = fit.a.value,
                             .denominator = fit.a.value + fit.b.value,
                             .numerator_variance = spread.a2,
                             .denominator_variance = spread.a2 + 2 * spread.ab + spread.b2,
                             .covariance = spread.a2 + spread.ab},
                            *t);
}

// a + b · z.
Result<ScalingFit> FitSum(ScalingLaw law, const LogPoints& points, double confidence) {
  std::vector<double> z = points.x;
  if (law == ScalingLaw::kAmdahl) {
    for (double& x : z) x = 1 / x;
  }
  const LogMixture mixture = FitLogMixture(points, z);
  RegressionData data{.names = {"weight"}, .columns = {mixture.tangent}, .y = {}};
  for (size_t i = 0; i < z.size(); ++i) data.y.push_back(points.log_t[i] - mixture.shape[i]);
  TRENA_ASSIGN(const Regression tangent, FitRegression(data, confidence));
  double height = 0;
  for (double rest : data.y) height += rest / static_cast<double>(z.size());
  ScalingFit fit;
  fit.law = law;
  fit.a.name = "a";
  fit.b.name = "b";
  fit.a.value = std::exp(height) * (1 - mixture.weight);
  fit.b.value = std::exp(height) * mixture.weight / mixture.z_mean;
  SetIntervals(tangent, mixture, height, fit);
  SetLeftOver(mixture.fit.residual_ss, points, fit);
  for (double shape : mixture.shape) fit.fitted.push_back(std::exp(height + shape));
  return fit;
}

Result<ScalingFit> FitLaw(ScalingLaw law, const LogPoints& points, double confidence) {
  const bool sum = law == ScalingLaw::kLinear || law == ScalingLaw::kAmdahl;
  return sum ? FitSum(law, points, confidence) : FitPowerOrConstant(law, points, confidence);
}

// The laws that have an AICc, best first; nothing when one has none, as the others would then win
// for having fewer parameters.
using Ranking = std::vector<std::pair<double, ScalingLaw>>;

Ranking Ranked(const std::array<std::optional<double>, kLaws.size()>& aicc) {
  Ranking ranking;
  for (size_t i = 0; i < aicc.size(); ++i) {
    if (!aicc[i]) return {};
    ranking.emplace_back(*aicc[i], kLaws[i]);
  }
  std::sort(ranking.begin(), ranking.end());
  return ranking;
}

}  // namespace

Result<ScalingAnalysis> AnalyzeScaling(std::span<const double> sizes, std::span<const double> times,
                                       double confidence) {
  TRENA_ASSIGN(const LogPoints points, MakeLogPoints(sizes, times));
  ScalingAnalysis analysis;
  std::array<std::optional<double>, kLaws.size()> aicc;
  for (size_t i = 0; i < kLaws.size(); ++i) {
    TRENA_ASSIGN(ScalingFit fit, FitLaw(kLaws[i], points, confidence));
    aicc[i] = fit.aicc;
    analysis.fits.push_back(std::move(fit));
  }
  const Ranking ranking = Ranked(aicc);
  if (ranking.empty()) return analysis;
  analysis.best = static_cast<size_t>(ranking[0].second);
  analysis.advantage = ranking[1].first - ranking[0].first;
  return analysis;
}

std::optional<ScalingChoice> ChooseCommonLaw(std::span<const ScalingAnalysis* const> groups) {
  std::array<std::optional<double>, kLaws.size()> aicc;
  for (size_t i = 0; i < kLaws.size(); ++i) {
    double left_over = 0;
    size_t observations = 0;
    for (const ScalingAnalysis* group : groups) {
      if (group->fits.size() != kLaws.size()) return std::nullopt;
      left_over += group->fits[i].residual_ss;
      observations += group->fits[i].fitted.size();
    }
    const size_t parameters = groups.size() * CoefficientsOf(kLaws[i]) + 1;
    aicc[i] = LogAicc(left_over, observations, static_cast<double>(parameters));
  }
  const Ranking ranking = Ranked(aicc);
  if (ranking.empty()) return std::nullopt;
  ScalingChoice choice{.law = ranking[0].second, .next = std::nullopt};
  if (ranking[1].first - ranking[0].first < kHardlyWorse) choice.next = ranking[1].second;
  return choice;
}

}  // namespace trena
