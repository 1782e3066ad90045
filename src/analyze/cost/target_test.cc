// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/target.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"

namespace trena {
namespace {

using Epochs = std::vector<EpochReading>;

TEST(Target, IsReachedInTheFirstEpochThatDoes) {
  const RunTarget run = FindTarget("f", Epochs{{3, 0.5}, {2, 0.9}, {2, 0.8}, {2, 0.95}}, 0.9);
  EXPECT_EQ(run.end, TargetEnd::kReached);
  EXPECT_EQ(run.epoch, 2);
  EXPECT_EQ(run.seconds, 5);
  EXPECT_EQ(run.best, 0.95);
}

TEST(Target, ARunThatNeverReachesItIsCensoredAtItsEnd) {
  const RunTarget run = FindTarget("f", Epochs{{3, 0.5}, {2, 0.7}}, 0.9);
  EXPECT_EQ(run.end, TargetEnd::kCensored);
  EXPECT_EQ(run.seconds, 5);
  EXPECT_EQ(run.best, 0.7);
}

TEST(Target, WhatIsNotToldIsUnknown) {
  EXPECT_EQ(FindTarget("f", {}, 0.9).end, TargetEnd::kUnknown);
  EXPECT_EQ(FindTarget("f", Epochs{{3, {}}, {2, 0.95}}, 0.9).end, TargetEnd::kUnknown)
      << "it may have been reached in the first";
  EXPECT_EQ(FindTarget("f", Epochs{{{}, 0.5}, {2, 0.95}}, 0.9).end, TargetEnd::kUnknown);
  // Seconds of epochs after it do not matter.
  EXPECT_EQ(FindTarget("f", Epochs{{3, 0.95}, {{}, 0.96}}, 0.9).end, TargetEnd::kReached);
}

// C1 reaches it after 10 and 20 s, C2 in one run of three, C3 is not told.
TestStudy ThreeScenarios(RunEpochs& epochs) {
  TestStudy test = CrossingOf({{"batch", {32, 64, 128}}}, 3);
  test.study.environments = {EnvironmentOf("here", ThousandthPerSecond("USD"))};
  test.study.analyze.target_accuracy = 0.9;
  AddRuns(test, {{40, 40, 40}, {40, 40, 40}, {40, 40, 40}});
  epochs["C1-r1-a1"] = {{10, 0.9}, {30, 0.95}};
  epochs["C1-r2-a1"] = {{10, 0.8}, {10, 0.92}, {20, 0.9}};
  epochs["C1-r3-a1"] = {{15, 0.91}, {25, 0.9}};
  epochs["C2-r1-a1"] = {{20, 0.9}, {20, 0.9}};
  epochs["C2-r2-a1"] = {{20, 0.5}, {20, 0.6}};
  epochs["C2-r3-a1"] = {{20, 0.5}, {20, 0.7}};
  return test;
}

TEST(Target, MeansWhereAllReachedItAndCountsWhereNot) {
  RunEpochs epochs;
  const TestStudy test = ThreeScenarios(epochs);
  const TargetAnalysis target = *Analyze(test.study, test.plan, test.runs, {}, {}, epochs).target;
  ASSERT_EQ(target.scenarios.size(), 3u);
  EXPECT_EQ(target.scenarios[0].reached, 3u);
  EXPECT_DOUBLE_EQ(*target.scenarios[0].seconds->mean, 15);
  EXPECT_DOUBLE_EQ(*target.scenarios[0].cost->mean, 0.015);
  EXPECT_EQ(target.scenarios[1].reached, 1u);
  EXPECT_EQ(target.scenarios[1].censored, 2u);
  EXPECT_FALSE(target.scenarios[1].seconds) << "a mean of those that reached it would flatter";
  EXPECT_EQ(target.scenarios[1].median_seconds, std::nullopt) << "fewer than half reached it";
  EXPECT_EQ(target.scenarios[1].best, 0.9);
  EXPECT_EQ(target.scenarios[2].unknown, 3u);
  EXPECT_EQ(target.fastest, "C1");
  EXPECT_EQ(target.cheapest, "C1");
}

TEST(Target, MedianWhereMoreThanHalfReachedIt) {
  RunEpochs epochs;
  const TestStudy test = ThreeScenarios(epochs);
  epochs["C2-r3-a1"] = {{25, 0.95}, {20, 0.7}};
  const TargetAnalysis target = *Analyze(test.study, test.plan, test.runs, {}, {}, epochs).target;
  EXPECT_EQ(target.scenarios[1].median_seconds, 25);
  EXPECT_DOUBLE_EQ(*target.scenarios[1].median_cost, 0.025);
}

TEST(Target, EpochsOfAnImpossibleTimeAreNotBelieved) {
  RunEpochs epochs;
  TestStudy test = ThreeScenarios(epochs);
  test.Run(0, 1).notes = {"impossible_time"};
  const TargetAnalysis target = *Analyze(test.study, test.plan, test.runs, {}, {}, epochs).target;
  EXPECT_EQ(target.scenarios[0].unknown, 1u);
  EXPECT_FALSE(target.scenarios[0].seconds);
}

TEST(Target, OnlyWhereAskedFor) {
  RunEpochs epochs;
  TestStudy test = ThreeScenarios(epochs);
  test.study.analyze.target_accuracy.reset();
  EXPECT_FALSE(Analyze(test.study, test.plan, test.runs, {}, {}, epochs).target);
}

}  // namespace
}  // namespace trena
