// SPDX-License-Identifier: Apache-2.0
// Against R's t.test, var.test and anova: models_r_test.cc.
#include "stats/two_samples.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

using Numbers = std::vector<double>;

// By hand: means 2 and 6, variances 1 and 4; se² = 1/3 + 4/3, df = (5/3)² / (1/18 + 16/18).
TEST(Welch, WorkedByHand) {
  const auto test = WelchTest(Numbers{1, 2, 3}, Numbers{4, 6, 8});
  ASSERT_TRUE(test);
  EXPECT_NEAR(test->difference, -4, 1e-12);
  EXPECT_NEAR(test->t, -4 / 1.2909944487358056, 1e-12);
  EXPECT_NEAR(test->df, 25.0 / 9 * 18 / 17, 1e-12);
  EXPECT_GT(test->p, 0.05);  // so the interval holds zero
  EXPECT_GT(test->high, 0);
}

TEST(Welch, Edges) {
  EXPECT_FALSE(WelchTest(Numbers{1}, Numbers{4, 6}));
  EXPECT_FALSE(WelchTest(Numbers{}, Numbers{}));
  EXPECT_FALSE(WelchTest(Numbers{2, 2}, Numbers{3, 3}));
  EXPECT_TRUE(WelchTest(Numbers{2, 2}, Numbers{3, 4}));
}

TEST(Variance, Edges) {
  const auto test = VarianceTest(Numbers{1, 2, 3}, Numbers{4, 6, 8});
  ASSERT_TRUE(test);
  EXPECT_NEAR(test->ratio, 0.25, 1e-12);
  EXPECT_NEAR(test->p, 0.4, 1e-12);  // P(F(2,2) <= x) = x / (1 + x): 2 · 0.2
  EXPECT_FALSE(VarianceTest(Numbers{1}, Numbers{4, 6}));
  EXPECT_FALSE(VarianceTest(Numbers{1, 2}, Numbers{4, 4}));
}

TEST(Spreads, Edges) {
  const std::vector<Numbers> different = {{10, 10.1, 9.9, 10, 10.05}, {10, 20, 0, 25, -4}};
  const auto test = CompareSpreads(different);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->df1, 1);
  EXPECT_EQ(test->df2, 8);
  EXPECT_LT(test->p, 0.05);
  EXPECT_NE(CompareSpreads(different, SpreadCentre::kMean)->f, test->f);
  EXPECT_FALSE(CompareSpreads(std::vector<Numbers>{{1, 2, 3}}));
  EXPECT_FALSE(CompareSpreads(std::vector<Numbers>{{1, 2, 3}, {4}}));
  EXPECT_FALSE(CompareSpreads(std::vector<Numbers>{{1, 1}, {4, 4}}));
}

}  // namespace
}  // namespace trena
