// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/trend.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr size_t kMostOfAllSlopes = 500;

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

// Pairs of `y` in its order that rise minus those that fall, by sorting it (Knight 1966, Journal of
// the American Statistical Association 61, 436-439): n log n steps instead of n².
double RisesLessFalls(std::vector<double>& y, std::vector<double>& spare, size_t from, size_t to) {
  if (to - from < 2) return 0;
  const size_t middle = from + (to - from) / 2;
  double s = RisesLessFalls(y, spare, from, middle) + RisesLessFalls(y, spare, middle, to);
  // For each of the right half: how many of the left are below it, and how many above.
  size_t below = from;
  size_t not_above = from;
  for (size_t right = middle; right < to; ++right) {
    while (below < middle && y[below] < y[right]) ++below;
    while (not_above < middle && y[not_above] <= y[right]) ++not_above;
    s += static_cast<double>(below - from) - static_cast<double>(middle - not_above);
  }
  const auto at = [](std::vector<double>& list, size_t place) {
    return list.begin() + static_cast<std::ptrdiff_t>(place);
  };
  std::merge(at(y, from), at(y, middle), at(y, middle), at(y, to), at(spare, from));
  std::copy(at(spare, from), at(spare, to), at(y, from));
  return s;
}

std::vector<std::pair<double, double>> ByPlace(const TrendGroup& group) {
  std::vector<std::pair<double, double>> points;
  for (size_t i = 0; i < group.x.size(); ++i) points.emplace_back(group.x[i], group.y[i]);
  std::sort(points.begin(), points.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return points;
}

// All slopes within a group; of a large one those between each point of the first half and its
// counterpart in the second (Theil's incomplete method, 1950), which are as many as its points.
void AddSlopes(const std::vector<std::pair<double, double>>& points, std::vector<double>& slopes) {
  const size_t half = points.size() / 2;
  const bool all = points.size() <= kMostOfAllSlopes;
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    const size_t first = all ? i + 1 : i + points.size() - half;
    const size_t last = all ? points.size() : first + 1;
    for (size_t j = first; j < std::min(last, points.size()); ++j) {
      const double dx = points[j].first - points[i].first;
      if (dx != 0) slopes.push_back((points[j].second - points[i].second) / dx);
    }
  }
}

void AddGroup(const TrendGroup& group, Trend& trend, std::vector<double>& slopes) {
  const auto points = ByPlace(group);
  std::vector<double> y;
  for (const auto& [place, value] : points) y.push_back(value);
  const double n = static_cast<double>(y.size());
  trend.pairs += n * (n - 1) / 2;
  trend.variance += VarianceOf(y);
  std::vector<double> spare(y.size());
  trend.s += RisesLessFalls(y, spare, 0, y.size());
  AddSlopes(points, slopes);
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
  double z = (trend.s - Sign(trend.s)) / std::sqrt(trend.variance);
  trend.p = std::erfc(std::abs(z) / std::sqrt(2.0));
  trend.slope = *Summarize(slopes).median;
  return trend;
}

std::optional<double> Correlation(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size() || x.size() < 3) return std::nullopt;
  const SplitMean mean_x = MeanOf(x);
  const SplitMean mean_y = MeanOf(y);
  const double xx = SquaredDeviations(x, mean_x);
  const double yy = SquaredDeviations(y, mean_y);
  if (!(xx > 0) || !(yy > 0)) return std::nullopt;
  double xy = 0;
  for (size_t i = 0; i < x.size(); ++i) xy += mean_x.Deviation(x[i]) * mean_y.Deviation(y[i]);
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
