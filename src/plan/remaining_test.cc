// SPDX-License-Identifier: Apache-2.0
#include "plan/remaining.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

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
  // DESIGN.md section 5: which outcomes are final, and which are retried.
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
