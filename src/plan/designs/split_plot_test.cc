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
  EXPECT_NE(plan.notes[0].english.find("6 starts of a machine for 36 runs"), std::string::npos);
  // Two plots in each of three replications: (2 − 1)(3 − 1) degrees of freedom for their error.
  // Within: 36 runs − 6 plots − (12 scenarios − 2), the same as the power of the plan has.
  EXPECT_EQ(plan.notes[1].english,
            "The price is certainty about environment: its levels are compared between 6 whole "
            "plots (2 degrees of freedom for their error), not between 36 runs. All else is "
            "compared within plots: 20 degrees of freedom, not 24.");
  plan = PlanOf(StudyOf(kStudy + "design: { hard_to_change: environment, replications: 1 }\n"));
  EXPECT_NE(plan.notes[1].english.find("nothing says how much plots differ"), std::string::npos);
}

// The first note of kStudy in three replications, with these environments.
std::string StartsNote(const std::string& environments) {
  return PlanOf(StudyOf("factors: { environment: [small, large], batch: [16, 32, 64], image: [32, "
                        "48] }\nfixed: { framework: fake }\nenvironments: { " +
                        environments +
                        " }\ndesign: { hard_to_change: environment, replications: 3 }\n"))
      .notes[0]
      .english;
}

TEST(SplitPlotTest, WhatPlotsSaveIsSaid) {
  // Of each environment 18 runs in 3 plots, so 15 starts fewer: 75 min at 0.36 USD/h and 150 min at
  // 3.6 USD/h.
  EXPECT_EQ(StartsNote("small: { price: 0.36 USD/h, bill: { setup: 5min } }, "
                       "large: { price: 3.6 USD/h, bill: { setup: 10min } }"),
            "Split-plot: environment changes 6 times instead of with every run: 6 starts of a "
            "machine for 36 runs. 30 starts fewer save 3 h 45 min of set-up (9.45 USD). The "
            "forecast and the bill count a start for every run: what is saved is not taken off "
            "there.");
  auto says = [](const std::string& environments, const std::string& part) {
    std::string note = StartsNote(environments);
    EXPECT_NE(note.find(part), std::string::npos) << note << "\nshould say: " << part;
  };
  says("small: { bill: { setup: 5min } }, large: { price: free, bill: { setup: 5min } }",
       "30 starts fewer save 2 h 30 min of set-up. The forecast");
  says("small: { price: 0.36 USD/h, bill: { setup: 5min } }, large: {}",
       "save 1 h 15 min of set-up (0.450 USD); large has no `bill: setup`. The forecast");
  says("small: {}, large: {}", "How much time 30 starts fewer save is not said: `bill: { setup:");
}

TEST(SplitPlotTest, OneLevelThatIsHardToChangeHasNoPrice) {
  Plan plan = PlanOf(
      StudyOf("factors: { environment: [small], batch: [16, 32] }\nfixed: { framework: fake }\n"
              "environments: { small: {} }\n"
              "design: { hard_to_change: environment, replications: 3 }\n"));
  ASSERT_EQ(plan.notes.size(), 2u);
  // 6 runs − 3 plots − 1.
  EXPECT_EQ(plan.notes[1].english,
            "All else is compared within plots: 2 degrees of freedom, not 4.");
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
