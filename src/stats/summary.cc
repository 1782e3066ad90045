// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/distributions.h"
#include "stats/split_mean.h"

namespace trena {
namespace {

bool AllFinite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return std::midpoint(*std::max_element(values.begin(), middle), *middle);
}

void AddSpread(std::span<const double> values, const SplitMean& mean, Summary& summary) {
  const double n = static_cast<double>(values.size());
  const double sd = std::sqrt(SquaredDeviations(values, mean) / (n - 1));
  if (!std::isfinite(sd)) return;
  summary.sd = sd;
  const auto t = StudentQuantile((1 + summary.confidence) / 2, n - 1);
  // A confidence below 0 would still give a quantile, of an interval turned inside out.
  if (!t || summary.confidence <= 0) return;
  const double half_width = *t * sd / std::sqrt(n);
  summary.low = mean.high + (mean.low - half_width);
  summary.high = mean.high + (mean.low + half_width);
}

}  // namespace

Summary Summarize(std::span<const double> values, double confidence) {
  Summary summary;
  summary.n = values.size();
  summary.confidence = confidence;
  if (values.empty() || !AllFinite(values)) return summary;
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  summary.min = *min;
  summary.max = *max;
  summary.median = Median({values.begin(), values.end()});
  const SplitMean mean = MeanOf(values);
  if (!std::isfinite(mean.Value())) return summary;
  summary.mean = mean.Value();
  if (values.size() >= 2) AddSpread(values, mean, summary);
  return summary;
}

std::optional<double> CoefficientOfVariation(const Summary& summary) {
  if (!summary.sd || !summary.mean || *summary.mean == 0) return std::nullopt;
  return *summary.sd / std::abs(*summary.mean);
}

}  // namespace trena
