// SPDX-License-Identifier: Apache-2.0
// Two or more samples side by side: whether their means differ (Welch's t, Biometrika 34, 1947),
// and whether their variances do (Brown and Forsythe, J. American Statistical Association 69,
// 1974), also where data are not normal.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace trena {

struct MeanDifference {
  double difference = 0;  // first - second
  double standard_error = 0;
  double t = 0;
  double df = 0;
  double p = 0;
  double low = 0;
  double high = 0;
};

// Welch's: variances need not be equal. Missing with fewer than two values in either, or when
// neither varies.
std::optional<MeanDifference> WelchTest(std::span<const double> first,
                                        std::span<const double> second, double confidence = 0.95);

enum class SpreadCentre { kMean, kMedian };  // Levene's own, and Brown and Forsythe's

struct SpreadTest {
  double f = 0;
  double df1 = 0;
  double df2 = 0;
  double p = 0;
};

// The analysis of variance of each value's distance from its group's centre. Groups of a single
// value tell nothing and are left out. Missing with fewer than two groups, or when no distance
// differs from its group's.
std::optional<SpreadTest> CompareSpreads(std::span<const std::vector<double>> groups,
                                         SpreadCentre centre = SpreadCentre::kMedian);

}  // namespace trena
