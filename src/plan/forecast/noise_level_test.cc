// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/noise_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kNoiseStudy =
    "factors: { batch: [16, 32] }\nfixed: { framework: fake }\ndesign: { replications: 3 }\n";

RunRecord TrainedRun(const Plan& plan, size_t scenario, int replication, double train_s) {
  RunRecord run = RunOf(plan, scenario, replication);
  run.metrics["train_s"] = train_s;
  return run;
}

TEST(ResponseOfTest, TheMetricThatTheStudyAsksAbout) {
  Study study = StudyOf(kNoiseStudy);
  RunRecord run;
  run.metrics = {{"train_s", 5}, {"wall_s", 7}, {"accuracy", 0.9}};
  EXPECT_EQ(ResponseOf(study, run), 5);
  study.analyze.response = "accuracy";
  EXPECT_EQ(ResponseOf(study, run), 0.9);
  study.analyze.response = "cost";  // price × time of training
  EXPECT_EQ(ResponseOf(study, run), 5);
  study.analyze.response = "bill";  // of all of the time
  EXPECT_EQ(ResponseOf(study, run), 7);
  study.analyze.response = "gpu_pct";
  EXPECT_EQ(ResponseOf(study, run), std::nullopt);
}

TEST(ResponseOfTest, WallTimeWhereNoTrainingIsTold) {
  Study study = StudyOf(kNoiseStudy);
  RunRecord run;
  run.metrics = {{"wall_s", 7}};
  EXPECT_EQ(ResponseOf(study, run), 7);
  study.analyze.response = "cost";
  EXPECT_EQ(ResponseOf(study, run), 7);
  study.analyze.response = "accuracy";
  EXPECT_EQ(ResponseOf(study, run), std::nullopt) << "time is no accuracy";
}

TEST(ResponseOfTest, OnlyOfWhatEndedWellAndIsANumber) {
  const Study study = StudyOf(kNoiseStudy);
  RunRecord run;
  run.metrics = {{"train_s", 5}};
  for (Outcome outcome : {Outcome::kFailed, Outcome::kOutOfMemory, Outcome::kTimedOut,
                          Outcome::kInterrupted, Outcome::kRefused}) {
    run.outcome = outcome;
    EXPECT_EQ(ResponseOf(study, run), std::nullopt);
  }
  run.outcome = Outcome::kOk;
  run.metrics["train_s"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(ResponseOf(study, run), std::nullopt);
  run.metrics["train_s"] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ResponseOf(study, run), std::nullopt);
}

TEST(NoiseLevelTest, AssumedWhereNothingIsMeasuredTwice) {
  const Study study = StudyOf(kNoiseStudy);
  const Plan plan = PlanOf(study);
  for (const auto& runs : {std::vector<RunRecord>{},
                           {TrainedRun(plan, 0, 1, 10)},
                           {TrainedRun(plan, 0, 1, 10), TrainedRun(plan, 1, 1, 20)}}) {
    const NoiseLevel noise = FindNoiseLevel(study, plan, runs, std::nullopt);
    EXPECT_EQ(noise.source, NoiseLevel::Source::kAssumed);
    EXPECT_EQ(noise.relative, 0.05);
    EXPECT_EQ(noise.runs + noise.scenarios, 0u);
  }
}

TEST(NoiseLevelTest, WhatAPersonSaysCounts) {
  const Study study = StudyOf(kNoiseStudy);
  const Plan plan = PlanOf(study);
  const NoiseLevel noise =
      FindNoiseLevel(study, plan, {TrainedRun(plan, 0, 1, 10), TrainedRun(plan, 0, 2, 20)}, 0.03);
  EXPECT_EQ(noise.source, NoiseLevel::Source::kGiven);
  EXPECT_EQ(noise.relative, 0.03);
}

