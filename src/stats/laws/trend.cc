// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/trend.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {
namespace {

double Sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

// Kendall (1975), chapter 4: ties in y take their part away.
double VarianceOf(const std::vector<double>& y) {
  auto part = [](double n) { return n * (n - 1) * (2 * n + 5) / 18; };
  std::map<double, double> counts;
  for (double value : y) ++counts[value];
  double variance = part(static_cast<double>(y.size()));
  for (const auto& [value, count] : counts) variance -= part(count);
  return variance;
}

bool AllFinite(const TrendGroup& group) {
  auto finite = [](double value) { return std::isfinite(value); };
  return group.x.size() == group.y.size() && std::all_of(group.x.begin(), group.x.end(), finite) &&
         std::all_of(group.y.begin(), group.y.end(), finite);
}

void AddGroup(const TrendGroup& group, Trend& trend, std::vector<double>& slopes) {
  for (size_t i = 0; i < group.x.size(); ++i) {
    for (size_t j = i + 1; j < group.x.size(); ++j) {
      double dx = group.x[j] - group.x[i];
      double dy = group.y[j] - group.y[i];
      trend.s += Sign(dx) * Sign(dy);
      if (dx != 0) slopes.push_back(dy / dx);
    }
  }
  trend.variance += VarianceOf(group.y);
}

}  // namespace

std::optional<Trend> FindTrend(const std::vector<TrendGroup>& groups) {
  Trend trend;
  std::vector<double> slopes;
  for (const TrendGroup& group : groups) {
    if (!AllFinite(group)) return std::nullopt;
    AddGroup(group, trend, slopes);
  }
  if (slopes.empty() || trend.variance <= 0) return std::nullopt;
  trend.pairs = slopes.size();
  double z = (trend.s - Sign(trend.s)) / std::sqrt(trend.variance);
  trend.p = std::erfc(std::abs(z) / std::sqrt(2.0));
  trend.slope = *Summarize(slopes).median;
  return trend;
}

std::optional<double> Correlation(const std::vector<double>& x, const std::vector<double>& y) {
  auto mean_x = Summarize(x).mean;
  auto mean_y = Summarize(y).mean;
  if (x.size() != y.size() || x.size() < 3 || !mean_x || !mean_y) return std::nullopt;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double dx = x[i] - *mean_x;
    double dy = y[i] - *mean_y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (!(xx > 0) || !(yy > 0)) return std::nullopt;
  return std::clamp(xy / std::sqrt(xx) / std::sqrt(yy), -1.0, 1.0);
}

std::optional<CorrelationInterval> IntervalOf(double r, size_t n, double confidence) {
  auto quantile = NormalQuantile((1 + confidence) / 2);
  if (n < 4 || !quantile || !(std::abs(r) < 1)) return std::nullopt;
  double z = std::atanh(r);
  double half = *quantile / std::sqrt(static_cast<double>(n) - 3);
  return CorrelationInterval{std::tanh(z - half), std::tanh(z + half)};
}

}  // namespace trena
