// SPDX-License-Identifier: Apache-2.0
#include "stats/ratio_interval.h"

#include <cmath>
#include <vector>

#include "stats/summary.h"

namespace trena {

std::optional<RatioInterval> FiellerRatio(const EstimatePair& pair, double critical) {
  if (pair.denominator == 0 || !std::isfinite(pair.numerator / pair.denominator)) {
    return std::nullopt;
  }
  RatioInterval result;
  result.ratio = pair.numerator / pair.denominator;
  // (n - r d)² <= c² (v_n - 2 r v_nd + r² v_d) is a quadratic in r: a r² - 2 b r + k <= 0.
  const double c2 = critical * critical;
  const double a = pair.denominator * pair.denominator - c2 * pair.denominator_variance;
  const double b = pair.numerator * pair.denominator - c2 * pair.covariance;
  const double k = pair.numerator * pair.numerator - c2 * pair.numerator_variance;
  const double discriminant = b * b - a * k;
  if (!(a > 0) || !(discriminant >= 0)) return result;
  result.low = (b - std::sqrt(discriminant)) / a;
  result.high = (b + std::sqrt(discriminant)) / a;
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
  if (summary.low) result.low = std::exp(*summary.low);
  if (summary.high) result.high = std::exp(*summary.high);
  return result;
}

}  // namespace trena
