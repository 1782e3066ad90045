// SPDX-License-Identifier: Apache-2.0
#include "plan/rounds.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"

namespace trena {
namespace {

// C1 and C2, twice each: four runs a round.
class Rounds : public testing::Test {
 protected:
  // The first `count` runs of the plan, in that round.
  void Measure(int round, size_t count, Outcome outcome = Outcome::kOk) {
    for (size_t i = 0; i < count; ++i) {
      const PlannedRun& planned = plan_.runs[i];
      RunRecord run = RunOf(plan_, planned.scenario, planned.replication, outcome);
      run.round = round;
      runs_.push_back(run);
    }
  }
  std::vector<RoundState> Found() { return FindRounds(study_, plan_, runs_); }

  Study study_ = StudyOf(
      "factors: { batch: [1, 2] }\nfixed: { framework: fake }\n"
      "design: { replications: 2, order: listed }\n");
  Plan plan_ = PlanOf(study_);
  std::vector<RunRecord> runs_;
};

TEST_F(Rounds, BeforeAnythingIsMeasuredItIsTheFirst) {
  EXPECT_TRUE(Found().empty());
  EXPECT_EQ(RoundToAnalyze(Found()), 1);
}

TEST_F(Rounds, TheLastCompleteOneIsRead) {
  Measure(1, 4);
  Measure(2, 4);
  Measure(3, 3);
  const std::vector<RoundState> rounds = Found();
  ASSERT_EQ(rounds.size(), 3u);
  EXPECT_TRUE(rounds[1].complete());
  EXPECT_FALSE(rounds[2].complete());
  EXPECT_EQ(rounds[2].left, 1u);
  EXPECT_EQ(rounds[2].there, 3u);
  EXPECT_EQ(RoundToAnalyze(rounds), 2);
  EXPECT_EQ(FindRound(rounds, 3), &rounds[2]);
  EXPECT_EQ(FindRound(rounds, 4), nullptr);
}

TEST_F(Rounds, OfUnfinishedOnesThatWithTheFewestLeft) {
  Measure(1, 3);
  Measure(2, 1);
  EXPECT_EQ(RoundToAnalyze(Found()), 1);
  Measure(4, 3);
  EXPECT_EQ(RoundToAnalyze(Found()), 4) << "the last of equals";
}

TEST_F(Rounds, AnInterruptedRunIsLeftAndAFailedOneIsNot) {
  Measure(1, 4, Outcome::kFailed);
  Measure(2, 4, Outcome::kInterrupted);
  const std::vector<RoundState> rounds = Found();
  ASSERT_EQ(rounds.size(), 2u);
  EXPECT_EQ(rounds[0].left, 0u);
  EXPECT_EQ(rounds[1].left, 4u);
}

TEST_F(Rounds, RunsOfOtherStudiesMakeNoRound) {
  Measure(1, 4);
  RunRecord other = runs_[0];
  other.key = "another";
  other.round = 5;
  runs_.push_back(other);
  EXPECT_EQ(RoundNumbers(plan_, runs_), std::set<int>{1});
}

}  // namespace
}  // namespace trena
