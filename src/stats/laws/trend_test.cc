// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/trend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace trena {
namespace {

std::optional<double> CorrelationOf(const std::vector<double>& x, const std::vector<double>& y) {
  return Correlation(x, y);
}

// Mann's test on five rising values: S = 10, variance 5 · 4 · 15 ÷ 18, z = (10 - 1) ÷ √variance.
TEST(TrendTest, OneGroupIsMannsTest) {
  auto trend = FindTrend({{{1, 2, 3, 4, 5}, {10, 20, 25, 26, 40}}});
  ASSERT_TRUE(trend);
  EXPECT_EQ(trend->pairs, 10);
  EXPECT_DOUBLE_EQ(trend->s, 10);
  EXPECT_DOUBLE_EQ(trend->variance, 300.0 / 18);
  EXPECT_NEAR(trend->p, 0.0275, 0.0001);  // z = 2.2045 in a table of the normal distribution
  // Slopes 10, 7.5, 5.33, 7.5, 5, 3, 6.67, 1, 7.5, 14: in order 1 3 5 5.33 6.67 7.5 7.5 7.5 10 14.
  EXPECT_NEAR(trend->slope, (20.0 / 3 + 7.5) / 2, 1e-12);
}

// Groups of different height whose values all fall: only pairs within a group are compared.
TEST(TrendTest, GroupsAreNotComparedWithEachOther) {
  auto trend = FindTrend({{{1, 4}, {9, 8}}, {{2, 3}, {109, 108}}, {{5}, {1000}}});
  ASSERT_TRUE(trend);
  EXPECT_EQ(trend->pairs, 2);
  EXPECT_DOUBLE_EQ(trend->s, -2);
  EXPECT_DOUBLE_EQ(trend->variance, 2);  // 2 · 1 · 9 ÷ 18 each
  EXPECT_DOUBLE_EQ(trend->slope, (-1.0 / 3 - 1) / 2);
}

// The order in which values are given does not matter; their places do.
TEST(TrendTest, PlacesNeedNoOrder) {
  auto sorted = FindTrend({{{1, 2, 3, 4}, {5, 6, 6, 9}}});
  auto mixed = FindTrend({{{3, 1, 4, 2}, {6, 5, 9, 6}}});
  EXPECT_DOUBLE_EQ(sorted->s, 5);
  EXPECT_DOUBLE_EQ(mixed->s, 5);
  // One tie of two takes 2 · 1 · 9 ÷ 18 from 4 · 3 · 13 ÷ 18.
  EXPECT_DOUBLE_EQ(mixed->variance, 156.0 / 18 - 1);
  EXPECT_DOUBLE_EQ(sorted->slope, mixed->slope);
}

// Values with many ties that rise by 0.01 a place, in a group above the limit for all pairs: S is
// the sum of the signs of all pairs still, and the slope that of the values.
TEST(TrendTest, ALargeGroupIsComparedInAllItsPairs) {
  TrendGroup group;
  for (int i = 0; i < 700; ++i) {
    group.x.push_back(i);
    group.y.push_back(std::floor(0.01 * i + (i * 7919 % 13)));
  }
  double s = 0;
  for (size_t i = 0; i < 700; ++i) {
    for (size_t j = i + 1; j < 700; ++j) {
      s += (group.y[j] > group.y[i]) - (group.y[j] < group.y[i]);
    }
  }
  auto trend = FindTrend({group});
  ASSERT_TRUE(trend);
  EXPECT_EQ(trend->s, s);
  EXPECT_EQ(trend->pairs, 700 * 699 / 2);
  EXPECT_NEAR(trend->slope, 0.01, 0.005);
}

TEST(TrendTest, MissingWhereThereIsNothingToTell) {
  EXPECT_FALSE(FindTrend({}));
  EXPECT_FALSE(FindTrend({{{1}, {2}}, {{2}, {7}}}));
  EXPECT_FALSE(FindTrend({{{1, 2, 3}, {4, 4, 4}}}));
  EXPECT_FALSE(FindTrend({{{1, 2}, {4, std::numeric_limits<double>::quiet_NaN()}}}));
}

TEST(CorrelationTest, WorkedByHand) {
  // Deviations -1, 0, 1 and -1, 2, -1: products sum to 0. And a straight line falling.
  EXPECT_DOUBLE_EQ(*CorrelationOf({1, 2, 3}, {0, 3, 0}), 0);
  EXPECT_DOUBLE_EQ(*CorrelationOf({1, 2, 3}, {7, 5, 3}), -1);
  // x: -1.5 -0.5 0.5 1.5; y: -1 -1 1 1: 4 ÷ √(5 · 4).
  EXPECT_DOUBLE_EQ(*CorrelationOf({1, 2, 3, 4}, {2, 2, 4, 4}), 4 / std::sqrt(20.0));
  EXPECT_FALSE(CorrelationOf({1, 2}, {1, 2}));
  EXPECT_FALSE(CorrelationOf({1, 1, 1}, {1, 2, 3}));
  EXPECT_FALSE(CorrelationOf({1, 2, 3}, {1, 2}));
}

// z = atanh 0.73 = 0.9287 ± 1.95996 ÷ √11: from 0.3378 to 1.5197.
TEST(CorrelationTest, IntervalByFishersZ) {
  auto interval = IntervalOf(0.73, 14);
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, std::tanh(0.3378), 1e-4);
  EXPECT_NEAR(interval->high, std::tanh(1.5197), 1e-4);
  EXPECT_FALSE(IntervalOf(0.73, 3));
  EXPECT_FALSE(IntervalOf(1, 14));
}

}  // namespace
}  // namespace trena
