// SPDX-License-Identifier: Apache-2.0
#include "analyze/verdict.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"
#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr NextStep kMeasure{NextStep::Kind::kMeasure};
constexpr NextStep kRetry{NextStep::Kind::kRetry};
NextStep Replicate(int times) { return {NextStep::Kind::kReplicate, times}; }

using Reasons = std::vector<std::string>;

// "drift 12": codes with their arguments.
Reasons Told(const std::vector<Warning>& reservations) {
  Reasons told;
  for (const Warning& found : reservations) {
    told.push_back(found.code + " " + Join(found.arguments, " "));
  }
  return told;
}
Reasons Told(const Analysis& analysis) { return Told(analysis.reservations); }

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
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kMissingRuns});
  EXPECT_EQ(analysis.next, kMeasure);
}

TEST(Verdict, InterruptedRunsAreMissing) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kInterrupted;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kMissingRuns});
  EXPECT_EQ(analysis.next, kMeasure);
}

// One of twelve is more than a twentieth; each scenario still has two values.
TEST(Verdict, FailedRunsAreAReservationAndRetried) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kFailed;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kValidWithReservations);
  EXPECT_EQ(ToString(analysis.verdict), "valid_with_reservations");
  EXPECT_TRUE(analysis.verdict_reasons.empty());
  EXPECT_EQ(Told(analysis), (Reasons{"share_lost 1 12", "few_replications 2"}));
  EXPECT_EQ(analysis.next, kRetry);
}

TEST(Verdict, AScenarioThatFailedWhollyIsNoAnswer) {
  TestStudy test = JainStudy();
  for (int replication : {1, 2, 3}) test.Run(0, replication).outcome = Outcome::kFailed;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kFailedRuns});
}

// Two scenarios of twenty runs: from two lost on it is a twentieth.
TEST(Verdict, AFewLostRunsAreNoReservation) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 20);
  std::vector<double> low, high;
  for (int i = 0; i < 20; ++i) {
    low.push_back(10 + 0.01 * (i % 3));
    high.push_back(20 + 0.01 * (i % 3));
  }
  AddRuns(test, {low, high});
  test.Run(0, 1).outcome = Outcome::kFailed;
  EXPECT_EQ(test.Analyze().verdict, Verdict::kValid);
  test.Run(1, 1).metrics.erase("train_s");
  EXPECT_EQ(Told(test.Analyze()), Reasons{"share_lost 2 40"});
}

TEST(Verdict, ATimeoutIsNotMendedByMeasuringAgain) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kTimedOut;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
  EXPECT_EQ(analysis.verdict_reasons, Reasons{verdict_reason::kTimedOut});
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
  EXPECT_EQ(test.Analyze().verdict, Verdict::kValidWithReservations) << "two replications";
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

TEST(Verdict, AScenarioWithoutTheResponse) {
  TestStudy test = JainStudy();
  for (int replication : {1, 2, 3}) test.Run(0, replication).metrics.erase("train_s");
  EXPECT_EQ(test.Analyze().verdict_reasons, Reasons{verdict_reason::kNoResponse});
}

// Means of 100.0 and 100.4 with runs that differ by 0.2 on either side: the interval of the ratio
// is well within 5 %, and that is what was asked.
TEST(Verdict, ProvenEqualityIsAnAnswer) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 5);
  AddRuns(test, {{99.6, 99.8, 100, 100.2, 100.4}, {99.7, 99.9, 100.1, 100.3, 100.5}});
  const Analysis analysis = test.Analyze();
  EXPECT_FALSE(AnyEffect(analysis));
  EXPECT_TRUE(ProvenEqual(*analysis.main.stated));
  EXPECT_EQ(analysis.verdict, Verdict::kValid);
  EXPECT_TRUE(analysis.verdict_reasons.empty());
}

// The same for one factor of two: the other cannot be told from chance, nor shown to be equal.
TEST(Verdict, EqualityHasToBeProvenForEveryFactor) {
  TestStudy test = CrossingOf({{"processor", {"R", "V", "Z"}}}, 5);
  AddRuns(test, {{144, 120, 176, 288, 144}, {101, 144, 211, 288, 72}, {130, 180, 141, 374, 302}});
  EXPECT_FALSE(ProvenEqual(*test.Analyze().main.stated));
}

