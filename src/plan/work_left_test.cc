// SPDX-License-Identifier: Apache-2.0
#include "plan/work_left.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

EnvironmentsHere Everywhere() {
  return EnvironmentsHere([](const Environment&) { return true; });
}

// image 32: C1 … C3 with batch 64, 128, 256; image 64: C4 … C6. Twice each, as listed.
class Skipped : public testing::Test {
 protected:
  static Study Read(const std::string& measure) {
    return StudyOf(
        "factors: { image: [32, 64], batch: [64, 128, 256] }\n"
        "fixed: { framework: fake }\n"
        "design: { replications: 2, order: listed }\n" +
        measure);
  }
  // "C3 r1 after C2" of every run that is skipped.
  std::vector<std::string> After(const std::vector<RunRecord>& runs) {
    std::vector<std::string> out;
    for (const SkippedRun& run : SkippedAfterOom(study_, plan_, runs)) {
      const PlannedRun& planned = plan_.runs[run.run];
      out.push_back(plan_.scenarios[planned.scenario].id + " r" +
                    std::to_string(planned.replication) + " after " +
                    plan_.scenarios[run.after].id);
    }
    return out;
  }
  RunRecord OutOfMemory(size_t scenario, int replication = 1) {
    return RunOf(plan_, scenario, replication, Outcome::kOutOfMemory);
  }

  using Names = std::vector<std::string>;
  Study study_ = Read("measure: { skip_larger_after_oom: true }\n");
  Plan plan_ = PlanOf(study_);
};

TEST_F(Skipped, LargerBatchesOfTheOtherwiseSameScenario) {
  EXPECT_EQ(After({OutOfMemory(1)}), (Names{"C3 r1 after C2", "C3 r2 after C2"}))
      << "not C2 itself, nor another image's";
  EXPECT_EQ(After({OutOfMemory(3)}),
            (Names{"C5 r1 after C4", "C6 r1 after C4", "C5 r2 after C4", "C6 r2 after C4"}));
}

TEST_F(Skipped, TheSmallestThatFailedIsNamed) {
  EXPECT_EQ(After({OutOfMemory(1), OutOfMemory(0)}),
            (Names{"C3 r1 after C1", "C2 r2 after C1", "C3 r2 after C1"}))
      << "C2 r1 has its outcome";
}

TEST_F(Skipped, WhatIsThereIsNotSkipped) {
  EXPECT_EQ(After({OutOfMemory(1), RunOf(plan_, 2, 1)}), (Names{"C3 r2 after C2"}));
  EXPECT_EQ(After({OutOfMemory(1), RunOf(plan_, 2, 1, Outcome::kInterrupted)}).size(), 2u)
      << "interrupted is not there yet";
}

TEST_F(Skipped, OnlyAfterOutOfMemoryAndOnlyTheLastAttempts) {
  for (Outcome outcome : {Outcome::kOk, Outcome::kFailed, Outcome::kTimedOut}) {
    EXPECT_TRUE(After({RunOf(plan_, 0, 1, outcome)}).empty()) << ToString(outcome);
  }
  EXPECT_TRUE(After({OutOfMemory(0), RunOf(plan_, 0, 1, Outcome::kOk, 2)}).empty());
}

TEST_F(Skipped, NothingWithoutTheStudysWord) {
  study_ = Read("");
  EXPECT_TRUE(After({OutOfMemory(0)}).empty());
  WorkLeft work = FindWorkLeft(study_, plan_, {OutOfMemory(0)}, Everywhere(), false);
  EXPECT_EQ(work.to_run.size(), 11u);
  EXPECT_TRUE(work.skipped.empty());
}

TEST_F(Skipped, TheRestIsToBeMade) {
  WorkLeft work = FindWorkLeft(study_, plan_, {OutOfMemory(3)}, Everywhere(), false);
  EXPECT_EQ(work.already, 1u) << "of twelve";
  EXPECT_EQ(work.skipped.size(), 4u);
  EXPECT_EQ(work.to_run, (std::vector<size_t>{0, 1, 2, 6, 7, 8, 9}));
  EXPECT_EQ(work.remaining, work.to_run);
}

