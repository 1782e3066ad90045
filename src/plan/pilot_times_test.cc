// SPDX-License-Identifier: Apache-2.0
#include "plan/pilot_times.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace trena {
namespace {

const double kRootPi = std::sqrt(std::numbers::pi);

TEST(PilotTimes, OnePilotHasTheErrorOfItsSteps) {
  PilotTimes times = Combine({{"a", 100, 0.01}});
  EXPECT_FALSE(times.deviation);
  EXPECT_EQ(times.by_key.at("a").source, TimeSource::kPilot);
  EXPECT_NEAR(times.by_key.at("a").seconds, 100, 1e-9);
  EXPECT_NEAR(*times.by_key.at("a").own, 0.01, 1e-12);
  EXPECT_TRUE(Combine({}).by_key.empty());
}

TEST(PilotTimes, TwoPilotsTellHowFarRunsLieApart) {
  // Logarithms 0 and 0.02; by Gini's mean difference a deviation of √π ÷ 2 × 0.02.
  PilotTimes times = Combine({{"a", 1, 0.01}, {"a", std::exp(0.02), 0.01}});
  ASSERT_TRUE(times.deviation);
  EXPECT_EQ(times.deviation->df, 1);
  EXPECT_NEAR(times.deviation->relative, 0.01 * kRootPi, 1e-12) << "too few to split";
  EXPECT_NEAR(*times.by_key.at("a").own, std::sqrt(0.0001 * kRootPi * kRootPi / 2), 1e-12);
  EXPECT_NEAR(times.by_key.at("a").seconds, std::exp(0.01), 1e-12);
  EXPECT_EQ(times.by_key.at("a").n, 2u);
}

TEST(PilotTimes, WithEnoughOfThemTheStepsPartIsNotTheRuns) {
  std::vector<PilotTime> pilots;
  for (const char* key : {"a", "b", "c", "d"}) {
    pilots.push_back({key, 1, 0.01});
    pilots.push_back({key, std::exp(0.02), 0.01});
  }
  PilotTimes times = Combine(pilots);
  EXPECT_EQ(times.deviation->df, 4);
  EXPECT_NEAR(times.deviation->relative, 0.01 * std::sqrt(kRootPi * kRootPi - 1), 1e-12);
}

TEST(PilotTimes, OneWildPilotCountsLittle) {
  std::vector<PilotTime> pilots;
  for (const char* key : {"a", "b", "c", "d"}) {
    for (double seconds : {9.6, 10.0, 10.4, 9.8, 10.2, 10.0}) pilots.push_back({key, seconds, 0});
  }
  double calm = Combine(pilots).deviation->relative;
  pilots[2].wall_s = 40;
  PilotTimes times = Combine(pilots);
  EXPECT_NEAR(times.by_key.at("a").seconds, 10, 0.3);
  EXPECT_LT(times.deviation->relative, 5 * calm);
}

// Ten scenarios piloted twice: pilots and runs differ by `between`, pilots by `steps` besides. One
// more run of each must lie in its interval about as often as promised.
double Coverage(double between, double steps) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  int inside = 0, all = 0;
  for (int study = 0; study < 400; ++study) {
    std::vector<PilotTime> pilots;
    for (int scenario = 0; scenario < 10; ++scenario) {
      for (int pilot = 0; pilot < 2; ++pilot) {
        double log = between * normal(random) + steps * normal(random);
        pilots.push_back({std::to_string(scenario), std::exp(log), steps});
      }
    }
    PilotTimes times = Combine(pilots);
    for (const auto& [key, estimate] : times.by_key) {
      TimeSum one;
      one.Add(estimate, 1, 1);
      Estimated expected = one.Now(times.deviation, times.deviation->df);
      double run = std::exp(between * normal(random));
      inside += run >= *expected.low && run <= *expected.high ? 1 : 0;
      ++all;
    }
  }
  return static_cast<double>(inside) / all;
}

TEST(PilotTimes, IntervalsOfOneMoreRunCoverAsPromised) {
  for (auto [between, steps] : {std::pair(0.02, 0.002), {0.02, 0.01}, {0.01, 0.01}, {0.01, 0.02}}) {
    double coverage = Coverage(between, steps);
    EXPECT_GE(coverage, 0.86) << between << " " << steps;
    EXPECT_LE(coverage, 0.96) << between << " " << steps;
  }
}

// The machine's speed wanders (an Ornstein-Uhlenbeck process, deviation 0.12) with moods of
// `mood_s`. Eight scenarios are piloted six times, a glance every 4 s; whole runs of 40 s follow.
double CoverageWithMoods(double mood_s) {
  constexpr double kStep = 0.5, kDeviation = 0.12;
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  const double keeps = std::exp(-kStep / mood_s);
  const double moves = kDeviation * std::sqrt(1 - keeps * keeps);
  int inside = 0, all = 0;
  for (int study = 0; study < 200; ++study) {
    double mood = kDeviation * normal(random);
    auto after = [&](double seconds) {
      double sum = 0;
      for (double t = 0; t < seconds; t += kStep) {
        mood = keeps * mood + moves * normal(random);
        sum += std::exp(mood);
      }
      return sum * kStep / seconds;  // the mean over the time
    };
    std::vector<PilotTime> pilots;
    for (int pass = 0; pass < 6; ++pass) {
      for (int scenario = 0; scenario < 8; ++scenario) {
        after(4);
        double at = 4.0 * static_cast<double>(pilots.size());
        pilots.push_back({std::to_string(scenario), 40 * std::exp(mood), 0.01, at});
      }
    }
    PilotTimes times = Combine(pilots);
    for (const auto& [key, estimate] : times.by_key) {
      TimeSum one;
      one.Add(estimate, 1, 1);
      Estimated expected = one.Now(times.deviation, times.deviation->df);
      double run = 40 * after(40);
      inside += run >= *expected.low && run <= *expected.high ? 1 : 0;
      ++all;
    }
  }
  return static_cast<double>(inside) / all;
}

TEST(PilotTimes, ARunAveragesOverTheMachinesMoods) {
  for (double mood_s : {2.0, 5.0, 10.0}) {
    double coverage = CoverageWithMoods(mood_s);
    EXPECT_GE(coverage, 0.85) << mood_s;
    EXPECT_LE(coverage, 0.97) << mood_s;
  }
}

TEST(PilotTimes, WithoutTheirTimesNothingIsKnownOfMoods) {
  std::vector<PilotTime> pilots;
  for (int i = 0; i < 20; ++i) pilots.push_back({"a", i % 2 == 0 ? 100.0 : 120.0, 0.001});
  double untold = Combine(pilots).deviation->relative;
  for (size_t i = 0; i < pilots.size(); ++i) pilots[i].at = 3.0 * static_cast<double>(i);
  double told = Combine(pilots).deviation->relative;
  EXPECT_LT(told, untold / 2);
  EXPECT_GE(told, 0.02) << "processes differ too";
}

}  // namespace
}  // namespace trena