// 9 and 11: (√2 ÷ 10)² = 0.02 with one degree of freedom. 95, 100, 105: (5 ÷ 100)² = 0.0025 with
// two. Together √((0.02 + 2 · 0.0025) ÷ 3).
TEST(NoiseLevelTest, PooledByDegreesOfFreedom) {
  const Study study = StudyOf(kNoiseStudy);
  const Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TrainedRun(plan, 0, 1, 9), TrainedRun(plan, 0, 2, 11),
                                 TrainedRun(plan, 1, 1, 95), TrainedRun(plan, 1, 2, 100),
                                 TrainedRun(plan, 1, 3, 105)};
  const NoiseLevel noise = FindNoiseLevel(study, plan, runs, std::nullopt);
  EXPECT_EQ(noise.source, NoiseLevel::Source::kSeen);
  EXPECT_NEAR(noise.relative, std::sqrt(0.025 / 3), 1e-12);
  EXPECT_EQ(noise.runs, 5u);
  EXPECT_EQ(noise.scenarios, 2u);
  // The unit does not matter.
  for (RunRecord& run : runs) run.metrics["train_s"] *= 60;
  EXPECT_NEAR(FindNoiseLevel(study, plan, runs, std::nullopt).relative, noise.relative, 1e-12);
  // A single run of another scenario says nothing, and neither does one that failed.
  runs.pop_back();
  runs.pop_back();
  EXPECT_NEAR(FindNoiseLevel(study, plan, runs, std::nullopt).relative, std::sqrt(0.02), 1e-12);
  EXPECT_EQ(FindNoiseLevel(study, plan, runs, std::nullopt).scenarios, 1u);
  RunRecord failed = TrainedRun(plan, 1, 2, 1e6);
  failed.outcome = Outcome::kFailed;
  runs.push_back(failed);
  EXPECT_EQ(FindNoiseLevel(study, plan, runs, std::nullopt).runs, 2u);
}

TEST(NoiseLevelTest, OfEachRunTheLastAttempt) {
  const Study study = StudyOf(kNoiseStudy);
  const Plan plan = PlanOf(study);
  RunRecord first = TrainedRun(plan, 0, 1, 1000);
  RunRecord again = TrainedRun(plan, 0, 1, 9);
  again.attempt = 2;
  const NoiseLevel noise =
      FindNoiseLevel(study, plan, {first, again, TrainedRun(plan, 0, 2, 11)}, std::nullopt);
  EXPECT_NEAR(noise.relative, std::sqrt(0.02), 1e-12);
}

TEST(NoiseLevelTest, RunsThatAreAllTheSameSayNothing) {
  const Study study = StudyOf(kNoiseStudy);
  const Plan plan = PlanOf(study);
  const NoiseLevel noise = FindNoiseLevel(
      study, plan, {TrainedRun(plan, 0, 1, 10), TrainedRun(plan, 0, 2, 10)}, std::nullopt);
  EXPECT_EQ(noise.source, NoiseLevel::Source::kAssumed);
  EXPECT_EQ(noise.runs, 0u);
}

TEST(NoiseLevelTest, RunsOfOtherPlansAreNone) {
  const Study study = StudyOf(kNoiseStudy);
  const Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TrainedRun(plan, 0, 1, 9), TrainedRun(plan, 0, 2, 11)};
  for (RunRecord& run : runs) run.key = "another";
  EXPECT_EQ(FindNoiseLevel(study, plan, runs, std::nullopt).source, NoiseLevel::Source::kAssumed);
}

TEST(NoiseLevelTest, InWordsAndForPrograms) {
  EXPECT_EQ(Describe(NoiseLevel{0.0312, NoiseLevel::Source::kSeen, 16, 8}).english,
            "3.1 %, seen in 16 runs of 8 scenarios");
  EXPECT_EQ(Describe(NoiseLevel{0.1, NoiseLevel::Source::kSeen, 2, 1}).english,
            "10.0 %, seen in 2 runs of 1 scenario");
  EXPECT_EQ(Describe(NoiseLevel{0.03, NoiseLevel::Source::kGiven, 0, 0}).english,
            "3.0 %, as given");
  EXPECT_TRUE(
      Describe(NoiseLevel{}).english.starts_with("5.0 %, assumed: nothing was measured twice yet"));
  EXPECT_EQ(Describe(NoiseLevel{0.0312, NoiseLevel::Source::kSeen, 16, 1}).portuguese,
            "3,1 %, visto em 16 execuções de 1 cenário");
  EXPECT_EQ(Describe(NoiseLevel{0.03, NoiseLevel::Source::kGiven, 0, 0}).portuguese,
            "3,0 %, como dado");
  EXPECT_EQ(Describe(NoiseLevel{}).portuguese,
            "5,0 %, suposto: nada foi medido duas vezes ainda (--noise 3% diz outra coisa)");
  const Json json = ToJson(NoiseLevel{0.25, NoiseLevel::Source::kSeen, 4, 2});
  EXPECT_EQ(json["percent"], 25);
  EXPECT_EQ(json["source"], "seen");
  EXPECT_EQ(json["runs"], 4);
  EXPECT_EQ(json["scenarios"], 2);
  EXPECT_EQ(ToJson(NoiseLevel{0.1, NoiseLevel::Source::kGiven, 0, 0})["source"], "given");
  EXPECT_EQ(ToJson(NoiseLevel{})["source"], "assumed");
}

}  // namespace
}  // namespace trena
