// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/pareto.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"

namespace trena {
namespace {

using Names = std::vector<std::string>;

Analysis Priced(const std::vector<std::pair<double, double>>& time_and_cost) {
  Analysis analysis;
  for (const auto& [time, cost] : time_and_cost) {
    ScenarioAnalysis scenario;
    scenario.id = "C" + std::to_string(analysis.scenarios.size() + 1);
    const std::vector<double> times = {time}, costs = {cost};
    scenario.metrics["train_s"] = {Summarize(times), times};
    scenario.metrics["cost"] = {Summarize(costs), costs};
    analysis.scenarios.push_back(scenario);
  }
  return analysis;
}

TEST(Pareto, WhatNoOtherBeatsInBoth) {
  // C2 is fastest, C1 cheapest, C4 between; C3 is slower and dearer than C4, C5 as dear as C4.
  EXPECT_EQ(FindPareto(Priced({{100, 1}, {10, 5}, {60, 4}, {50, 3}, {55, 3}})),
            (Names{"C2", "C4", "C1"}));
}

TEST(Pareto, EqualsStandTogetherAndOneIsAlone) {
  EXPECT_EQ(FindPareto(Priced({{10, 1}, {10, 1}, {10, 2}})), (Names{"C1", "C2"}));
  EXPECT_EQ(FindPareto(Priced({{10, 1}, {11, 1}})), Names{"C1"});
}

TEST(Pareto, NeedsBothTimeAndCost) {
  Analysis analysis = Priced({{10, 1}, {5, 2}});
  analysis.scenarios[1].metrics.erase("cost");
  EXPECT_EQ(FindPareto(analysis), Names{"C1"});
  EXPECT_EQ(FindPareto(Analysis{}), Names{});
}

}  // namespace
}  // namespace trena
