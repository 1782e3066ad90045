// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/time_sum.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

TimeEstimate FromRuns(double seconds, size_t n) {
  return {TimeSource::kRuns, seconds, n, std::nullopt, 0, n};
}

// t of 0.95 with 10 degrees of freedom, from any table.
constexpr double kT10 = 1.812461;

TEST(TimeSum, OneMoreRunHasTheIntervalOfAPrediction) {
  // Jain 1991, section 14.6, without a predictor: s √(1 + 1/n), on the log scale.
  TimeSum sum;
  sum.Add(FromRuns(100, 4), 1, 1);
  Estimated one = sum.Now(RunDeviation{0.02, 10}, 1e9);
  EXPECT_DOUBLE_EQ(one.value, 100);
  ASSERT_TRUE(one.low && one.high);
  EXPECT_NEAR(*one.high, 100 * std::exp(kT10 * 0.02 * std::sqrt(1.25)), 1e-4);
  EXPECT_NEAR(*one.low, 100 / std::exp(kT10 * 0.02 * std::sqrt(1.25)), 1e-4);
}

TEST(TimeSum, RunsAddUpBySquaresAndWhatTheyShareDirectly) {
  TimeSum sum;
  sum.Add(FromRuns(10, 2), 3, 1);                          // three runs: 30 s
  sum.Add({TimeSource::kModel, 20, 5, 0.10, 0.05}, 2, 1);  // two: 40 s
  sum.Add({TimeSource::kModel, 30, 5, 0.10, 0.05}, 1, 1);  // one: 30 s
  double runs = 0.02 * 0.02 * (3 * 100 + 2 * 400 + 900 + 30 * 30 / 2.0);
  double others = 40 * 40 * 0.01 + 30 * 30 * 0.01 + std::pow(70 * 0.05, 2);
  double df = std::pow(runs + others, 2) / (runs * runs / 10 + others * others / 10);
  EXPECT_GT(df, 10);
  Estimated all = sum.Now(RunDeviation{0.02, 10}, 10);
  EXPECT_DOUBLE_EQ(all.value, 100);
  double half = std::log(*all.high / 100) * 100 / std::sqrt(runs + others);
  EXPECT_LT(half, kT10);
  EXPECT_GT(half, 1.7);  // of 20 degrees of freedom, 1.725
}

TEST(TimeSum, WhatIsTakenOutIsGone) {
  TimeSum sum;
  sum.Add(FromRuns(10, 2), 3, 1);
  sum.Add({TimeSource::kModel, 20, 5, 0.1, 0.05}, 2, 1);
  sum.Add({TimeSource::kModel, 20, 5, std::nullopt, 0}, 1, 1);
  sum.Add({TimeSource::kModel, 20, 5, std::nullopt, 0}, 1, -1);
  sum.Add({TimeSource::kModel, 20, 5, 0.1, 0.05}, 2, -1);
  TimeSum alone;
  alone.Add(FromRuns(10, 2), 3, 1);
  RunDeviation deviation{0.1, 3};
  EXPECT_NEAR(*sum.Now(deviation, 3).high, *alone.Now(deviation, 3).high, 1e-9);
}

TEST(TimeSum, NoErrorNoInterval) {
  TimeSum sum;
  sum.Add(FromRuns(10, 1), 1, 1);
  EXPECT_FALSE(sum.Now(std::nullopt, 5).low);
  sum.Add({TimeSource::kModel, 20, 2, std::nullopt, 0}, 1, 1);
  EXPECT_DOUBLE_EQ(sum.Now(RunDeviation{0.1, 3}, 5).value, 30);
  EXPECT_FALSE(sum.Now(RunDeviation{0.1, 3}, 5).high);
  EXPECT_EQ(TimeSum().Now(RunDeviation{0.1, 3}, 5).value, 0);
}

// One pilot, whose steps say ± 1 %, where runs are known to lie 2 % apart: both errors are its own,
// and the run that is to come lies 2 % off once more.
TEST(TimeSum, APilotAloneIsOffAsFarAsRunsLieApart) {
  TimeSum sum;
  sum.Add({TimeSource::kPilot, 100, 1, 0.01, 0, 1}, 1, 1);
  Estimated one = sum.Now(RunDeviation{0.02, 1e9}, 1e9);
  const double normal = 1.644854;  // of 0.95
  EXPECT_NEAR(*one.high, 100 * std::exp(normal * std::sqrt(2 * 0.0004 + 0.0001)), 1e-4);
}

TEST(TimeSum, RunsThatNeverDifferHaveAnIntervalOfNoWidth) {
  TimeSum sum;
  sum.Add(FromRuns(10, 2), 1, 1);
  Estimated all = sum.Now(RunDeviation{0, 1}, 5);
  EXPECT_DOUBLE_EQ(*all.low, 10);
  EXPECT_DOUBLE_EQ(*all.high, 10);
}

TEST(TimeSum, MoneyIsTimeScaled) {
  TimeSum time, money;
  time.Add(FromRuns(10, 2), 3, 1);
  money.Add(time, 0.5);
  RunDeviation deviation{0.1, 3};
  EXPECT_DOUBLE_EQ(money.Now(deviation, 3).value, 15);
  EXPECT_NEAR(*money.Now(deviation, 3).high, *time.Now(deviation, 3).high / 2, 1e-12);
}

}  // namespace
}  // namespace trena
