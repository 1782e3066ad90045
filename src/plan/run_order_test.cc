// SPDX-License-Identifier: Apache-2.0
#include "plan/run_order.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kOrderStudy =
    "factors: { machine: [x, y], batch: [16, 32, 64] }\nfixed: { framework: fake }\n";

Study OrderStudy(const std::string& design) {
  return StudyOf(kOrderStudy + "design: { " + design + " }\n");
}

std::vector<size_t> ScenariosOf(const Plan& plan, size_t first, size_t count) {
  std::vector<size_t> scenarios;
  for (size_t i = first; i < first + count; ++i) scenarios.push_back(plan.runs.at(i).scenario);
  return scenarios;
}

TEST(RunOrderTest, ListedIsReplicationAfterReplication) {
  const Plan plan = PlanOf(OrderStudy("order: listed, replications: 2"));
  ASSERT_EQ(plan.runs.size(), 12u);
  for (size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(plan.runs[i].scenario, i % 6);
    EXPECT_EQ(plan.runs[i].replication, i < 6 ? 1 : 2);
    EXPECT_EQ(plan.runs[i].block, i < 6 ? 1 : 2);
    EXPECT_EQ(plan.runs[i].plot, 1);
  }
  EXPECT_EQ(plan.plots, 0u);
}

TEST(RunOrderTest, TurnsAreSpokenOfWhereTwoTakeThem) {
  const auto notes = [](const std::string& text) { return PlanOf(StudyOf(text)).notes.size(); };
  const std::string design = "design: { order: in_turns }\n";
  EXPECT_EQ(notes("factors: { batch: [16, 32] }\nfixed: { framework: fake }\n" + design), 1u);
  EXPECT_EQ(notes("factors: { batch: [16] }\nfixed: { framework: fake }\n" + design), 0u);
}

TEST(RunOrderTest, EveryBlockHasEachScenarioOnceInAnOrderOfItsOwn) {
  const Plan plan = PlanOf(OrderStudy("replications: 20, seed: 3"));
  std::set<std::vector<size_t>> orders;
  for (size_t block = 0; block < 20; ++block) {
    const std::vector<size_t> order = ScenariosOf(plan, 6 * block, 6);
    EXPECT_EQ(std::set<size_t>(order.begin(), order.end()).size(), 6u);
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), 15u) << "of 720 orders";
}

// Points of a design in blocks, and one that the study excluded.
TEST(RunOrderTest, BlocksAreNumberedOverThePlanAndEmptyOnesAreNone) {
  Study study = OrderStudy("order: listed, replications: 2");
  Plan plan = PlanOf(study);
  plan.runs.clear();
  Design design;
  design.blocks = 3;
  design.points = {{0, 1, 0}, {1, 3, 0}, {2, 1, 0}, {3, 2, 0}};
  AddRuns(study, design, {0, 1, 2, std::nullopt}, plan);
  ASSERT_EQ(plan.runs.size(), 6u);
  std::vector<std::array<int, 3>> expected = {{0, 1, 1}, {2, 1, 1}, {1, 2, 1},
                                              {0, 3, 2}, {2, 3, 2}, {1, 4, 2}};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(static_cast<int>(plan.runs[i].scenario), expected[i][0]) << i;
    EXPECT_EQ(plan.runs[i].block, expected[i][1]) << i;
    EXPECT_EQ(plan.runs[i].replication, expected[i][2]) << i;
  }
}

TEST(RunOrderTest, AScenarioTwiceInADesignHasTwoReplicationsAtOnce) {
  Study study = OrderStudy("order: listed, replications: 1");
  Plan plan = PlanOf(study);
  plan.runs.clear();
  Design design;
  design.points = {{0, 1, 0}, {0, 1, 0}, {1, 1, 0}};
  AddRuns(study, design, {0, 0, 1}, plan);
  ASSERT_EQ(plan.runs.size(), 3u);
  EXPECT_EQ(plan.runs[0].replication, 1);
  EXPECT_EQ(plan.runs[1].replication, 2);
  EXPECT_EQ(plan.runs[2].replication, 1);
}