Analysis WithDisturbed(int disturbed, int of) {
  Analysis analysis;
  ScenarioAnalysis scenario;
  scenario.outcomes[Outcome::kOk] = of;
  scenario.metrics[analysis.response].values.assign(static_cast<size_t>(of), 1.0);
  analysis.scenarios = {scenario};
  analysis.disturbed_runs = disturbed;
  return analysis;
}

Reasons CodesOf(const std::vector<Warning>& reservations) {
  Reasons codes;
  for (const Warning& found : reservations) codes.push_back(found.code);
  return codes;
}

// Two of each with an error of 2 degrees of freedom are few; of five scenarios or more, with 10,
// not.
TEST(Reservations, TwoReplicationsAreFewWhereFewScenariosShareTheirError) {
  TestStudy two = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(two, {{10, 10.1}, {20, 20.1}});
  EXPECT_EQ(Told(two.Analyze()), Reasons{"few_replications 2"});
  TestStudy ten = CrossingOf({{"batch", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}, 2);
  std::vector<std::vector<double>> values;
  for (int i = 1; i <= 10; ++i) {
    const double side = i % 2 == 0 ? 0.1 : -0.1;
    values.push_back({10.0 * i, 10.0 * i + side});
  }
  AddRuns(ten, values);
  EXPECT_EQ(Told(ten.Analyze()), Reasons{});
  TestStudy three = CrossingOf({{"batch", {64, 128}}}, 3);
  AddRuns(three, {{10, 10.1, 10.2}, {20, 20.1, 20.2}});
  EXPECT_EQ(Told(three.Analyze()), Reasons{});
}

// A simulated run takes the time it says, whatever the machine does.
TEST(Reservations, SimulatedRunsAreNotDisturbed) {
  Analysis analysis = WithDisturbed(20, 20);
  analysis.warnings = {{warning::kMachineSpeed, {"142", "here", "16"}}};
  analysis.runs.resize(2);
  analysis.runs[0].simulated = true;
  EXPECT_EQ(CodesOf(FindReservations(analysis)), (Reasons{"disturbed_runs", "machine_speed"}));
  analysis.runs[1].simulated = true;
  EXPECT_EQ(CodesOf(FindReservations(analysis)), Reasons{});
}

TEST(Reservations, DisturbedRunsCountFromATenth) {
  EXPECT_EQ(CodesOf(FindReservations(WithDisturbed(2, 21))), Reasons{});
  EXPECT_EQ(CodesOf(FindReservations(WithDisturbed(2, 20))), Reasons{"disturbed_runs"});
  EXPECT_EQ(CodesOf(FindReservations(WithDisturbed(0, 0))), Reasons{});
}

// What the study chose itself, and what is only said, lowers nothing.
TEST(Reservations, AreAClosedListTheGravestFirst) {
  Analysis analysis;
  analysis.warnings = {
      {warning::kSimulatedRunner, {"fake"}},      {warning::kSyntheticData, {"synthetic"}},
      {warning::kOutlier, {"C1", "f", "1", "2"}}, {warning::kSteal, {"3", "C1"}},
      {warning::kFewReplications, {"3"}},         {warning::kNoisy, {"12", "C1"}}};
  EXPECT_EQ(CodesOf(FindReservations(analysis)), Reasons{});
  analysis.warnings = {
      {warning::kDrift, {"12", "16", "0.001"}}, {warning::kMachineSpeed, {"142", "here", "16"}},
      {warning::kDiverged, {"1", "C1"}},        {warning::kNotEqual, {"own@1"}},
      {warning::kStandIn, {"t4", "no GPU"}},    {warning::kMixedMachines, {"cpu", "A", "B"}}};
  EXPECT_EQ(CodesOf(FindReservations(analysis)),
            (Reasons{"stand_in", "failed_checks", "machine_speed", "drift"}));
  EXPECT_EQ(Told(FindReservations(analysis)),
            (Reasons{"stand_in t4 cpu", "failed_checks diverged not_equal", "machine_speed 142",
                     "drift 12"}));
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
