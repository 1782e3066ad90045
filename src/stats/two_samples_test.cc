// SPDX-License-Identifier: Apache-2.0
// Against R's t.test and anova: models_r_test.cc.
#include "stats/two_samples.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace trena
