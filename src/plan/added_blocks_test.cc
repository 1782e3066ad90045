// SPDX-License-Identifier: Apache-2.0
#include "plan/added_blocks.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kStudy =
    "factors: { batch: [1, 2, 4] }\nfixed: { framework: fake }\n"
    "design: { replications: { at_least: 3, at_most: 6, until: 2 % }, seed: 4 }\n";

// C1 is steady, C2 noisy, C3 in between; all end well.
double TimeOf(size_t scenario, int replication) {
  static const double kNoise[] = {0.001, 0.025, 0.015};
  static const double kTurns[] = {-1, 1, 0, 0.5, -0.5, 0.2};
  auto mean = 100 + 10 * static_cast<double>(scenario);
  return mean * (1 + kNoise[scenario] * kTurns[(replication - 1) % 6]);
}

void MeasureAll(const Plan& plan, std::vector<RunRecord>& runs) {
  std::set<std::pair<std::string, int>> there;
  for (const RunRecord& run : runs) there.insert({run.key, run.replication});
  for (const PlannedRun& run : plan.runs) {
    if (there.contains({plan.scenarios[run.scenario].key, run.replication})) continue;
    runs.push_back(
        TimedRun(plan, run.scenario, run.replication, TimeOf(run.scenario, run.replication)));
  }
}

// As `measure` does: all that is planned, then what is decided by it, until nothing is.
Plan MeasureToTheEnd(const Study& study, std::vector<RunRecord>& runs) {
  while (true) {
    Plan plan = PlanOf(study);
    AddDecidedBlocks(study, runs, plan);
    size_t before = runs.size();
    MeasureAll(plan, runs);
    if (runs.size() == before) return plan;
  }
}

TEST(AddedBlocksTest, NothingIsAddedWhileRunsAreMissing) {
  Study study = StudyOf(kStudy);
  Plan plan = PlanOf(study);
  ASSERT_EQ(plan.runs.size(), 9u);
  std::vector<RunRecord> runs;
  MeasureAll(plan, runs);
  runs.pop_back();
  AddDecidedBlocks(study, runs, plan);
  EXPECT_EQ(plan.runs.size(), 9u);
  runs.push_back(TimedRun(plan, plan.runs.back().scenario, plan.runs.back().replication, 100,
                          Outcome::kInterrupted));
  AddDecidedBlocks(study, runs, plan);
  EXPECT_EQ(plan.runs.size(), 9u);
}

TEST(AddedBlocksTest, WholeBlocksOfTheNeedyAndTheReference) {
  Study study = StudyOf(kStudy);
  std::vector<RunRecord> runs;
  Plan plan = MeasureToTheEnd(study, runs);
  ASSERT_GT(plan.runs.size(), 9u);
  std::map<int, std::set<size_t>> blocks;
  std::map<size_t, int> last;
  for (const PlannedRun& run : plan.runs) {
    blocks[run.block].insert(run.scenario);
    EXPECT_EQ(run.replication, ++last[run.scenario]) << "numbered on";
  }
  for (const auto& [block, scenarios] : blocks) {
    EXPECT_TRUE(scenarios.contains(0)) << "the reference is in every added block";
    EXPECT_GE(scenarios.size(), 2u) << block;
  }
  std::vector<Precision> precisions = FindPrecisions(study, plan, runs, Limit::kNone);
  EXPECT_EQ(precisions[0].reason, StopReason::kReached);
  EXPECT_EQ(precisions[1].reason, StopReason::kAtMost);
  EXPECT_EQ(last[1], 6);
  const Told told = DescribePrecisions(study, plan, precisions);
  const std::string& said = told.english;
  EXPECT_NE(said.find("known well enough: C1 (±"), std::string::npos) << said;
  EXPECT_NE(said.find("ended at 6 runs, the most allowed: "), std::string::npos) << said;
  EXPECT_NE(told.portuguese.find("conhecido o bastante: C1 (±"), std::string::npos);
  EXPECT_NE(told.portuguese.find("encerrado em 6 execuções, o máximo permitido: "),
            std::string::npos)
      << told.portuguese;
  EXPECT_EQ(PrecisionsJson(plan, precisions)[1]["reason"], "at_most");
}

