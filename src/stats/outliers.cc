// SPDX-License-Identifier: Apache-2.0
#include "stats/outliers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "stats/distributions.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr double kLeastSpread = 1e-9;  // of the mean: less is how numbers are written

// How often chance alone puts one value so far from the others; missing where these do not differ.
std::optional<double> ChanceOf(const std::vector<double>& group, size_t index) {
  std::vector<double> others = group;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
  const Summary summary = Summarize(others);
  if (!summary.sd || !(*summary.sd > kLeastSpread * std::abs(*summary.mean))) return std::nullopt;
  const double n = static_cast<double>(others.size());
  const double t = (group[index] - *summary.mean) / (*summary.sd * std::sqrt(1 + 1 / n));
  return StudentTail(t, n - 1);
}

// Places in the group, the value farthest from the mean first. The farther one is, the less likely
// it is by chance, so that after the first that may well be, all others may.
std::vector<size_t> FarthestFirst(const std::vector<double>& group) {
  const double mean = Summarize(group).mean.value_or(0);
  std::vector<size_t> places(group.size());
  std::iota(places.begin(), places.end(), size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) {
    return std::abs(group[a] - mean) > std::abs(group[b] - mean);
  });
  return places;
}

// Those of one group whose chance is at most that; in the order of the group.
std::vector<Outlier> OutliersOf(const std::vector<double>& group, size_t number, double looked_at,
                                double significance) {
  std::vector<Outlier> outliers;
  bool one_differs = false;
  for (size_t i : FarthestFirst(group)) {
    const auto p = ChanceOf(group, i);
    if (p && *p * looked_at > significance) break;
    if (p) outliers.push_back({number, i, *p * looked_at});
    // Without the only one that differs the others do not; without another one they all do not.
    if (!p && std::exchange(one_differs, true)) break;
  }
  std::sort(outliers.begin(), outliers.end(),
            [](const Outlier& a, const Outlier& b) { return a.index < b.index; });
  return outliers;
}

}  // namespace

std::vector<Outlier> FindOutliers(std::span<const std::vector<double>> groups,
                                  double significance) {
  double looked_at = 0;
  for (const std::vector<double>& group : groups) {
    if (group.size() >= kLeastForOutliers) looked_at += static_cast<double>(group.size());
  }
  std::vector<Outlier> outliers;
  for (size_t group = 0; group < groups.size(); ++group) {
    if (groups[group].size() < kLeastForOutliers) continue;
    const auto found = OutliersOf(groups[group], group, looked_at, significance);
    outliers.insert(outliers.end(), found.begin(), found.end());
  }
  return outliers;
}

}  // namespace trena
