// SPDX-License-Identifier: Apache-2.0
// Against data made by each law: what made them must be found.
#include "stats/scaling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <span>
#include <vector>

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

// x 1 to 5 with y 2, 4, 5, 4, 5: the line 2.2 + 0.6 x leaves 2.4. AICc of three parameters is
// 5 (ln(2π · 2.4 ÷ 5) + 1) + 6 + 2 · 3 · 4 ÷ (5 − 3 − 1).
TEST(Scaling, AiccWorkedByHand) {
  const std::vector<double> x = {1, 2, 3, 4, 5}, y = {2, 4, 5, 4, 5};
  const auto analysis = AnalyzeScaling(x, y);
  ASSERT_TRUE(analysis.ok());
  for (const ScalingFit& fit : analysis.value().fits) {
    if (fit.law != ScalingLaw::kLinear) continue;
    EXPECT_NEAR(fit.a.value, 2.2, 1e-12);
    EXPECT_NEAR(fit.b.value, 0.6, 1e-12);
    EXPECT_NEAR(*fit.aicc, 5 * (std::log(2 * std::numbers::pi * 2.4 / 5) + 1) + 6 + 24, 1e-9);
    EXPECT_NEAR(fit.fitted.at(0), 2.8, 1e-12);
  }
  EXPECT_EQ(analysis.value().fits.size(), 3u);
}

TEST(Scaling, FiveObservationsAreTheLeastToChooseBy) {
  const std::vector<double> x = {1, 2, 3, 4, 5}, y = {2, 4, 5, 4, 5};
  const std::span<const double> sizes(x), times(y);
  EXPECT_TRUE(AnalyzeScaling(sizes, times).value().best);
  const auto four = AnalyzeScaling(sizes.first(4), times.first(4));
  ASSERT_TRUE(four.ok());
  EXPECT_FALSE(four.value().best);
  EXPECT_FALSE(four.value().fits[0].aicc);
  EXPECT_TRUE(AnalyzeScaling(sizes.first(3), times.first(3)).ok());
  EXPECT_FALSE(AnalyzeScaling(sizes.first(2), times.first(2)).ok());
  EXPECT_FALSE(AnalyzeScaling(sizes.first(4), times).ok()) << "of other numbers";
}

TEST(Scaling, ATimeOfZeroHasNoPowerLaw) {
  const std::vector<double> x = {1, 2, 3, 4, 5};
  const auto laws = [&](const std::vector<double>& y) {
    return AnalyzeScaling(x, y).value().fits.size();
  };
  EXPECT_EQ(laws({1e-9, 1, 2, 3, 5}), 3u);
  EXPECT_EQ(laws({0, 1, 2, 3, 5}), 2u);
}

TEST(Scaling, TheBestIsByItsAdvantage) {
  const std::vector<double> x = {1, 2, 4, 8, 16, 32};
  std::vector<double> y;
  for (size_t i = 0; i < x.size(); ++i) y.push_back(3 + 2 / x[i] + (i % 2 == 0 ? 0.001 : -0.001));
  const auto analysis = AnalyzeScaling(x, y);
  ASSERT_TRUE(analysis.ok());
  const ScalingAnalysis& made = analysis.value();
  ASSERT_TRUE(made.best && made.advantage);
  EXPECT_EQ(made.fits[*made.best].law, ScalingLaw::kAmdahl);
  EXPECT_NEAR(made.fits[*made.best].serial->ratio, 3 / 5.0, 0.01);
  for (size_t i = 0; i < made.fits.size(); ++i) {
    if (i == *made.best) continue;
    EXPECT_GE(*made.fits[i].aicc - *made.fits[*made.best].aicc, *made.advantage - 1e-12);
  }
  EXPECT_GT(*made.advantage, 2);
}

// The order of observations does not matter.
TEST(Scaling, AnyOrderIsTheSame) {
  const auto one =
      AnalyzeScaling(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{2, 4, 5, 4, 5});
  const auto other =
      AnalyzeScaling(std::vector<double>{4, 1, 5, 3, 2}, std::vector<double>{4, 2, 5, 5, 4});
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(one.value().fits[i].b.value, other.value().fits[i].b.value, 1e-12);
  }
}

// Six parameters need eight observations: three of them and four would not do.
TEST(ChangePoint, EightObservationsAreTheLeast) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<double> y = {1, 2.01, 3, 20, 21, 22.01, 23, 24};
  const auto eight = FindChangePoint(x, y);
  ASSERT_TRUE(eight.ok());
  ASSERT_TRUE(eight.value());
  EXPECT_EQ(eight.value()->last_before, 3);
  EXPECT_EQ(eight.value()->first_after, 4);
  EXPECT_GT(eight.value()->aicc_gain, 2);
  EXPECT_EQ(eight.value()->before.n, 3u);
  EXPECT_EQ(eight.value()->after.n, 5u);
  const std::span<const double> sizes(x), times(y);
  EXPECT_FALSE(FindChangePoint(sizes.first(7), times.first(7)).value());
}

TEST(ChangePoint, ASizeIsNeverSplitAndASideHasTwoSizes) {
  // Four at 1 and four at 2: no side has two sizes.
  const std::vector<double> x = {1, 1, 1, 1, 2, 2, 2, 2};
  const std::vector<double> y = {1, 1.1, 0.9, 1, 9, 9.1, 8.9, 9};
  EXPECT_FALSE(FindChangePoint(x, y).value());
  EXPECT_FALSE(FindChangePoint(std::vector<double>{1, 1}, std::vector<double>{1, 2}).ok());
}

}  // namespace
}  // namespace trena
