// SPDX-License-Identifier: Apache-2.0
#include "stats/ratio_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace trena {
namespace {

// Every r in Fieller's interval, and no other, has |n - r d| within the critical standard errors.
TEST(FiellerRatio, EndsAreWhereTheStatisticIsCritical) {
  const EstimatePair pair{.numerator = 12,
                          .denominator = 8,
                          .numerator_variance = 0.5,
                          .denominator_variance = 0.3,
                          .covariance = 0.1};
  const auto result = FiellerRatio(pair, 2.5);
  ASSERT_TRUE(result && result->low && result->high);
  EXPECT_EQ(result->ratio, 1.5);
  for (double r : {*result->low, *result->high}) {
    const double error = std::sqrt(0.5 - 2 * r * 0.1 + r * r * 0.3);
    EXPECT_NEAR(std::abs(12 - r * 8) / error, 2.5, 1e-12);
  }
  EXPECT_LT(*result->low, 1.5);
  EXPECT_GT(*result->high, 1.5);
}

TEST(FiellerRatio, NoIntervalWhenTheDenominatorMayBeZero) {
  const auto result = FiellerRatio({.numerator = 1,
                                    .denominator = 1,
                                    .numerator_variance = 1,
                                    .denominator_variance = 1,
                                    .covariance = 0},
                                   2);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->low || result->high);
  EXPECT_FALSE(FiellerRatio({.numerator = 1, .denominator = 0}, 2));
}

TEST(FiellerRatio, NoVarianceIsAPoint) {
  const auto result = FiellerRatio({.numerator = 3, .denominator = 2}, 2);
  EXPECT_NEAR(*result->low, 1.5, 1e-12);
  EXPECT_NEAR(*result->high, 1.5, 1e-12);
}

TEST(GeometricMean, InverseRatiosHaveInverseMeans) {
  const std::vector<double> ratios = {2, 8, 0.5};
  const std::vector<double> inverse = {0.5, 0.125, 2};
  const auto a = GeometricMean(ratios);
  const auto b = GeometricMean(inverse);
  EXPECT_NEAR(a->ratio, 2, 1e-12);  // the cube root of 8
  EXPECT_NEAR(a->ratio * b->ratio, 1, 1e-12);
  EXPECT_NEAR(*a->low * *b->high, 1, 1e-12);
  // log 2 ± 4.302653 (t of 2 df) · log 4 / sqrt 3
  EXPECT_NEAR(*a->high, std::exp(std::log(2) + 4.30265273 * std::log(4) / std::sqrt(3)), 1e-5);
}

TEST(GeometricMean, Edges) {
  EXPECT_FALSE(GeometricMean({}));
  EXPECT_FALSE(GeometricMean(std::vector<double>{1, 0}));
  EXPECT_FALSE(GeometricMean(std::vector<double>{1, -1}));
  const auto one = GeometricMean(std::vector<double>{3});
  EXPECT_NEAR(one->ratio, 3, 1e-12);
  EXPECT_FALSE(one->low);
}

}  // namespace
}  // namespace trena
