// SPDX-License-Identifier: Apache-2.0
#include "analyze/verdict.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

constexpr NextStep kMeasure{NextStep::Kind::kMeasure};
constexpr NextStep kRetry{NextStep::Kind::kRetry};
NextStep Replicate(int times) { return {NextStep::Kind::kReplicate, times}; }

using Reasons = std::vector<std::string>;

TEST(Verdict, ValidWhenEverythingIsThere) {
  const Analysis analysis = JainStudy().Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kValid);
  EXPECT_TRUE(analysis.verdict_reasons.empty());
  EXPECT_EQ(ToString(analysis.verdict), "valid");
}

TEST(Verdict, NothingMeasured) {
  TestStudy test = JainStudy();
  test.runs.clear();
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(ToString(analysis.verdict), "invalid");
  EXPECT_EQ(analysis.verdict_reasons,
            (Reasons{verdict_reason::kNothingMeasured, verdict_reason::kMissingRuns}));
}

// Whatever keeps a model from being fitted, its absence proves nothing.
TEST(Verdict, WhatCouldNotBeComputedIsNotValid) {
  TestStudy test = JainStudy();
  test.study.analyze.model = "nosuch*((";
  Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kNotComputed});
  test.study.analyze.model.clear();
  test.study.analyze.scale = "log";
  for (RunRecord& run : test.runs) run.metrics["train_s"] = 0;
  EXPECT_EQ(test.Analyze().verdict_reasons, Reasons{verdict_reason::kNotComputed});
}

TEST(Verdict, MissingRunsComeFirst) {
  TestStudy test = JainStudy();
  test.Remove(0, 1);
  test.Run(1, 1).outcome = Outcome::kFailed;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(ToString(analysis.verdict), "inconclusive");
  EXPECT_EQ(analysis.verdict_reasons,
            (Reasons{verdict_reason::kMissingRuns, verdict_reason::kFailedRuns}));
  EXPECT_EQ(analysis.next, kMeasure);
}

TEST(Verdict, InterruptedRunsAreMissing) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kInterrupted;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kMissingRuns});
  EXPECT_EQ(analysis.next, kMeasure);
}

TEST(Verdict, FailedRunsAreRetried) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kFailed;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kFailedRuns});
  EXPECT_EQ(analysis.next, kRetry);
}

TEST(Verdict, ATimeoutIsNotMendedByMeasuringAgain) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kTimedOut;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.next, NextStep{});
}

TEST(Verdict, InvalidWhenMostRunsFailed) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 4);
  AddRuns(test, {{10, 11, 12, 13}, {20, 21, 22, 23}});
  for (int replication : {1, 2, 3, 4}) test.Run(0, replication).outcome = Outcome::kFailed;
  EXPECT_EQ(test.Analyze().verdict, Verdict::kInconclusive);  // half of them
  test.Run(1, 1).outcome = Outcome::kTimedOut;
  EXPECT_EQ(test.Analyze().verdict, Verdict::kInvalid);
  EXPECT_EQ(test.Analyze().verdict_reasons[0], verdict_reason::kMostlyFailed);
}

TEST(Verdict, OutOfMemoryIsAResult) {
  TestStudy test = JainStudy();
  for (int replication : {1, 2, 3}) test.Run(3, replication).outcome = Outcome::kOutOfMemory;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kValid);
  EXPECT_EQ(analysis.next, NextStep{});
  EXPECT_EQ(analysis.finished_runs, 12);
}

TEST(Verdict, NothingButOutOfMemoryAnswersNothing) {
  TestStudy test = JainStudy();
  for (RunRecord& run : test.runs) run.outcome = Outcome::kOutOfMemory;
  EXPECT_EQ(test.Analyze().verdict, Verdict::kInvalid);
}

TEST(Verdict, OneReplicationIsInconclusive) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 1);
  AddRuns(test, {{10}, {90}});
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kNoReplication});
  EXPECT_EQ(analysis.next, Replicate(5));
}

// Jain's one-factor example (chapter 20): F 0.7 with 2 and 12 degrees of freedom, not significant.
TEST(Verdict, NoEffectBeyondNoise) {
  TestStudy test = CrossingOf({{"processor", {"R", "V", "Z"}}}, 5);
  AddRuns(test, {{144, 120, 176, 288, 144}, {101, 144, 211, 288, 72}, {130, 180, 141, 374, 302}});
  const Analysis analysis = test.Analyze();
  EXPECT_NEAR(analysis.drivers[0].percent, 10.4, 0.05);
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kNoEffect});
  EXPECT_EQ(analysis.next, Replicate(10));
}

TEST(Verdict, ReplicationsThatNeverDifferStillShowAnEffect) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{10, 10}, {20, 20}});
  EXPECT_EQ(test.Analyze().verdict, Verdict::kValid);
  test.runs.clear();
  AddRuns(test, {{10, 10}, {10, 10}});
  EXPECT_EQ(test.Analyze().verdict_reasons, Reasons{verdict_reason::kNoEffect});
}

TEST(Verdict, AStudyOfOneScenarioNeedsNoFactor) {
  TestStudy test = CrossingOf({{"batch", {64}}}, 3);
  AddRuns(test, {{10, 11, 12}});
  EXPECT_EQ(test.Analyze().verdict, Verdict::kValid);
}

TEST(Verdict, PendingEnvironmentsWaitWithoutACommand) {
  TestStudy test = CrossingOf({{"environment", {"cpu", "gpu"}}}, 2);
  test.study.environments = {EnvironmentOf("cpu"), EnvironmentOf("gpu", {}, "cuda")};
  AddRuns(test, {{10, 11}});
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kPendingEnvironments});
  EXPECT_EQ(analysis.next, NextStep{});
}

TEST(Verdict, RunsWithoutTheResponse) {
  TestStudy test = JainStudy();
  test.Run(0, 1).metrics.erase("train_s");
  EXPECT_EQ(test.Analyze().verdict_reasons, Reasons{verdict_reason::kNoResponse});
}

// `analyze` without the --replications that `measure` had must not ask for what is there.
// 10 and 10.5 s cannot be told apart from three runs each; 30 s can.
TEST(NextStep, MoreReplicationsWhereTheFastestMayBeAnother) {
  TestStudy test = CrossingOf({{"batch", {1, 2, 3}}}, 3);
  AddRuns(test, {{10, 10.4, 9.6}, {10.5, 10.1, 10.9}, {30, 30.4, 29.6}});
  Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kValid);
  EXPECT_EQ(analysis.fastest_not_told_apart, std::vector<std::string>{"C2"});
  EXPECT_EQ(analysis.next, (NextStep{NextStep::Kind::kReplicate, 5}));
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.planned = 10;
  analysis.planned_runs = analysis.finished_runs;
  EXPECT_EQ(FindNextStep(analysis), NextStep{}) << "after ten of each they are alike";
}

TEST(NextStep, CountsReplicationsBeyondThePlan) {
  TestStudy test = CrossingOf({{"processor", {"R", "V", "Z"}}}, 5);
  AddRuns(test, {{144, 120, 176, 288, 144}, {101, 144, 211, 288, 72}, {130, 180, 141, 374, 302}});
  std::erase_if(test.plan.runs, [](const PlannedRun& run) { return run.replication > 3; });
  test.plan.replications = 3;
  EXPECT_EQ(test.Analyze().next, Replicate(10));
}

}  // namespace
}  // namespace trena
