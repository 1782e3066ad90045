// SPDX-License-Identifier: Apache-2.0
// Rates worked out by hand from the formulas in the comment above SGDSolver::GetLearningRate.
#include "runner_common/learning_rate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

LearningRate Rate(const char* json) { return ParseLearningRate(Json::parse(json)).value(); }

TEST(LearningRate, ANumberIsThatNumber) {
  EXPECT_EQ(Rate("0.5").At(7, 9), 0.5);
  EXPECT_FALSE(Rate("0.5").changes());
  EXPECT_EQ(Rate(R"({"policy": "fixed", "base": 0.25})").At(3, 4), 0.25);
}

TEST(LearningRate, StepDropsEverySoManySteps) {
  const LearningRate rate =
      Rate(R"({"policy": "step", "base": 0.01, "gamma": 0.1, "stepsize": 100})");
  EXPECT_TRUE(rate.changes());
  EXPECT_EQ(rate.At(0, 1000), 0.01);
  EXPECT_EQ(rate.At(99, 1000), 0.01);
  EXPECT_NEAR(rate.At(100, 1000), 0.001, 1e-18);
  EXPECT_NEAR(rate.At(399, 1000), 0.00001, 1e-20);
}

TEST(LearningRate, PolyComesToZeroAtTheEnd) {
  const LearningRate half = Rate(R"({"policy": "poly", "base": 0.01, "power": 0.5})");
  EXPECT_EQ(half.At(0, 4), 0.01);
  EXPECT_EQ(half.At(3, 4), 0.005);  // the root of 1 ÷ 4
  const LearningRate longer =
      Rate(R"({"policy": "poly", "base": 0.01, "power": 1, "max_iter": 8})");
  EXPECT_EQ(longer.At(2, 4), 0.0075);
  EXPECT_TRUE(longer.Check(8).ok());
  EXPECT_EQ(longer.Check(9).error().message(),
            "`max_iter` of `learning_rate` is 8, but the training has 9 steps");
  EXPECT_TRUE(half.Check(9).ok());
}

TEST(LearningRate, InvFallsAsCaffesLeNetHasIt) {
  const LearningRate rate =
      Rate(R"({"policy": "inv", "base": 0.01, "gamma": 0.0001, "power": 0.75})");
  EXPECT_EQ(rate.At(0, 10000), 0.01);
  // (1 + 0.0001 · 10000)^−0.75 = 2^−0.75 = 0.594604.
  EXPECT_NEAR(rate.At(10000, 10000), 0.00594604, 1e-8);
}

TEST(LearningRate, WhatIsWrongIsNamed) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"-1", "`learning_rate` must be a number of at least 0"},
      {"\"fast\"", "`learning_rate` must be a number of at least 0"},
      {R"({"policy": "cosine"})", "`policy` of `learning_rate` must be fixed, step, poly or inv"},
      {R"({"policy": "fixed", "base": -1})",
       "`base` of `learning_rate` must be a number of at least 0"},
      {R"({"base": 1})", "`policy` of `learning_rate` must be fixed, step, poly or inv"},
      {R"({"policy": "step", "stepsize": 0})",
       "`stepsize` of `learning_rate` must be a whole number of at least 1"},
      {R"({"policy": "step", "stepsize": 1.5})",
       "`stepsize` of `learning_rate` must be a whole number of at least 1"},
      {R"({"policy": "inv", "power": "x"})",
       "`power` of `learning_rate` must be a number of at least 0"},
  };
  for (const auto& [json, message] : cases) {
    const Result<LearningRate> rate = ParseLearningRate(Json::parse(json));
    ASSERT_FALSE(rate.ok()) << json;
    EXPECT_EQ(rate.error().message(), message);
  }
}

}  // namespace
}  // namespace trena
