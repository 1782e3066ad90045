// SPDX-License-Identifier: Apache-2.0
#include "stats/comparisons/ratio_interval.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/comparisons/two_samples.h"
#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {
namespace {

std::optional<std::vector<double>> LogarithmsOf(std::span<const double> values) {
  std::vector<double> logs;
  for (double value : values) {
    if (!(value > 0) || !std::isfinite(value)) return std::nullopt;
    logs.push_back(std::log(value));
  }
  if (logs.empty()) return std::nullopt;
  return logs;
}

// (n - r d)² <= c² (v_n - 2 r v_nd + r² v_d) is a quadratic in r: a r² - 2 b r + k <= 0.
struct Quadratic {
  Quadratic(const EstimatePair& pair, double critical) {
    const double c2 = critical * critical;
    a = pair.denominator * pair.denominator - c2 * pair.denominator_variance;
    b = pair.numerator * pair.denominator - c2 * pair.covariance;
    k = pair.numerator * pair.numerator - c2 * pair.numerator_variance;
    discriminant = b * b - a * k;
  }

  double a = 0;
  double b = 0;
  double k = 0;
  double discriminant = 0;
};

}  // namespace

std::optional<RatioInterval> FiellerRatio(const EstimatePair& pair, double critical) {
  if (pair.denominator == 0 || !std::isfinite(pair.numerator / pair.denominator)) {
    return std::nullopt;
  }
  RatioInterval result;
  result.ratio = pair.numerator / pair.denominator;
  const Quadratic within(pair, critical);
  if (!(within.a > 0) || !(within.discriminant >= 0)) return result;
  result.low = (within.b - std::sqrt(within.discriminant)) / within.a;
  result.high = (within.b + std::sqrt(within.discriminant)) / within.a;
  return result;
}

std::optional<RatioInterval> PositiveRatio(const EstimatePair& pair, double critical) {
  if (!(pair.numerator > 0 && pair.denominator > 0)) return std::nullopt;
  auto result = FiellerRatio(pair, critical);
  if (!result) return std::nullopt;
  if (result->low) {
    result->low = std::max(0.0, *result->low);
    return result;
  }
  // What is within is outside of the roots: up to the lesser, and from the greater on. For a = 0
  // one root is left. The estimate itself is within, so that with k > 0 it is beyond the greater.
  const Quadratic within(pair, critical);
  if (!(within.discriminant >= 0) || !(within.k > 0)) return result;
  // k ÷ (b + √) is (b - √) ÷ a, without the difference that rounding would eat.
  const double greater = within.k / (within.b + std::sqrt(within.discriminant));
  if (greater > 0) result->low = greater;
  return result;
}

std::optional<RatioInterval> GeometricMean(std::span<const double> ratios, double confidence) {
  std::vector<double> logs;
  for (double ratio : ratios) {
    if (!(ratio > 0) || !std::isfinite(ratio)) return std::nullopt;
    logs.push_back(std::log(ratio));
  }
  const Summary summary = Summarize(logs, confidence);
  if (!summary.mean) return std::nullopt;
  RatioInterval result;
  result.ratio = std::exp(*summary.mean);
  if (!summary.sd || !(*summary.sd > 0)) return result;
  if (summary.low) result.low = std::exp(*summary.low);
  if (summary.high) result.high = std::exp(*summary.high);
  return result;
}

std::optional<SampleRatio> RatioOfSamples(std::span<const double> first,
                                          std::span<const double> second, double confidence) {
  const auto a = LogarithmsOf(first);
  const auto b = LogarithmsOf(second);
  if (!a || !b) return std::nullopt;
  SampleRatio result;
  result.interval.ratio = std::exp(*Summarize(*b).mean - *Summarize(*a).mean);
  if (a->size() < 2 || b->size() < 2) return result;
  const auto welch = WelchTest(*b, *a, confidence);
  if (!welch) return result;
  result.interval.low = std::exp(welch->low);
  result.interval.high = std::exp(welch->high);
  result.p = welch->p;
  result.standard_error = welch->standard_error;
  result.df = welch->df;
  return result;
}

std::optional<SampleRatio> MeanOfRatios(std::span<const SampleRatio> ratios, double confidence) {
  if (ratios.empty()) return std::nullopt;
  const auto count = static_cast<double>(ratios.size());
  double sum = 0, variance = 0, squares = 0;
  for (const SampleRatio& ratio : ratios) {
    sum += std::log(ratio.interval.ratio);
    const double own = ratio.standard_error * ratio.standard_error / (count * count);
    variance += own;
    // Welch's own degrees of freedom are Satterthwaite's too, so they nest.
    if (ratio.df) squares += own * own / *ratio.df;
  }
  SampleRatio result;
  result.interval.ratio = std::exp(sum / count);
  const auto has_ends = [](const SampleRatio& ratio) { return ratio.interval.low.has_value(); };
  if (!std::all_of(ratios.begin(), ratios.end(), has_ends)) return result;
  result.standard_error = std::sqrt(variance);
  result.df = variance * variance / squares;
  result.p = StudentTail(sum / count / result.standard_error, *result.df);
  const auto critical = StudentQuantile((1 + confidence) / 2, *result.df);
  if (!critical) return result;
  result.interval.low = std::exp(sum / count - *critical * result.standard_error);
  result.interval.high = std::exp(sum / count + *critical * result.standard_error);
  return result;
}

}  // namespace trena