TEST_F(Skipped, WhatFailedAfterAnOutOfMemoryIsTriedAgainAllTheSame) {
  // C3 r1 failed before C2 ran out of memory: it has an outcome, so it is not skipped.
  std::vector<RunRecord> runs = {RunOf(plan_, 2, 1, Outcome::kFailed), OutOfMemory(1)};
  WorkLeft once = FindWorkLeft(study_, plan_, runs, Everywhere(), false);
  WorkLeft again = FindWorkLeft(study_, plan_, runs, Everywhere(), true);
  ASSERT_EQ(once.skipped.size(), 1u) << "C3 r2";
  EXPECT_EQ(again.skipped.size(), 1u);
  EXPECT_EQ(once.already, 2u);
  EXPECT_EQ(again.already, 1u);
  EXPECT_EQ(once.to_run.size(), 9u);
  EXPECT_EQ(again.to_run.size(), 10u);
}

TEST_F(Skipped, SaysWhichAndWhy) {
  EXPECT_EQ(Describe(plan_, SkippedAfterOom(study_, plan_, {OutOfMemory(1)})[0]),
            Told("C3 run 1 is skipped: C2, with a smaller batch, ran out of memory",
                 "C3, execução 1, é pulada: C2, com um lote menor, ficou sem memória"));
}

// C1 and C2, twice each, as listed: runs 0 … 3 are C1 r1, C2 r1, C1 r2, C2 r2.
class Remaining : public testing::Test {
 protected:
  std::vector<size_t> After(const std::vector<RunRecord>& runs, bool retry = false) {
    return RemainingRuns(plan_, runs, retry);
  }

  Plan plan_ =
      PlanOf(StudyOf("factors: { batch: [1, 2] }\nfixed: { framework: fake }\n"
                     "design: { replications: 2, order: listed }\n"));
  const std::vector<size_t> all_ = {0, 1, 2, 3};
};

TEST_F(Remaining, NothingIsThereAllIsLeft) { EXPECT_EQ(After({}), all_); }

TEST_F(Remaining, OutcomesDecide) {
  // docs/run-folder.md: which outcomes are final, and which are retried.
  struct Row {
    Outcome outcome;
    bool again, again_with_retry;
  };
  for (const Row& row :
       {Row{Outcome::kOk, false, false}, Row{Outcome::kFailed, false, true},
        Row{Outcome::kOutOfMemory, false, false}, Row{Outcome::kTimedOut, false, false},
        Row{Outcome::kInterrupted, true, true}, Row{Outcome::kRefused, true, true}}) {
    std::vector<RunRecord> runs = {RunOf(plan_, 1, 1, row.outcome)};
    std::vector<size_t> without = {0, 2, 3};
    EXPECT_EQ(After(runs), row.again ? all_ : without) << ToString(row.outcome);
    EXPECT_EQ(After(runs, true), row.again_with_retry ? all_ : without) << ToString(row.outcome);
  }
}

TEST_F(Remaining, TheLastAttemptCounts) {
  RunRecord first = RunOf(plan_, 0, 1, Outcome::kInterrupted, 1);
  RunRecord second = RunOf(plan_, 0, 1, Outcome::kOk, 2);
  // In whatever order the folders are read.
  EXPECT_EQ(After({first, second}), (std::vector<size_t>{1, 2, 3}));
  EXPECT_EQ(After({second, first}), (std::vector<size_t>{1, 2, 3}));
  RunRecord tenth = RunOf(plan_, 0, 1, Outcome::kInterrupted, 10);
  EXPECT_EQ(After({first, tenth, second}), all_);
  std::vector<RunRecord> runs = {first, tenth, second};
  LastAttempts last = FindLastAttempts(runs);
  ASSERT_EQ(last.size(), 1u);
  EXPECT_EQ(last.begin()->second, &runs[1]);
  runs = {first, tenth, tenth};
  EXPECT_EQ(FindLastAttempts(runs).begin()->second, &runs[2]) << "of one number, the later read";
}

TEST_F(Remaining, ARunBelongsByItsKeyNeverByItsLabel) {
  RunRecord other = RunOf(plan_, 0, 1);
  other.key = "of another study";
  EXPECT_EQ(After({other}), all_);
  RunRecord renamed = RunOf(plan_, 0, 1);
  renamed.scenario = "C17";
  EXPECT_EQ(After({renamed}), (std::vector<size_t>{1, 2, 3}));
}

TEST_F(Remaining, ReplicationsBeyondThePlanDoNotMatter) {
  EXPECT_EQ(After({RunOf(plan_, 0, 3), RunOf(plan_, 1, 2)}), (std::vector<size_t>{0, 1, 2}));
}

