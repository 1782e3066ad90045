// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/time_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plan/test_study.h"

namespace trena {
namespace {

// C1 … C12: framework a, b × batch 32, 64, 128 × data x, y; the last varies fastest.
Plan TimeModelCrossing() {
  static const Study study = StudyOf(
      "factors: { precision: [float32, bfloat16], batch: [32, 64, 128], shuffle: [true, false] }\n"
      "fixed: { framework: fake }\n"
      "design: { replications: 1, order: listed }\n");
  return PlanOf(study);
}

// Times that are exactly multiplicative: 2 for bfloat16, (batch ÷ 32)^-0.5, 3 without shuffling.
double TimeOf(const Scenario& scenario) {
  double time = 10;
  if (Find(scenario.levels, "precision")->ToString() == "bfloat16") time *= 2;
  time *= std::pow(*Find(scenario.levels, "batch")->number() / 32, -0.5);
  return Find(scenario.levels, "shuffle")->truth() == false ? 3 * time : time;
}

std::vector<TimeObservation> Observe(const Plan& plan, const std::vector<size_t>& scenarios) {
  std::vector<TimeObservation> observed;
  for (size_t i : scenarios) observed.push_back({i, std::log(TimeOf(plan.scenarios[i]))});
  return observed;
}

TEST(TimeModel, TellsScenariosThatWereNeverSeen) {
  Plan plan = TimeModelCrossing();
  ASSERT_EQ(plan.scenarios.size(), 12u);
  TimeModel model(plan);
  model.Fit(Observe(plan, {0, 1, 4, 6, 11}));
  EXPECT_EQ(model.observations(), 5u);
  EXPECT_EQ(model.df(), 1u);
  for (const Scenario& scenario : plan.scenarios) {
    auto told = model.At(scenario);
    ASSERT_TRUE(told) << scenario.id;
    EXPECT_NEAR(std::exp(told->log_seconds), TimeOf(scenario), 1e-9) << scenario.id;
    ASSERT_TRUE(told->own && told->common);
    EXPECT_NEAR(*told->own, 0, 1e-9);
  }
}

TEST(TimeModel, ALevelNeverSeenIsNotTold) {
  Plan plan = TimeModelCrossing();
  TimeModel model(plan);
  model.Fit(Observe(plan, {0, 1, 2, 3}));  // all float32, all batches but 128
  EXPECT_TRUE(model.At(plan.scenarios[0]));
  EXPECT_TRUE(model.At(plan.scenarios[4])) << "another batch follows from the slope";
  EXPECT_FALSE(model.At(plan.scenarios[6])) << "bfloat16 was never seen";
}

TEST(TimeModel, LevelsSeenOnlyTogetherAreNotToldApart) {
  Plan plan = TimeModelCrossing();
  TimeModel model(plan);
  model.Fit(Observe(plan, {0, 7}));  // float32 with shuffling, bfloat16 without
  EXPECT_TRUE(model.At(plan.scenarios[0]));
  EXPECT_TRUE(model.At(plan.scenarios[7]));
  EXPECT_FALSE(model.At(plan.scenarios[1]));
}

TEST(TimeModel, WithoutDegreesOfFreedomThereIsNoError) {
  Plan plan = TimeModelCrossing();
  TimeModel model(plan);
  model.Fit(Observe(plan, {0}));
  auto told = model.At(plan.scenarios[0]);
  ASSERT_TRUE(told);
  EXPECT_NEAR(told->log_seconds, std::log(10), 1e-12);
  EXPECT_FALSE(told->own);
  EXPECT_FALSE(told->common);
  EXPECT_FALSE(model.At(plan.scenarios[1]));
}

TEST(TimeModel, NothingSeenNothingTold) {
  Plan plan = TimeModelCrossing();
  TimeModel model(plan);
  EXPECT_FALSE(model.At(plan.scenarios[0]));
  model.Fit({});
  EXPECT_FALSE(model.At(plan.scenarios[0]));
  EXPECT_EQ(model.observations(), 0u);
}

// One factor of two levels, two observations each (log times 0, 0.2 and 1, 1.4): by hand, the
// residual variance is (0.02 + 0.08) ÷ 2 and that of a cell's mean half of it.
TEST(TimeModel, ErrorsByHand) {
  Study study = StudyOf(
      "factors: { precision: [float32, bfloat16], seed_of: [1, 2] }\n"
      "fixed: { framework: fake }\nonly: seed_of > 0\n");
  Plan plan = PlanOf(study);
  TimeModel model(plan);
  // The slope over seed_of is there too: with four cells one degree of freedom is left.
  model.Fit({{0, 0.0}, {1, 0.2}, {2, 1.0}, {3, 1.4}});
  ASSERT_EQ(model.df(), 1u);
  auto told = model.At(plan.scenarios[0]);
  // Means of rows 0.1, 1.2, of columns 0.5, 0.8: the fit of the first cell is 0.1 + 0.5 - 0.65.
  EXPECT_NEAR(told->log_seconds, -0.05, 1e-12);
  EXPECT_NEAR(*told->own, 0.1, 1e-12);                       // residuals ±0.05, four of them
  EXPECT_NEAR(*told->common, 0.1 * std::sqrt(0.75), 1e-12);  // three of four parameters
}

}  // namespace
}  // namespace trena