// The decisions follow from the runs alone: whoever asks later gets the same plan, and so does one
// who was stopped in the middle of a block.
TEST(AddedBlocksTest, WhoeverAsksGetsTheSamePlan) {
  Study study = StudyOf(kStudy);
  std::vector<RunRecord> runs;
  Plan whole = MeasureToTheEnd(study, runs);
  for (size_t there = 9; there <= runs.size(); ++there) {
    std::vector<RunRecord> some(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(there));
    Plan plan = PlanOf(study);
    AddDecidedBlocks(study, some, plan);
    ASSERT_LE(plan.runs.size(), whole.runs.size());
    for (size_t i = 0; i < plan.runs.size(); ++i) {
      EXPECT_EQ(plan.runs[i].scenario, whole.runs[i].scenario);
      EXPECT_EQ(plan.runs[i].replication, whole.runs[i].replication);
      EXPECT_EQ(plan.runs[i].block, whole.runs[i].block);
    }
  }
}

TEST(AddedBlocksTest, AScenarioOfAnotherMachineWaits) {
  Study study = StudyOf(kStudy);
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs;
  for (const PlannedRun& run : plan.runs) {
    if (run.scenario == 2) continue;
    runs.push_back(
        TimedRun(plan, run.scenario, run.replication, TimeOf(run.scenario, run.replication)));
  }
  AddDecidedBlocks(study, runs, plan);
  ASSERT_EQ(plan.runs.size(), 11u);
  EXPECT_EQ(FindPrecisions(study, plan, runs, Limit::kNone)[2].n, 0u);
}

TEST(AddedBlocksTest, WhatNeverEndsWellIsNotRepeated) {
  Study study = StudyOf(kStudy);
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs;
  for (const PlannedRun& run : plan.runs) {
    bool fails = run.scenario == 1;
    runs.push_back(TimedRun(plan, run.scenario, run.replication,
                            TimeOf(run.scenario, run.replication),
                            fails ? Outcome::kFailed : Outcome::kOk));
  }
  AddDecidedBlocks(study, runs, plan);
  for (size_t i = 9; i < plan.runs.size(); ++i) EXPECT_NE(plan.runs[i].scenario, 1u);
  EXPECT_EQ(FindPrecisions(study, plan, runs, Limit::kBudget)[1].reason, StopReason::kNothingEnds);
}

// A limit ends what would go on, and nothing that had ended by itself.
TEST(AddedBlocksTest, ALimitIsNamedAsTheReason) {
  Study study = StudyOf(kStudy);
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs;
  MeasureAll(plan, runs);
  struct Row {
    Limit crossed;
    StopReason reason;
    const char* code;
    const char* words;
  };
  for (const Row& row :
       {Row{Limit::kNone, StopReason::kGoesOn, "goes_on", "not known well enough yet"},
        Row{Limit::kBudget, StopReason::kBudget, "budget", "ended by the budget"},
        Row{Limit::kDeadline, StopReason::kDeadline, "deadline", "ended by the deadline"}}) {
    std::vector<Precision> precisions = FindPrecisions(study, plan, runs, row.crossed);
    EXPECT_EQ(precisions[0].reason, StopReason::kReached) << row.code;
    EXPECT_EQ(precisions[1].reason, row.reason) << row.code;
    EXPECT_EQ(PrecisionsJson(plan, precisions)[1]["reason"], row.code);
    std::string said = DescribePrecisions(study, plan, precisions).english;
    EXPECT_NE(said.find(std::string("  ") + row.words + ": C2 (±"), std::string::npos) << said;
  }
}

TEST(AddedBlocksTest, WithoutARuleThePlanStaysAsItIs) {
  Study study = StudyOf(
      "factors: { batch: [1, 2] }\nfixed: { framework: fake }\ndesign: { replications: 2 }\n");
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs;
  MeasureAll(plan, runs);
  AddDecidedBlocks(study, runs, plan);
  EXPECT_EQ(plan.runs.size(), 4u);
}

TEST(AddedBlocksTest, PlotsAreFreshStarts) {
  Study study = StudyOf(
      "factors: { machine: [1, 2], batch: [1, 2] }\nfixed: { framework: fake }\n"
      "design: { replications: { at_least: 2, at_most: 4, until: 1 % },"
      " hard_to_change: machine }\n");
  Plan plan = PlanOf(study);
  EXPECT_EQ(plan.plots, 4u);
  std::vector<RunRecord> runs;
  for (const PlannedRun& run : plan.runs) {
    runs.push_back(TimedRun(plan, run.scenario, run.replication, 100 + run.replication * 0.4));
  }
  AddDecidedBlocks(study, runs, plan);
  ASSERT_GT(plan.runs.size(), 8u);
  EXPECT_GT(plan.plots, 4u);
  for (size_t i = 8; i < plan.runs.size(); ++i) {
    EXPECT_EQ(plan.runs[i].block, 3);
    EXPECT_GT(plan.runs[i].plot, 4);
  }
}

}  // namespace
}  // namespace trena
