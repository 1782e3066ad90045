// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/equal_trainings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "analyze/test_study.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

// C1 and C2, and C1b behind them.
TestStudy WithTwin(int replications) {
  TestStudy test = CrossingOf({{"batch", {16, 32}}}, replications);
  Scenario twin = test.plan.scenarios[0];
  twin.twin_of = twin.id;
  twin.id += "b";
  twin.key += " again";
  test.plan.scenarios.push_back(twin);
  for (int i = 1; i <= replications; ++i) {
    test.plan.runs.push_back({.scenario = 2, .replication = i});
  }
  return test;
}

std::vector<EqualTrainings> Find(const TestStudy& test) {
  return FindEqualTrainings(test.plan, test.runs, "train_s", 0.95);
}

// R: x <- log(c(10.2, 10.9, 9.8, 11.1) / c(10, 10.5, 10.1, 10.4)); exp(t.test(x)$conf.int)
TEST(EqualTrainings, TheRatioIsRs) {
  TestStudy test = WithTwin(4);
  AddRuns(test, {{10, 10.5, 10.1, 10.4}, {5, 5, 5, 5}, {10.2, 10.9, 9.8, 11.1}});
  const std::vector<EqualTrainings> all = Find(test);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].scenario + " " + all[0].twin, "C1 C1b");
  EXPECT_EQ(all[0].pairs, 4u);
  ASSERT_TRUE(all[0].ratio);
  EXPECT_NEAR(all[0].ratio->ratio, 1.023311672575, 1e-12);
  EXPECT_NEAR(all[0].ratio->low, 0.960092869956, 1e-12);
  EXPECT_NEAR(all[0].ratio->high, 1.090693215205, 1e-12);
  EXPECT_NEAR(all[0].ratio->Unseen(), 0.090693215205, 1e-12);
  EXPECT_FALSE(all[0].ratio->IsFalseAlarm());
}

TEST(EqualTrainings, OnlyPairsThatBothEndedWellCount) {
  TestStudy test = WithTwin(4);
  AddRuns(test, {{10, 11, 12}, {5, 5, 5, 5}, {10, 11.5}});
  test.AddRun(2, 3, Outcome::kFailed);
  test.AddRun(2, 4, 9);
  EXPECT_EQ(Find(test)[0].pairs, 2u);
  EXPECT_EQ(Find(test)[0].planned, 4u);
  EXPECT_TRUE(Find(test)[0].ratio);
  test.Remove(0, 1);
  EXPECT_EQ(Find(test)[0].pairs, 1u);
  EXPECT_FALSE(Find(test)[0].ratio);
  EXPECT_TRUE(Find(CrossingOf({{"batch", {16, 32}}}, 2)).empty());
}

// The design is analysed as if the twin were not there; what it cost is billed.
TEST(EqualTrainings, ATwinTellsNothingOfTheDesign) {
  TestStudy plain = CrossingOf({{"batch", {16, 32}}}, 3);
  plain.study.environments[0].price = ThousandthPerSecond("USD");
  AddRuns(plain, {{10, 11, 12}, {20, 21, 25}});
  TestStudy twice = WithTwin(3);
  twice.study.environments = plain.study.environments;
  AddRuns(twice, {{10, 11, 12}, {20, 21, 25}, {15, 16.5, 18.1}});
  const Analysis without = plain.Analyze();
  const Analysis with = twice.Analyze();
  EXPECT_EQ(with.scenarios.size(), 2u);
  EXPECT_EQ(with.planned_runs, 6);
  EXPECT_EQ(with.runs.size(), 6u);
  EXPECT_FALSE(WarningArguments(with, warning::kForeignRuns));
  EXPECT_EQ(with.main.stated->model.rows[0].percent, without.main.stated->model.rows[0].percent);
  EXPECT_NEAR(*with.cost.spent - *without.cost.spent, 0.001 * (15 + 16.5 + 18.1 + 30), 1e-12);
  EXPECT_EQ(with.verdict, without.verdict);
}

TEST(EqualTrainings, ADifferenceIsWarnedOfAndOnlyThen) {
  TestStudy test = WithTwin(3);
  AddRuns(test, {{10, 11, 12}, {20, 21, 25}, {15, 16.5, 18.1}});
  const auto told = WarningArguments(test.Analyze(), warning::kEqualDiffered);
  ASSERT_TRUE(told);
  EXPECT_EQ(*told, (std::vector<std::string>{"C1", "C1b", "50.3", "3"}));
  test.Run(2, 1).metrics["train_s"] = 9;
  EXPECT_FALSE(WarningArguments(test.Analyze(), warning::kEqualDiffered));
}

// On a machine whose speed wanders from block to block, equal trainings seem to differ in 5 % of
// the studies: of 4,000, with four standard deviations to either side.
TEST(EqualTrainings, FalseAlarmsAreAsRareAsIsSaid) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  constexpr int kStudies = 4000;
  int alarms = 0;
  for (int i = 0; i < kStudies; ++i) {
    TestStudy test = WithTwin(5);
    double machine = 0;
    for (int replication = 1; replication <= 5; ++replication) {
      machine += 0.1 * normal(random);
      for (size_t scenario : {0, 2}) {
        test.AddRun(scenario, replication, 10 * std::exp(machine + 0.02 * normal(random)));
      }
    }
    alarms += Find(test)[0].ratio->IsFalseAlarm() ? 1 : 0;
  }
  EXPECT_NEAR(1.0 * alarms / kStudies, 0.05, 4 * std::sqrt(0.05 * 0.95 / kStudies));
}

}  // namespace
}  // namespace trena
