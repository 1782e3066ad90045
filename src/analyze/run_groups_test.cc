// SPDX-License-Identifier: Apache-2.0
#include "analyze/run_groups.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

using RunGroupsNames = std::vector<std::string>;

TestStudy OneScenario(int replications) { return CrossingOf({{"batch", {64}}}, replications); }

TEST(RunGroups, ARunBelongsByItsKeyNotItsLabel) {
  TestStudy test = JainStudy();
  test.Run(0, 1).scenario = "C4";  // numbered by an earlier study
  const RunGroups groups = GroupRuns(test.plan, test.runs);
  EXPECT_EQ(groups.scenarios[0].Ok().size(), 3u);
  EXPECT_EQ(groups.scenarios[3].Ok().size(), 3u);
}

TEST(RunGroups, LastAttemptCountsInWhateverOrderTheyCome) {
  TestStudy test = OneScenario(1);
  test.AddRun(0, 1, Outcome::kInterrupted);
  test.AddAttempt(RunRecord(test.runs[0]), 5);
  for (int reversed = 0; reversed < 2; ++reversed) {
    const RunGroups groups = GroupRuns(test.plan, test.runs);
    ASSERT_EQ(groups.scenarios[0].Ok().size(), 1u);
    EXPECT_EQ(groups.scenarios[0].Ok()[0]->attempt, 2);
    EXPECT_EQ(groups.attempts[0]->folder, "C1-r1-a1");
    std::reverse(test.runs.begin(), test.runs.end());
  }
}

TEST(RunGroups, AFailureAfterASuccessIsTheResult) {
  TestStudy test = OneScenario(1);
  test.AddRun(0, 1, 5.0);
  test.AddAttempt(RunRecord(test.runs[0]), 0).outcome = Outcome::kFailed;
  const RunGroups groups = GroupRuns(test.plan, test.runs);
  EXPECT_EQ(groups.scenarios[0].Finished().size(), 1u);
  EXPECT_TRUE(groups.scenarios[0].Ok().empty());
}

TEST(RunGroups, InterruptedAndRefusedAreNotFinished) {
  TestStudy test = OneScenario(6);
  int replication = 0;
  for (Outcome outcome : {Outcome::kOk, Outcome::kFailed, Outcome::kOutOfMemory, Outcome::kTimedOut,
                          Outcome::kInterrupted, Outcome::kRefused}) {
    test.AddRun(0, ++replication, outcome);
  }
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.finished_runs, 4);
  EXPECT_FALSE(analysis.scenarios[0].outcomes.contains(Outcome::kInterrupted));
  EXPECT_EQ(analysis.scenarios[0].outcomes.at(Outcome::kOutOfMemory), 1);
  EXPECT_EQ(WarningArguments(analysis, warning::kMissingRuns), (RunGroupsNames{"2", "6"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kRefusedRuns), (RunGroupsNames{"1", "C1"}));
}

TEST(RunGroups, MoreReplicationsThanPlannedCountOnceTheBlockIsWhole) {
  TestStudy test = JainStudy();
  for (size_t i = 0; i < 3; ++i) test.AddRun(i, 4, 20.0);
  Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.scenarios[0].metrics.at("train_s").summary.n, 3u);
  EXPECT_EQ(WarningArguments(analysis, warning::kExtraReplications), RunGroupsNames{"3"});
  EXPECT_TRUE(analysis.main.stated);

  test.AddRun(3, 4, 80.0);
  analysis = test.Analyze();
  EXPECT_EQ(analysis.scenarios[0].metrics.at("train_s").summary.n, 4u);
  EXPECT_EQ(WarningArguments(analysis, warning::kExtraReplications), std::nullopt);
  EXPECT_EQ(analysis.main.stated->model.observations, 16);
  EXPECT_EQ(analysis.planned_runs, 16) << "the fourth of each counts as planned";
  EXPECT_EQ(analysis.finished_runs, 16);
}

TEST(RunGroups, OnlyDevicesThatWereNeverTriedArePending) {
  TestStudy test = CrossingOf({{"environment", {"cpu", "gpu", "other_gpu"}}}, 1);
  test.study.environments = {EnvironmentOf("cpu")};
  for (const char* name : {"gpu", "other_gpu", "not_planned"}) {
    test.study.environments.push_back(EnvironmentOf(name, {}, "cuda"));
  }
  test.AddRun(2, 1, Outcome::kFailed);
  const RunGroups groups = GroupRuns(test.plan, test.runs);
  EXPECT_EQ(PendingEnvironments(test.study, groups), RunGroupsNames{"gpu"});
  // The run on the CPU is missing; the one on the GPU is not.
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kMissingRuns), (RunGroupsNames{"1", "3"}));
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kPendingEnvironments), RunGroupsNames{"gpu"});
}

}  // namespace
}  // namespace trena
