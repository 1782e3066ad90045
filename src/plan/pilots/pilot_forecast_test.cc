// SPDX-License-Identifier: Apache-2.0
#include "plan/pilots/pilot_forecast.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

std::optional<PilotForecast> Foretell(const Pilot& pilot) {
  return trena::Foretell(std::vector<Pilot>{pilot})[0];
}

// A first step of 1 s, two groups of warm-up, then groups of 4 steps of 0.1 s ± 0.01 in turn.
Pilot Example() {
  Pilot pilot;
  pilot.scenario = "C1";
  pilot.key = "k";
  pilot.startup_s = 2;
  pilot.ending_s = 0.5;
  pilot.train = {{1, 1.0}, {4, 2.0}, {4, 0.8}};
  for (int i = 0; i < 10; ++i) pilot.train.push_back({4, i % 2 == 0 ? 0.36 : 0.44});
  pilot.train.push_back({2, 5.0});  // a smaller last group is not used
  pilot.evaluate = {{1, 0.3}, {5, 0.25}};
  pilot.steps = 1001;
  pilot.evaluate_steps = 20;
  pilot.evaluations = 2;
  return pilot;
}

TEST(PilotForecast, ByHand) {
  auto forecast = Foretell(Example());
  ASSERT_TRUE(forecast);
  EXPECT_NEAR(forecast->step_s, 0.1, 1e-12);
  EXPECT_EQ(forecast->warm_up_steps, 9) << "the first and two groups";
  EXPECT_NEAR(forecast->warm_up_s, 3.8 - 0.9, 1e-12);
  EXPECT_NEAR(forecast->train_s, 2.9 + 100.1, 1e-9);
  // 40 steps of 0.05 s, and what the first took longer.
  EXPECT_NEAR(forecast->evaluate_s, 40 * 0.05 + 0.25, 1e-12);
  EXPECT_NEAR(forecast->wall_s, 2 + 103 + 2.25 + 0.5, 1e-9);
  // Ten groups that alternate by ±10 %: 0.1 √(10 ÷ 9 ÷ 10) of the rate.
  EXPECT_NEAR(forecast->step_error, 0.1 / 3, 1e-9);
  EXPECT_NEAR(forecast->error, 0.1 / 3 * 99.2 / forecast->wall_s, 1e-9);
}

TEST(PilotForecast, StepsAreAGlanceAtTheMachine) {
  Pilot pilot = Example();
  pilot.pilot_s = 9;
  auto forecast = Foretell(pilot);
  double part = 99.2 / forecast->wall_s;
  // Ten groups of four steps of 0.1 s that alternate by ± 10 %.
  EXPECT_NEAR(forecast->glance.variance, part * part * 0.01, 1e-9);
  EXPECT_NEAR(forecast->glance.halves, part * part * 0.0004, 1e-9) << "three of five are quicker";
  EXPECT_NEAR(forecast->glance.group_s, 0.4, 1e-12);
  EXPECT_NEAR(forecast->glance.all_s, 4, 1e-12);
  EXPECT_NEAR(forecast->glance.run_s, 103, 1e-9);
  EXPECT_EQ(forecast->glance.pilot_s, 9);
  pilot.steps = 51;
  EXPECT_EQ(Foretell(pilot)->glance.group_s, 0) << "a whole run";
  EXPECT_EQ(Foretell(pilot)->glance.pilot_s, 9);
}

TEST(PilotForecast, PilotsOfAScenarioHaveTheSameWarmUp) {
  // One alone would cut nothing: its last groups are as slow as its first.
  Pilot odd = Example(), other = Example();
  for (size_t i = 9; i < 13; ++i) odd.train[i].seconds = 2;
  other.key = "another";
  ASSERT_EQ(Foretell(odd)->warm_up_steps, 1);
  auto forecasts = trena::Foretell({Example(), odd, Example(), Example(), other});
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(forecasts[i]->warm_up_steps, 9) << i;
}

TEST(PilotForecast, GroupsOfAnotherSizeHaveAWarmUpOfTheirOwn) {
  Pilot single = Example();
  single.train = {{1, 1.0}, {1, 0.5}, {1, 0.5}, {1, 0.5}, {1, 0.5}, {1, 0.5}};
  for (int i = 0; i < 10; ++i) single.train.push_back({1, 0.1});
  auto forecasts = trena::Foretell({Example(), Example(), single});
  EXPECT_EQ(forecasts[0]->warm_up_steps, 9);
  EXPECT_EQ(forecasts[2]->warm_up_steps, 6);
}

TEST(PilotForecast, AWholeRunNeedsNoRate) {
  Pilot pilot = Example();
  pilot.train = {{1, 1.0}, {1, 0.2}};
  pilot.steps = 2;
  pilot.evaluations = 0;
  auto forecast = Foretell(pilot);
  ASSERT_TRUE(forecast);
  EXPECT_DOUBLE_EQ(forecast->train_s, 1.2);
  EXPECT_DOUBLE_EQ(forecast->evaluate_s, 0);
  EXPECT_EQ(forecast->error, 0);
}

TEST(PilotForecast, TooFewStepsTellNothing) {
  Pilot pilot = Example();
  pilot.train.resize(3);
  EXPECT_FALSE(Foretell(pilot));
  pilot.train.clear();
  EXPECT_FALSE(Foretell(pilot));
  pilot = Example();
  pilot.steps = 0;
  EXPECT_FALSE(Foretell(pilot));
  EXPECT_TRUE(TimesOf({pilot}).by_key.empty());
  ASSERT_EQ(TimesOf({Example()}).by_key.size(), 1u);
  EXPECT_TRUE(TimesOf({Example()}).by_key.contains("k"));
}

}  // namespace
}  // namespace trena
