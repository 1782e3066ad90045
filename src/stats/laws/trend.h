// SPDX-License-Identifier: Apache-2.0
// Whether values rise or fall over time when several kinds of them are mixed: Kendall's test within
// each group, summed over the groups (Hirsch, Slack and Smith 1982, Water Resources Research 18(1),
// "seasonal Kendall"; Mann's test of 1945 for one group), and the median of the slopes within
// groups (Sen 1968; Theil 1950 in groups above 500, where all pairs would be too many). Ranks only:
// one wild value moves neither much.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace trena {

struct TrendGroup {
  std::vector<double> x;  // times or places, all different
  std::vector<double> y;  // as many
};

struct Trend {
  double pairs = 0;     // compared, within groups
  double s = 0;         // pairs that rise minus pairs that fall
  double variance = 0;  // of s without a trend, ties in y allowed for
  double p = 1;         // two-sided, normal approximation with correction for continuity
  double slope = 0;     // of y by x
};

// Missing when no group has two values, when all are tied, or when a number is not finite.
std::optional<Trend> FindTrend(const std::vector<TrendGroup>& groups);

// Product-moment correlation of two lists of the same length; missing below 3 pairs or when one of
// them does not vary.
std::optional<double> Correlation(std::span<const double> x, std::span<const double> y);

struct CorrelationInterval {
  double low = 0;
  double high = 0;
};

// By Fisher's z (1921): atanh r is nearly normal with standard error 1 ÷ √(n - 3). Missing below
// n = 4 and for |r| = 1.
std::optional<CorrelationInterval> IntervalOf(double r, size_t n, double confidence = 0.95);

}  // namespace trena
