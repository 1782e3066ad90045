// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "stats/distributions.h"

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

double PseudoMedian(std::span<const double> values) {
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i; j < values.size(); ++j) means.push_back((values[i] + values[j]) / 2);
  }
  return Summarize(means).median.value_or(std::numeric_limits<double>::quiet_NaN());
}

double GiniDeviation(std::span<const double> values) {
  double sum = 0, pairs = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i + 1; j < values.size(); ++j) {
      sum += std::abs(values[i] - values[j]);
      ++pairs;
    }
  }
  return std::sqrt(std::numbers::pi) / 2 * sum / pairs;
}

void RunningSummary::Add(double value) {
  ++n_;
  double from_old = value - mean_;
  mean_ += from_old / static_cast<double>(n_);
  squares_ += from_old * (value - mean_);
}

Summary RunningSummary::Now(double confidence) const {
  Summary summary;
  summary.n = n_;
  summary.confidence = confidence;
  if (n_ == 0) return summary;
  summary.mean = mean_;
  if (n_ < 2) return summary;
  auto n = static_cast<double>(n_);
  summary.sd = std::sqrt(squares_ / (n - 1));
  auto t = StudentQuantile((1 + confidence) / 2, n - 1);
  if (!t || confidence <= 0) return summary;
  double half_width = *t * *summary.sd / std::sqrt(n);
  summary.low = mean_ - half_width;
  summary.high = mean_ + half_width;
  return summary;
}

SplitMean MeanOf(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  CompensatedSum sum;
  for (double value : values) sum.Add(value);
  const double high = sum.Total() / n;
  CompensatedSum rest;
  for (double value : values) rest.Add(value - high);
  return {.high = high, .low = rest.Total() / n};
}

double SquaredDeviations(std::span<const double> values, const SplitMean& mean) {
  CompensatedSum sum;
  for (double value : values) {
    const double deviation = mean.Deviation(value);
    sum.Add(deviation * deviation);
  }
  return sum.Total();
}

}  // namespace trena