// C1 and C2 on a machine with a CPU, C3 and C4 with a GPU; two runs each, as listed: 0 … 3 are the
// first replication of each, 4 … 7 the second.
class Places : public testing::Test {
 protected:
  static EnvironmentsHere With(const std::string& device, int* looks = nullptr) {
    return EnvironmentsHere([=](const Environment& environment) {
      if (looks != nullptr) ++*looks;
      return environment.device == device;
    });
  }
  static std::vector<std::string> IdsOf(const std::vector<const Scenario*>& scenarios) {
    std::vector<std::string> ids;
    for (const Scenario* scenario : scenarios) ids.push_back(scenario->id);
    return ids;
  }

  using Indices = std::vector<size_t>;
  using Names = std::vector<std::string>;
  Study study_ = StudyOf(
      "factors: { environment: [small, large], batch: [1, 2] }\n"
      "fixed: { framework: fake }\n"
      "environments: { small: {}, large: { device: cuda } }\n"
      "design: { replications: 2, order: listed }\n");
  Plan plan_ = PlanOf(study_);
};

TEST_F(Places, RunsOfOtherMachinesArePending) {
  WorkLeft work = FindWorkLeft(study_, plan_, {RunOf(plan_, 0, 1)}, With("cpu"), false);
  EXPECT_EQ(work.to_run, (Indices{1, 4, 5}));
  ASSERT_EQ(work.pending.size(), 1u);
  EXPECT_EQ(work.pending.at("large"), (Indices{2, 3, 6, 7}));
  EXPECT_EQ(work.pending_environments(), Names{"large"});
  EXPECT_EQ(work.remaining, (Indices{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(work.already, 1u);
  EXPECT_EQ(IdsOf(ScenariosHere(study_, plan_, With("cpu"))), (Names{"C1", "C2"}));
}

TEST_F(Places, TheSameSeenFromTheOtherMachine) {
  WorkLeft work = FindWorkLeft(study_, plan_, {RunOf(plan_, 0, 1)}, With("cuda"), false);
  EXPECT_EQ(work.to_run, (Indices{2, 3, 6, 7}));
  EXPECT_EQ(work.pending.at("small"), (Indices{1, 4, 5}));
}

TEST_F(Places, OnAMachineWithNeitherAllIsPending) {
  WorkLeft work = FindWorkLeft(study_, plan_, {}, With("tpu"), false);
  EXPECT_TRUE(work.to_run.empty());
  EXPECT_EQ(work.pending_environments(), (Names{"large", "small"}));
  EXPECT_EQ(work.remaining.size(), 8u);
  EXPECT_TRUE(ScenariosHere(study_, plan_, With("tpu")).empty());
}

TEST_F(Places, AnEnvironmentWithoutRunsToMakeIsNotPending) {
  std::vector<RunRecord> runs;
  for (size_t scenario : {2, 3}) {
    for (int replication : {1, 2}) runs.push_back(RunOf(plan_, scenario, replication));
  }
  WorkLeft work = FindWorkLeft(study_, plan_, runs, With("cpu"), false);
  EXPECT_TRUE(work.pending_environments().empty());
  EXPECT_EQ(work.already, 4u);
}

TEST_F(Places, EachEnvironmentIsLookedAtOnce) {
  int looks = 0;
  EnvironmentsHere here = With("cpu", &looks);
  EXPECT_EQ(looks, 0) << "only when asked";
  FindWorkLeft(study_, plan_, {}, here, false);
  ScenariosHere(study_, plan_, here);
  EXPECT_EQ(looks, 2);
}

TEST_F(Places, WhatTheStudyDoesNotDescribeCanRunAnywhere) {
  study_.environments.clear();
  int looks = 0;
  EXPECT_EQ(FindWorkLeft(study_, plan_, {}, With("tpu", &looks), false).to_run.size(), 8u);
  EXPECT_EQ(looks, 0);
}

TEST_F(Places, TheScenariosOfRunsEachOnce) {
  EXPECT_EQ(IdsOf(ScenariosOf(plan_, {6, 1, 2, 5})), (Names{"C2", "C3"}));
  EXPECT_TRUE(ScenariosOf(plan_, {}).empty());
}

}  // namespace
}  // namespace trena
