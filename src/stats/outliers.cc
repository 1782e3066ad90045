// SPDX-License-Identifier: Apache-2.0
#include "stats/outliers.h"

#include <algorithm>
#include <cmath>
#include <optional>

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
    for (size_t i = 0; i < groups[group].size(); ++i) {
      const auto p = ChanceOf(groups[group], i);
      if (p && *p * looked_at <= significance) outliers.push_back({group, i, *p * looked_at});
    }
  }
  return outliers;
}

}  // namespace trena
