// SPDX-License-Identifier: Apache-2.0
#include "analyze/find_warnings.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"
#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

using FindWarningsNames = std::vector<std::string>;

TEST(FindWarnings, ScenariosThatSpreadWide) {
  const Analysis analysis = JainStudy().Analyze();
  // 3 of 15, √21 of 24; C3's is 3 of 48 and C4's √12 of 77.
  EXPECT_EQ(WarningArguments(analysis, warning::kNoisy), (FindWarningsNames{"20.0", "C1", "C2"}));
}

// The seeds saw Caffe's loss go negative after convergence: it must be flagged.
TEST(FindWarnings, LossesThatCannotBe) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{10, 11}, {12, 13}});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kNegativeLoss), std::nullopt);
  test.Run(1, 1).notes = {"negative_loss"};
  test.Run(1, 2).notes = {"left_children", "negative_loss"};
  test.Run(0, 1).notes = {"diverged"};
  Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kNegativeLoss), (FindWarningsNames{"2", "C2"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kDiverged), (FindWarningsNames{"1", "C1"}));
  for (RunRecord& run : test.runs) run.framework = "command";
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kNegativeLoss), std::nullopt)
      << "a likelihood may be negative";
}

TEST(FindWarnings, WhatCannotBeIsNamedWithItsValue) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{10, 11}, {12, 13}});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kImpossibleValues), std::nullopt);
  test.Run(0, 1).impossible = {{"accuracy", 1e9}};
  test.Run(0, 2).impossible = {{"accuracy", 2e9}, {"train_s", -5}};
  test.Run(1, 1).impossible = {{"images", 60000}};
  EXPECT_EQ(
      WarningArguments(test.Analyze(), warning::kImpossibleValues),
      (FindWarningsNames{"3", "accuracy 1e+09 (C1)", "train_s -5 (C1)", "images 60000 (C2)"}));
}

// Each pattern has a warning of its own.
TEST(FindWarnings, WhatCouldNotBeSeen) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{10, 11}, {12, 13}});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kUnmatchedPattern), std::nullopt);
  test.Run(0, 1).notes = {"unmatched_pattern:begin", "first_epoch_untimed"};
  test.Run(1, 1).notes = {"unmatched_pattern:begin", "short_run"};
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kUnmatchedPattern),
            (FindWarningsNames{"begin", "2", "C1", "C2"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kFirstEpochUntimed),
            (FindWarningsNames{"1", "C1"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kShortRun), (FindWarningsNames{"1", "C2"}));
}

TEST(FindWarnings, AnOutlierIsNamedAndKept) {
  TestStudy test = CrossingOf({{"batch", {64}}}, 5);
  // 110 is t = 5.89 from the others (3 degrees of freedom), five times its p is 0.049.
  AddRuns(test, {{100, 101, 102, 103, 110}});
  Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kOutlier),
            (FindWarningsNames{"C1", "C1-r5-a1", "110", "102"}));
  EXPECT_EQ(analysis.scenarios[0].metrics.at("train_s").summary.n, 5u);
  test.Run(0, 5).metrics["train_s"] = 107.1;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kOutlier), std::nullopt);
}

TEST(FindWarnings, OutliersTakeFiveValuesThatDiffer) {
  TestStudy test = CrossingOf({{"batch", {64}}}, 5);
  AddRuns(test, {{100, 101, 102, 900}});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kOutlier), std::nullopt);
  test.runs.clear();
  AddRuns(test, {{100, 100, 100, 100, 100.1}});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kOutlier), std::nullopt);
}

TEST(FindWarnings, StandInsPerEnvironmentWithEveryDifferenceOnce) {
  TestStudy test = JainStudy();
  test.Run(0, 1).stand_in = {"2 vCPUs instead of 4"};
  test.Run(0, 2).stand_in = {"2 vCPUs instead of 4", "4 GB instead of 8 GB"};
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kStandIn),
            (FindWarningsNames{"here", "2 vCPUs instead of 4", "4 GB instead of 8 GB"}));
  EXPECT_TRUE(analysis.scenarios[0].stand_in);
  EXPECT_FALSE(analysis.scenarios[1].stand_in);
}

