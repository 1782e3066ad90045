// SPDX-License-Identifier: Apache-2.0
// Against data made by each law: what made them must be found.
#include "stats/scaling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace trena {
namespace {

const std::vector<double> kSizes = {1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32};

template <typename Law>
std::vector<double> TimesOf(const Law& law, double noise, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<double> times;
  for (double size : kSizes) times.push_back(law(size) * std::exp(noise * normal(generator)));
  return times;
}

const ScalingFit& Best(const ScalingAnalysis& analysis) { return analysis.fits[*analysis.best]; }

TEST(Scaling, PowerLaw) {
  const auto times = TimesOf([](double x) { return 3 * std::pow(x, 1.5); }, 0.02, 1);
  const auto analysis = AnalyzeScaling(kSizes, times);
  ASSERT_TRUE(analysis.ok());
  EXPECT_EQ(Best(analysis.value()).law, ScalingLaw::kPower);
  EXPECT_GT(*analysis.value().advantage, 2);
  EXPECT_LT(*Best(analysis.value()).b.low, 1.5);
  EXPECT_GT(*Best(analysis.value()).b.high, 1.5);
  EXPECT_LT(*Best(analysis.value()).a.low, 3);
  EXPECT_GT(*Best(analysis.value()).a.high, 3);
}

TEST(Scaling, ConstantAndLinear) {
  const auto times = TimesOf([](double x) { return 20 + 2 * x; }, 0.01, 2);
  const auto analysis = AnalyzeScaling(kSizes, times);
  EXPECT_EQ(Best(analysis.value()).law, ScalingLaw::kLinear);
  EXPECT_NEAR(Best(analysis.value()).a.value, 20, 1);
  EXPECT_NEAR(Best(analysis.value()).b.value, 2, 0.1);
}

TEST(Scaling, Amdahl) {
  const auto times = TimesOf([](double x) { return 100 * (0.2 + 0.8 / x); }, 0.01, 3);
  const auto analysis = AnalyzeScaling(kSizes, times);
  const ScalingFit& best = Best(analysis.value());
  EXPECT_EQ(best.law, ScalingLaw::kAmdahl);
  ASSERT_TRUE(best.serial && best.serial->low);
  EXPECT_LT(*best.serial->low, 0.2);
  EXPECT_GT(*best.serial->high, 0.2);
  EXPECT_LT(*best.serial->high - *best.serial->low, 0.05);
}

// The likelihoods compare only on one scale. Worked out for x = 1 … 5, y = 1, 2, 4, 4, 6: by hand,
// the density of y under the power law is that of log y over y.
TEST(Scaling, AiccIsOnTheScaleOfTheTimes) {
  const std::vector<double> x = {1, 2, 3, 4, 5};
  const std::vector<double> y = {1, 2, 4, 4, 6};
  const auto analysis = AnalyzeScaling(x, y);
  ASSERT_TRUE(analysis.ok());
  double log_likelihood = 0;
  const ScalingFit& power = analysis.value().fits[0];
  double ss = 0;
  for (size_t i = 0; i < 5; ++i) ss += std::pow(std::log(y[i] / power.fitted[i]), 2);
  const double variance = ss / 5;
  for (size_t i = 0; i < 5; ++i) {
    const double error = std::log(y[i] / power.fitted[i]);
    log_likelihood +=
        -0.5 * std::log(2 * M_PI * variance) - error * error / (2 * variance) - std::log(y[i]);
  }
  // n - k - 1 = 1 with k = 3: the correction is 24.
  EXPECT_NEAR(*power.aicc, -2 * log_likelihood + 6 + 24, 1e-9);
}

TEST(Scaling, Edges) {
  const std::vector<double> same = {2, 2, 2};
  const std::vector<double> times = {1, 2, 3};
  EXPECT_FALSE(AnalyzeScaling(same, times).ok());
  EXPECT_FALSE(AnalyzeScaling(std::vector<double>{1, 2}, std::vector<double>{1, 2}).ok());
  EXPECT_FALSE(AnalyzeScaling(std::vector<double>{0, 1, 2}, times).ok());
  EXPECT_FALSE(AnalyzeScaling(std::vector<double>{1, 2, 3}, std::vector<double>{1, NAN, 3}).ok());
  const auto negative =
      AnalyzeScaling(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{-1, 2, 3, 5, 4});
  ASSERT_TRUE(negative.ok());
  EXPECT_EQ(negative.value().fits.size(), 2u);
  const auto few = AnalyzeScaling(std::vector<double>{1, 2, 3}, times);
  ASSERT_TRUE(few.ok());
  EXPECT_FALSE(few.value().best);
}

// Time per image falls slowly up to 64, then jumps (what no longer fits in the cache).
TEST(ChangePoint, IsFoundWhereItJumps) {
  std::mt19937 generator(4);
  std::normal_distribution<double> normal;
  std::vector<double> sizes;
  std::vector<double> times;
  for (double size : {128, 8, 16, 32, 48, 64, 96, 160, 192, 224}) {
    for (int i = 0; i < 2; ++i) {
      sizes.push_back(size);
      times.push_back((size <= 64 ? 10 - size / 64 : 14 + size / 64) + 0.05 * normal(generator));
    }
  }
  const auto change = FindChangePoint(sizes, times);
  ASSERT_TRUE(change.ok() && change.value());
  EXPECT_EQ(change.value()->last_before, 64);
  EXPECT_EQ(change.value()->first_after, 96);
  EXPECT_GT(change.value()->aicc_gain, 2);
}

// A straight line with noise: a change is believed in no more than a few of a hundred.
TEST(ChangePoint, IsSeldomSeenInALine) {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  int believed = 0;
  for (int i = 0; i < 100; ++i) {
    std::vector<double> sizes;
    std::vector<double> times;
    for (int size = 1; size <= 20; ++size) {
      sizes.push_back(size);
      times.push_back(5 + 0.3 * size + normal(generator));
    }
    const auto change = FindChangePoint(sizes, times);
    ASSERT_TRUE(change.ok());
    believed += change.value().has_value();
  }
  EXPECT_LE(believed, 25);
}

}  // namespace
}  // namespace trena
