// SPDX-License-Identifier: Apache-2.0
// Against R's t.test and anova: models_r_test.cc.
#include "stats/comparisons/two_samples.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

using TwoSamplesNumbers = std::vector<double>;

// By hand: means 2 and 6, variances 1 and 4; se² = 1/3 + 4/3, df = (5/3)² / (1/18 + 16/18).
TEST(Welch, WorkedByHand) {
  const auto test = WelchTest(TwoSamplesNumbers{1, 2, 3}, TwoSamplesNumbers{4, 6, 8});
  ASSERT_TRUE(test);
  EXPECT_NEAR(test->difference, -4, 1e-12);
  EXPECT_NEAR(test->t, -4 / 1.2909944487358056, 1e-12);
  EXPECT_NEAR(test->df, 25.0 / 9 * 18 / 17, 1e-12);
  EXPECT_GT(test->p, 0.05);  // so the interval holds zero
  EXPECT_GT(test->high, 0);
}

TEST(Welch, Edges) {
  EXPECT_FALSE(WelchTest(TwoSamplesNumbers{1}, TwoSamplesNumbers{4, 6}));
  EXPECT_FALSE(WelchTest(TwoSamplesNumbers{}, TwoSamplesNumbers{}));
  EXPECT_FALSE(WelchTest(TwoSamplesNumbers{2, 2}, TwoSamplesNumbers{3, 3}));
  EXPECT_TRUE(WelchTest(TwoSamplesNumbers{2, 2}, TwoSamplesNumbers{3, 4}));
}

TEST(Spreads, Edges) {
  const std::vector<TwoSamplesNumbers> different = {{10, 10.1, 9.9, 10, 10.05},
                                                    {10, 20, 0, 25, -4}};
  const auto test = CompareSpreads(different);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->df1, 1);
  EXPECT_EQ(test->df2, 8);
  EXPECT_LT(test->p, 0.05);
  EXPECT_NE(CompareSpreads(different, SpreadCentre::kMean)->f, test->f);
  EXPECT_FALSE(CompareSpreads(std::vector<TwoSamplesNumbers>{{1, 2, 3}}));
  EXPECT_FALSE(CompareSpreads(std::vector<TwoSamplesNumbers>{{1, 2, 3}, {4}}));
  EXPECT_FALSE(CompareSpreads(std::vector<TwoSamplesNumbers>{{1, 1}, {4, 4}}));
}

// Student's t with two degrees of freedom has P(|T| > t) = 1 − t ÷ √(2 + t²). Here t = −4 ÷ √2, and
// the quantile of 97.5 % is 4.302653.
TEST(Welch, TwoOfEachInClosedForm) {
  const auto test = WelchTest(TwoSamplesNumbers{1, 3}, TwoSamplesNumbers{5, 7});
  ASSERT_TRUE(test);
  EXPECT_NEAR(test->df, 2, 1e-12);
  EXPECT_NEAR(test->standard_error, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(test->p, 1 - std::sqrt(8.0) / std::sqrt(10.0), 1e-12);
  EXPECT_NEAR(test->low, -4 - 4.302653 * std::sqrt(2.0), 1e-5);
  EXPECT_NEAR(test->high, -4 + 4.302653 * std::sqrt(2.0), 1e-5);
  // Turned round only the signs change.
  const auto turned = WelchTest(TwoSamplesNumbers{5, 7}, TwoSamplesNumbers{1, 3});
  EXPECT_NEAR(turned->difference, 4, 1e-12);
  EXPECT_NEAR(turned->p, test->p, 1e-12);
  EXPECT_NEAR(turned->low, -test->high, 1e-12);
}

// Distances from the medians 1 and 2: 1, 0, 4 and 2, 0, 8. Between 25 ÷ 6, within 26 ÷ 3 + 104 ÷ 3:
// F = 5 ÷ 13. From the means 2 and 4: 2, 1, 3 and 4, 2, 6, F = 6 ÷ (10 ÷ 4). P(|T| > t) with four
// degrees is 1 − sin θ (1 + cos² θ ÷ 2), tan θ = t ÷ 2.
TEST(Spreads, WorkedByHand) {
  const std::vector<TwoSamplesNumbers> groups = {{0, 1, 5}, {10, 0, 2}};
  const auto median = CompareSpreads(groups);
  ASSERT_TRUE(median);
  EXPECT_NEAR(median->f, 5 / 13.0, 1e-12);
  EXPECT_EQ(median->df1, 1);
  EXPECT_EQ(median->df2, 4);
  const double theta = std::atan(std::sqrt(5 / 13.0) / 2);
  EXPECT_NEAR(median->p, 1 - std::sin(theta) * (1 + std::cos(theta) * std::cos(theta) / 2), 1e-10);
  EXPECT_NEAR(CompareSpreads(groups, SpreadCentre::kMean)->f, 2.4, 1e-12);
  // A group of one tells nothing: the answer is that of the others.
  const std::vector<TwoSamplesNumbers> more = {{0, 1, 5}, {7}, {10, 0, 2}, {}};
  EXPECT_NEAR(CompareSpreads(more)->f, 5 / 13.0, 1e-12);
  EXPECT_EQ(CompareSpreads(more)->df2, 4);
}

}  // namespace
}  // namespace trena