TEST(FindWarnings, WhatIsNotRealTraining) {
  TestStudy test = JainStudy();
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kSyntheticData), std::nullopt);
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kSimulatedRunner), std::nullopt);
  test.Run(0, 1).synthetic = true;
  test.Run(0, 1).fixed = {{"dataset", "mnist"}};
  test.Run(1, 1).simulated = true;
  test.Run(1, 1).framework = "fake";
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kSyntheticData), FindWarningsNames{"mnist"});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kSimulatedRunner), FindWarningsNames{"fake"});
}

// Proven by a try without the cause, or likely beside another framework; each once per framework.
TEST(FindWarnings, HandicapsThatTheRunsCarry) {
  TestStudy test = JainStudy();
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kHandicap), std::nullopt);
  for (int replication : {1, 2}) {
    test.Run(0, replication).framework = "caffe";
    test.Run(0, replication).framework_version = "1.0";
    test.Run(0, replication).installed.Change()["handicap"] = {
        {"cause", "a cause"}, {"fix", "a fix"}, {"times", 3.14}};
  }
  test.Run(1, 1).framework = "mxnet";
  test.Run(1, 1).framework_version = "1.9.1";
  test.Run(1, 1).installed.Change()["handicap"] = {
      {"cause", "another"}, {"fix", "none"}, {"times", 2.5}, {"beside", "jax@0.10.2"}};
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kHandicap),
            (FindWarningsNames{"caffe@1.0", "3.1", "a cause"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kLikelyHandicap),
            (FindWarningsNames{"mxnet@1.9.1", "2.5", "another", "jax@0.10.2"}));
  ASSERT_EQ(analysis.verdict, Verdict::kValidWithReservations);
  EXPECT_EQ(analysis.reservations[0].code, reservation::kHandicap);
  EXPECT_EQ(analysis.reservations[0].arguments, (FindWarningsNames{"caffe@1.0", "mxnet@1.9.1"}));
}

TEST(FindWarnings, DifferentCpusWithinOneEnvironment) {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}}, 2);
  test.study.environments = {EnvironmentOf("a"), EnvironmentOf("b")};
  AddRuns(test, {{1, 2}, {3, 4}});
  for (int replication : {1, 2}) test.Run(0, replication).facts.Change()["cpu"]["model"] = "Xeon";
  for (int replication : {1, 2}) test.Run(1, replication).facts.Change()["cpu"]["model"] = "EPYC";
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kMixedMachines), std::nullopt);
  test.Run(1, 2).facts.Change()["cpu"]["model"] = "Xeon";
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kMixedMachines),
            (FindWarningsNames{"b", "EPYC", "Xeon"}));
}

TEST(FindWarnings, RunsThatGaveNoNumber) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kFailed;
  test.Run(2, 1).outcome = Outcome::kFailed;
  test.Run(2, 2).outcome = Outcome::kFailed;
  test.Run(1, 1).outcome = Outcome::kOutOfMemory;
  test.Run(3, 1).outcome = Outcome::kTimedOut;
  test.Remove(3, 2);
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(WarningArguments(analysis, warning::kFailedRuns), (FindWarningsNames{"3", "C1", "C3"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kOutOfMemory), (FindWarningsNames{"1", "C2"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kTimedOut), (FindWarningsNames{"1", "C4"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kMissingRuns), (FindWarningsNames{"1", "12"}));
}

TEST(FindWarnings, FewReplicationsOnlyWhereMoreWouldDecide) {
  EXPECT_EQ(WarningArguments(JainStudy().Analyze(), warning::kFewReplications), std::nullopt);
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 3);
  AddRuns(test, {{10, 11, 12}, {10, 11, 13}});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kFewReplications), FindWarningsNames{"3"});
}

}  // namespace
}  // namespace trena
