// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "plan/plan_file.h"
#include "plan/test_study.h"

namespace trena {
namespace {

const std::string kStudy =
    "factors: { environment: [small, large], batch: [16, 32, 64], image: [32, 48] }\n"
    "fixed: { framework: fake }\nenvironments: { small: {}, large: {} }\n";

TEST(SplitPlotTest, OnePlotPerLevelAndReplication) {
  Plan plan = PlanOf(
      StudyOf(kStudy + "design: { hard_to_change: [environment], replications: 4, seed: 5 }\n"));
  EXPECT_EQ(plan.plots, 8u);
  ASSERT_EQ(plan.runs.size(), 48u);
  std::map<int, std::set<std::string>> environments;
  std::map<int, std::set<size_t>> scenarios;
  std::map<int, std::set<int>> blocks;
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    EXPECT_EQ(run.plot, static_cast<int>(i / 6) + 1);  // one after the other
    EXPECT_EQ(run.block, static_cast<int>(i / 12) + 1);
    environments[run.plot].insert(
        Find(plan.scenarios[run.scenario].levels, "environment")->ToString());
    scenarios[run.plot].insert(run.scenario);
    blocks[run.block].insert(run.plot);
  }
  std::set<std::string> orders;
  for (int plot = 1; plot <= 8; ++plot) {
    EXPECT_EQ(environments[plot].size(), 1u);
    EXPECT_EQ(scenarios[plot].size(), 6u);
  }
  for (const auto& [block, plots] : blocks) {
    EXPECT_EQ(plots.size(), 2u);
    EXPECT_NE(environments[*plots.begin()], environments[*plots.rbegin()]);
    orders.insert(*environments[*plots.begin()].begin());
  }
  EXPECT_EQ(orders.size(), 2u) << "the order of plots is random: with this seed both come first";
}

TEST(SplitPlotTest, RandomWithin) {
  Plan plan = PlanOf(
      StudyOf(kStudy + "design: { hard_to_change: environment, replications: 4, seed: 5 }\n"));
  std::set<std::vector<size_t>> orders;
  for (size_t plot = 0; plot < 8; ++plot) {
    std::vector<size_t> order;
    for (size_t i = 0; i < 6; ++i) order.push_back(plan.runs[plot * 6 + i].scenario % 6);
    orders.insert(order);
  }
  EXPECT_GE(orders.size(), 7u);
}

TEST(SplitPlotTest, TheProgramsReadItAndPeopleToo) {
  Plan plan =
      PlanOf(StudyOf(kStudy + "design: { hard_to_change: environment, replications: 3 }\n"));
  Json json = ParseJson(PlanJson(plan)).value();
  EXPECT_EQ(json["hard_to_change"], Json::array({"environment"}));
  EXPECT_EQ(json["plots"], 6);
  EXPECT_EQ(json["runs"][35]["plot"], 6);
  ASSERT_EQ(plan.notes.size(), 2u);
  EXPECT_NE(plan.notes[0].find("6 starts of a machine for 36 runs"), std::string::npos);
  // Two plots in each of three replications: (2 − 1)(3 − 1) degrees of freedom for their error.
  EXPECT_NE(plan.notes[1].find("between 6 whole plots (2 degrees of freedom"), std::string::npos);
  plan = PlanOf(StudyOf(kStudy + "design: { hard_to_change: environment, replications: 1 }\n"));
  EXPECT_NE(plan.notes[1].find("nothing says how much plots differ"), std::string::npos);
}

TEST(SplitPlotTest, SeveralFactorsAndBlocks) {
  Plan plan = PlanOf(StudyOf(
      kStudy + "design: { hard_to_change: [environment, image], blocks: 3, replications: 2 }\n"));
  std::map<int, std::set<std::string>> levels;
  for (const PlannedRun& run : plan.runs) {
    const Values& of = plan.scenarios[run.scenario].levels;
    levels[run.plot].insert(Find(of, "environment")->ToString() + Find(of, "image")->ToString());
  }
  EXPECT_EQ(levels.size(), plan.plots);
  for (const auto& [plot, of] : levels) EXPECT_EQ(of.size(), 1u);
  EXPECT_EQ(PlanOf(StudyOf(kStudy)).plots, 0u);
}

}  // namespace
}  // namespace trena
