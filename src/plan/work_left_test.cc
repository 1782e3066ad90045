// SPDX-License-Identifier: Apache-2.0
#include "plan/work_left.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

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
  EXPECT_EQ(RunsToMake(study_, plan_, {OutOfMemory(0)}, false).size(), 11u);
}

TEST_F(Skipped, TheRestIsToBeMade) {
  // Of twelve: one is there, four are skipped.
  EXPECT_EQ(RunsToMake(study_, plan_, {OutOfMemory(3)}, false),
            (std::vector<size_t>{0, 1, 2, 6, 7, 8, 9}));
}

TEST_F(Skipped, SaysWhichAndWhy) {
  EXPECT_EQ(Describe(plan_, SkippedAfterOom(study_, plan_, {OutOfMemory(1)})[0]),
            "C3 run 1 is skipped: C2, with a smaller batch, ran out of memory");
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

}  // namespace

}  // namespace trena
