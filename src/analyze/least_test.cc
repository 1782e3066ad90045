// SPDX-License-Identifier: Apache-2.0
#include "analyze/least.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analyze/test_study.h"

namespace trena {
namespace {

using LeastNames = std::vector<std::string>;

Summary SummaryOf(std::vector<double> values) { return Summarize(values); }

// C1 and C2 of Jain's example, means 15 and 24: standard error √(9/3 + 21/3), t = 2.846 with 3.448
// degrees of freedom; R: pt(-2.846, 3.448) is 0.0275.
TEST(IsAbove, WelchOneSidedWithBonferroni) {
  const Summary a = SummaryOf({15, 18, 12});
  const Summary b = SummaryOf({25, 28, 19});
  EXPECT_TRUE(IsAbove(a, b, 1, 0.95));
  EXPECT_FALSE(IsAbove(a, b, 2, 0.95)) << "0.055 of two comparisons";
  EXPECT_FALSE(IsAbove(b, a, 1, 0.95)) << "it is below";
}

TEST(IsAbove, OneValueTellsNothing) {
  EXPECT_FALSE(IsAbove(SummaryOf({1}), SummaryOf({100}), 1, 0.95));
  EXPECT_FALSE(IsAbove(SummaryOf({1, 2}), SummaryOf({100}), 1, 0.95));
}

TEST(IsAbove, ValuesThatNeverDiffer) {
  EXPECT_TRUE(IsAbove(SummaryOf({1, 1}), SummaryOf({2, 2}), 1, 0.95));
  EXPECT_FALSE(IsAbove(SummaryOf({1, 1}), SummaryOf({1, 1}), 1, 0.95));
}

// Eight scenarios that are all alike: the first may always be the least, but for 5 % of the
// studies.
TEST(FindLeast, TheTrueLeastIsSeldomLeftOut) {
  std::mt19937_64 random(31);
  std::normal_distribution<double> normal;
  constexpr int kStudies = 150;
  int left_out = 0;
  for (int i = 0; i < kStudies; ++i) {
    Analysis analysis;
    analysis.time = analysis.response = "train_s";
    for (int scenario = 0; scenario < 8; ++scenario) {
      ScenarioAnalysis made;
      made.id = "C" + std::to_string(scenario + 1);
      for (int k = 0; k < 3; ++k) {
        made.metrics["train_s"].values.push_back(50 + normal(random));
      }
      made.metrics["train_s"].summary = Summarize(made.metrics["train_s"].values);
      analysis.scenarios.push_back(std::move(made));
    }
    const Least least = FindLeast(analysis, "train_s");
    const auto& others = least.not_told_apart;
    left_out +=
        least.scenario != "C1" && std::find(others.begin(), others.end(), "C1") == others.end();
  }
  EXPECT_LE(left_out, 0.1 * kStudies);
}

// At one price cost is time: the same scenarios are named of both, also on the log scale.
TEST(FindLeast, CostAndTimeAgreeAtOnePrice) {
  for (const char* scale : {"raw", "log"}) {
    TestStudy test = CrossingOf({{"batch", {64, 128, 256}}}, 3);
    test.study.environments[0].price = ThousandthPerSecond("USD");
    test.study.analyze.scale = scale;
    AddRuns(test, {{10, 11, 12}, {11, 11.2, 13}, {30, 35, 40}});
    const Analysis analysis = test.Analyze();
    EXPECT_EQ(analysis.cost.not_told_apart, LeastNames{"C2"}) << scale;
    EXPECT_EQ(analysis.fastest_not_told_apart, LeastNames{"C2"}) << scale;
  }
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
