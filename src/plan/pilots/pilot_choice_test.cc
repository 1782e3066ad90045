// SPDX-License-Identifier: Apache-2.0
#include "plan/pilots/pilot_choice.h"

#include <gtest/gtest.h>

#include <set>

#include "plan/test_study.h"

namespace trena {
namespace {

Plan Crossing() {
  static const Study study = StudyOf(FactorsText(3, 3, "replications: 1, order: listed"));
  return PlanOf(study);
}

std::vector<size_t> All(const Plan& plan) {
  std::vector<size_t> all;
  for (size_t i = 0; i < plan.scenarios.size(); ++i) all.push_back(i);
  return all;
}

TEST(PilotChoice, ThreePilotsShowEveryLevelOfThreeFactors) {
  Plan plan = Crossing();
  std::vector<size_t> chosen = ChoosePilots(plan, All(plan));
  ASSERT_EQ(chosen.size(), 27u);
  std::set<std::pair<std::string, std::string>> levels;
  for (size_t i = 0; i < 3; ++i) {
    for (const auto& [name, value] : plan.scenarios[chosen[i]].levels) {
      levels.insert({name, value.ToString()});
    }
  }
  EXPECT_EQ(levels.size(), 9u);
  EXPECT_EQ(std::set<size_t>(chosen.begin(), chosen.end()).size(), 27u) << "none twice";
}

TEST(PilotChoice, NinePilotsShowEveryPair) {
  Plan plan = Crossing();
  std::vector<size_t> chosen = ChoosePilots(plan, All(plan));
  std::set<std::pair<std::string, std::string>> pairs;
  for (size_t i = 0; i < 11; ++i) {
    const Values& levels = plan.scenarios[chosen[i]].levels;
    for (size_t a = 0; a < 3; ++a) {
      for (size_t b = 0; b < a; ++b) {
        pairs.insert({levels[a].first + levels[a].second.ToString(),
                      levels[b].first + levels[b].second.ToString()});
      }
    }
  }
  EXPECT_EQ(pairs.size(), 27u) << "a greedy choice needs at most two more than the nine";
}

TEST(PilotChoice, OnlyCandidatesAreChosen) {
  Plan plan = Crossing();
  EXPECT_TRUE(ChoosePilots(plan, {}).empty());
  EXPECT_EQ(ChoosePilots(plan, {5}), std::vector<size_t>{5});
}

}  // namespace
}  // namespace trena
