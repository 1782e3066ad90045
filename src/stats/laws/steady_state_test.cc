// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/steady_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace trena {
namespace {

std::optional<SteadyState> Settled(const std::vector<double>& values) {
  return SteadyStateAfter(values, CommonWarmUp({values}));
}

TEST(SteadyState, AWarmUpIsCutOff) {
  std::vector<double> steps = {9, 5, 3, 1.1, 0.9, 1.0, 1.1, 0.9, 1.0, 1.1, 0.9, 1.0};
  auto state = Settled(steps);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->warm_up, 3u);
  EXPECT_NEAR(state->mean, 1, 1e-12);
  EXPECT_EQ(state->correlation, 0) << "it alternates";
  EXPECT_EQ(state->effective_n, 9);
  // Squares of deviations 6 × 0.01; the variance of nine with n - 1 is 0.06 ÷ 8.
  EXPECT_NEAR(*state->error, std::sqrt(0.06 / 8 / 9), 1e-12);
}

TEST(SteadyState, HowItVariesOnTwoScales) {
  auto state = Settled({1, 1.2, 1, 1.2, 1.4, 1.6, 1.4, 1.6});
  EXPECT_NEAR(state->spread, (4 * 0.09 + 4 * 0.01) / 8, 1e-12);
  EXPECT_NEAR(state->halves, 0.04, 1e-12);
  EXPECT_NEAR(Settled({1, 7, 2})->halves, 0.25, 1e-12);
  EXPECT_EQ(Settled({1})->halves, 0);
}

TEST(SteadyState, SeveralSeriesShowAWarmUpThatOneAloneHides) {
  // Three groups of warm-up half as long again, under noise of a fifth; series of other speeds.
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(1, 0.2);
  int alone = 0, together = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<std::vector<double>> series(12);
    for (size_t k = 0; k < series.size(); ++k) {
      for (int j = 0; j < 12; ++j) {
        double usual = static_cast<double>(k + 1) * noise(random);
        series[k].push_back(j < 3 ? 1.5 * usual : usual);
      }
    }
    alone += Settled(series[0])->warm_up >= 3 ? 1 : 0;
    together += CommonWarmUp(series) >= 3 ? 1 : 0;
  }
  EXPECT_GE(together, 198) << "of 200";
  EXPECT_LT(alone, 180);
}

TEST(SteadyState, CommonWarmUpGoesAsFarAsAllSeries) {
  EXPECT_EQ(CommonWarmUp({}), 0u);
  EXPECT_EQ(CommonWarmUp({{}, {1, 2}}), 0u);
  EXPECT_LE(CommonWarmUp({{9, 9, 9, 1, 1, 1, 1}, {9, 9, 9, 1}}), 2u) << "half of four";
  EXPECT_EQ(CommonWarmUp({{0, 0, 0}}), 0u);
}

TEST(SteadyState, NoiseIsSeldomTakenForAWarmUp) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal(0, 0.2);
  int cut = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> steps;
    for (int j = 0; j < 12; ++j) steps.push_back(std::exp(normal(random)));
    cut += Settled(steps)->warm_up > 0 ? 1 : 0;
  }
  EXPECT_LT(cut, 250) << "of 1,000; MSER alone cuts something off in most of them";
  // A start that is quicker is none.
  EXPECT_EQ(Settled({0.1, 0.2, 1, 1.1, 0.9, 1, 1.1, 0.9})->warm_up, 0u);
}

TEST(SteadyState, WithoutAWarmUpNothingIsCut) {
  EXPECT_EQ(Settled(std::vector<double>(20, 2.5))->warm_up, 0u);
  EXPECT_EQ(*Settled(std::vector<double>(20, 2.5))->error, 0);
}

TEST(SteadyState, AtMostHalfIsWarmUp) {
  auto state = Settled({6, 5, 4, 3, 2, 1});
  ASSERT_TRUE(state);
  EXPECT_LE(state->warm_up, 3u);
}

TEST(SteadyState, WhatIsLeftTellsAnError) {
  // Two that agree would make the least error, and tell none.
  auto state = Settled({3, 2, 1, 1});
  EXPECT_EQ(state->warm_up, 1u);
  EXPECT_TRUE(state->error);
}

TEST(SteadyState, FewObservations) {
  EXPECT_FALSE(Settled({}));
  auto one = Settled({2});
  EXPECT_EQ(one->mean, 2);
  EXPECT_FALSE(one->error);
  EXPECT_FALSE(Settled({2, 3})->error);
}

// The true standard error of the mean of n steps of an AR(1) series of variance 1.
double TrueError(int n, double r) {
  double sum = n;
  for (int lag = 1; lag < n; ++lag) sum += 2 * (n - lag) * std::pow(r, lag);
  return std::sqrt(sum) / n;
}

TEST(SteadyState, TheErrorKnowsThatStepsAreCorrelated) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (double r : {0.0, 0.3, 0.6}) {
    constexpr int kSteps = 40, kSeries = 2000;
    double squares = 0;
    for (int series = 0; series < kSeries; ++series) {
      std::vector<double> steps;
      double x = normal(random);
      for (int i = 0; i < kSteps; ++i) {
        steps.push_back(10 + x);
        x = r * x + std::sqrt(1 - r * r) * normal(random);
      }
      double error = *Settled(steps)->error;
      squares += error * error / kSeries;
    }
    // Cutting where the error is least makes it a little too small, the correction a little larger.
    double ratio = std::sqrt(squares) / TrueError(kSteps, r);
    EXPECT_GT(ratio, 0.85) << r;
    EXPECT_LT(ratio, 1.45) << r;
  }
}

}  // namespace
}  // namespace trena
