// SPDX-License-Identifier: Apache-2.0
#include "analyze/least.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/test_study.h"

namespace trena {
namespace {

using LeastNames = std::vector<std::string>;

Summary SummaryOf(std::vector<double> values) { return Summarize(values); }

// C1 and C2 of Jain's example, means 15 and 24. Pooled: s_e = 3.571 with 8 degrees of freedom, so
// differences above qt(0.975, 8) · s_e · √(2/3) = 2.306 · 2.916 = 6.72 are told apart. Welch:
// standard error √(9/3 + 21/3), t = 2.846 with 3.448 degrees of freedom, below qt(0.975, 3.448)
// = 2.961.
TEST(ToldApart, PooledTellsWhatWelchCannot) {
  const Summary a = SummaryOf({15, 18, 12});
  const Summary b = SummaryOf({25, 28, 19});
  EXPECT_TRUE(ToldApart(a, b, PooledDeviation{std::sqrt(102 / 8.0), 8}, 0.95));
  EXPECT_TRUE(ToldApart(b, a, PooledDeviation{std::sqrt(102 / 8.0), 8}, 0.95));
  EXPECT_FALSE(ToldApart(a, b, std::nullopt, 0.95));
}

TEST(ToldApart, AtTheEdgeOfThePooledInterval) {
  const PooledDeviation pooled{std::sqrt(102 / 8.0), 8};
  const Summary a = SummaryOf({15, 18, 12});
  EXPECT_FALSE(ToldApart(a, SummaryOf({21.7, 21.7, 21.7}), pooled, 0.95));
  EXPECT_TRUE(ToldApart(a, SummaryOf({21.75, 21.75, 21.75}), pooled, 0.95));
}

TEST(ToldApart, WelchAtItsEdge) {
  const Summary a = SummaryOf({15, 18, 12});
  // The difference must exceed 2.961 · √10 = 9.363.
  EXPECT_FALSE(ToldApart(a, SummaryOf({25.3, 28.3, 19.3}), std::nullopt, 0.95));
  EXPECT_TRUE(ToldApart(a, SummaryOf({25.4, 28.4, 19.4}), std::nullopt, 0.95));
}

TEST(ToldApart, OneValueTellsNothing) {
  EXPECT_FALSE(ToldApart(SummaryOf({1}), SummaryOf({100}), std::nullopt, 0.95));
  EXPECT_FALSE(ToldApart(SummaryOf({1, 2}), SummaryOf({100}), std::nullopt, 0.95));
}

TEST(ToldApart, ValuesThatNeverDiffer) {
  EXPECT_TRUE(ToldApart(SummaryOf({1, 1}), SummaryOf({2, 2}), std::nullopt, 0.95));
  EXPECT_FALSE(ToldApart(SummaryOf({1, 1}), SummaryOf({1, 1}), std::nullopt, 0.95));
}

TEST(FindLeast, UsesThePooledDeviationOfTheModel) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = ThousandthPerSecond("USD");
  EXPECT_TRUE(test.Analyze().cost.not_told_apart.empty());
  EXPECT_TRUE(test.Analyze().fastest_not_told_apart.empty());
  test.Remove(3, 3);  // unbalanced, and pooled all the same
  EXPECT_TRUE(test.Analyze().cost.not_told_apart.empty());
  // In whole plots the deviation of runs is not that of scenarios, and Welch must do: C1 and C2 are
  // as above.
  test.plan.hard_to_change = {"memory"};
  for (RunRecord& run : test.runs) {
    run.block = run.replication;
    run.plot = 2 * run.replication + (run.scenario < "C3" ? 0 : 1);
  }
  EXPECT_EQ(test.Analyze().cost.not_told_apart, LeastNames{"C2"});
  EXPECT_EQ(test.Analyze().fastest_not_told_apart, LeastNames{"C2"});
}

TEST(FindLeast, OfEqualCostsTheFasterIsFirst) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  test.study.environments[0].price = Free();
  AddRuns(test, {{50, 51}, {20, 21}});
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.cost.cheapest, "C2");
  EXPECT_EQ(analysis.cost.not_told_apart, LeastNames{"C1"});
}

TEST(FindLeast, ScenariosWithoutTheMetricAreNotCompared) {
  TestStudy test = JainStudy();
  for (int replication : {1, 2, 3}) test.Run(0, replication).outcome = Outcome::kFailed;
  EXPECT_EQ(test.Analyze().fastest, "C2");
}

}  // namespace
}  // namespace trena
