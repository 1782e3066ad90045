// SPDX-License-Identifier: Apache-2.0
#include "stats/running_summary.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace trena {
namespace {

TEST(RunningSummary, IsTheSummaryOfAllValues) {
  // At every length, near zero and far from it.
  for (double offset : {0.0, 1e6}) {
    std::mt19937 random(7);
    std::lognormal_distribution<double> values(0, 1);
    RunningSummary running;
    std::vector<double> all;
    for (int i = 0; i < 200; ++i) {
      all.push_back(offset + values(random));
      running.Add(all.back());
      Summary expected = Summarize(all);
      Summary now = running.Now();
      ASSERT_EQ(now.n, all.size());
      ASSERT_NEAR(*now.mean, *expected.mean, 1e-12 * *expected.mean);
      ASSERT_EQ(now.sd.has_value(), expected.sd.has_value());
      if (!now.sd) continue;
      ASSERT_NEAR(*now.sd, *expected.sd, 1e-7 * *expected.sd);
      ASSERT_NEAR(*now.low, *expected.low, 1e-9 * *expected.mean);
      ASSERT_NEAR(*now.high, *expected.high, 1e-9 * *expected.mean);
    }
  }
}

TEST(RunningSummary, WithoutValuesThereAreNoFigures) {
  Summary none = RunningSummary().Now();
  EXPECT_EQ(none.n, 0u);
  EXPECT_EQ(none.mean, std::nullopt);
  RunningSummary one;
  one.Add(3);
  EXPECT_EQ(one.Now().mean, 3);
  EXPECT_EQ(one.Now().high, std::nullopt);
  EXPECT_EQ(one.Now().median, std::nullopt) << "not kept, so not known";
}

}  // namespace
}  // namespace trena