TEST(RunOrderTest, ABlockMoreGoesOnAfterAllThatIsThere) {
  const Study study = OrderStudy("replications: 2, seed: 9");
  Plan plan = PlanOf(study);
  const Plan before = plan;
  AddBlockOf(study, {1, 4}, plan);
  ASSERT_EQ(plan.runs.size(), 14u);
  EXPECT_EQ(ScenariosOf(plan, 0, 12), ScenariosOf(before, 0, 12)) << "what was planned stays";
  std::set<size_t> added;
  for (size_t i : {12u, 13u}) {
    EXPECT_EQ(plan.runs[i].block, 3);
    EXPECT_EQ(plan.runs[i].replication, 3);
    added.insert(plan.runs[i].scenario);
  }
  EXPECT_EQ(added, (std::set<size_t>{1, 4}));
  AddBlockOf(study, {4}, plan);
  EXPECT_EQ(plan.runs[14].block, 4);
  EXPECT_EQ(plan.runs[14].replication, 4);
  AddBlockOf(study, {}, plan);
  EXPECT_EQ(plan.runs.size(), 15u) << "a block of nothing is none";
}

TEST(RunOrderTest, AddedBlocksAreTheSameForTheSamePlanAndNotEachOthers) {
  const Study study = OrderStudy("replications: 1, seed: 9");
  const std::vector<size_t> all = {0, 1, 2, 3, 4, 5};
  Plan one = PlanOf(study), two = PlanOf(study);
  std::set<std::vector<size_t>> orders;
  for (size_t block = 1; block <= 10; ++block) {
    AddBlockOf(study, all, one);
    AddBlockOf(study, all, two);
    EXPECT_EQ(ScenariosOf(one, 6 * block, 6), ScenariosOf(two, 6 * block, 6));
    orders.insert(ScenariosOf(one, 6 * block, 6));
  }
  EXPECT_GT(orders.size(), 7u) << "each has an order of its own";
}

TEST(RunOrderTest, PlotsAreOfOneLevelAndNumberedOverThePlan) {
  const Plan plan = PlanOf(OrderStudy("hard_to_change: machine, replications: 3, seed: 2"));
  EXPECT_EQ(plan.plots, 6u);
  std::map<int, std::set<std::string>> machines;
  std::map<int, size_t> runs;
  for (const PlannedRun& run : plan.runs) {
    machines[run.plot].insert(Find(plan.scenarios[run.scenario].levels, "machine")->ToString());
    ++runs[run.plot];
    EXPECT_EQ((run.plot - 1) / 2, run.block - 1) << "two in each block";
  }
  ASSERT_EQ(machines.size(), 6u);
  EXPECT_EQ(machines.begin()->first, 1);
  for (const auto& [plot, levels] : machines) {
    EXPECT_EQ(levels.size(), 1u);
    EXPECT_EQ(runs[plot], 3u);
  }
}

TEST(RunOrderTest, TwoThatAreHardToChangeMakeAPlotForEachPair) {
  const Study study = StudyOf(
      "factors: { a: [1, 2], b: [1, 2], c: [1, 2, 3] }\nfixed: { framework: fake }\n"
      "design: { hard_to_change: [a, b], replications: 2, order: listed }\n");
  const Plan plan = PlanOf(study);
  EXPECT_EQ(plan.plots, 8u);
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    EXPECT_EQ(plan.runs[i].plot, static_cast<int>(i / 3) + 1);
  }
}

TEST(RunOrderTest, WholePlotsThatSaveNothingSayNoSaving) {
  // Every plot is one run: as many starts as runs.
  const Plan plan =
      PlanOf(StudyOf("factors: { machine: [x, y] }\nfixed: { framework: fake }\n"
                     "design: { hard_to_change: machine, replications: 3 }\n"));
  ASSERT_FALSE(plan.notes.empty());
  EXPECT_TRUE(plan.notes[0].english.ends_with("6 starts of a machine for 6 runs."))
      << plan.notes[0].english;
}

TEST(RunOrderTest, OneReplicationSaysNothingOfHowPlotsDiffer) {
  const Plan once = PlanOf(OrderStudy("hard_to_change: machine, replications: 1"));
  ASSERT_EQ(once.notes.size(), 2u);
  EXPECT_NE(once.notes[1].english.find(
                "whole plots, and with one replication nothing says how much plots "
                "differ by chance."),
            std::string::npos)
      << once.notes[1].english;
  // (2 − 1)(2 − 1) degrees of freedom between the plots of two replications.
  const Plan twice = PlanOf(OrderStudy("hard_to_change: machine, replications: 2"));
  EXPECT_NE(twice.notes.at(1).english.find("4 whole plots (1 degrees of freedom for their error)"),
            std::string::npos)
      << twice.notes[1].english;
}

}  // namespace
}  // namespace trena
