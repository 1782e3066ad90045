// SPDX-License-Identifier: Apache-2.0
#include "plan/pilots/pilot_times.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "plan/pilots/pilot_forecast.h"

namespace trena {
namespace {

const double kRootPi = std::sqrt(std::numbers::pi);

TEST(PilotTimes, OnePilotHasTheErrorOfItsSteps) {
  ForetoldTimes times = Combine({{"a", 100, 0.01}});
  EXPECT_FALSE(times.deviation);
  EXPECT_EQ(times.by_key.at("a").source, TimeSource::kPilot);
  EXPECT_NEAR(times.by_key.at("a").seconds, 100, 1e-9);
  EXPECT_NEAR(*times.by_key.at("a").own, 0.01, 1e-12);
  EXPECT_EQ(times.by_key.at("a").processes, 1u) << "it may be off as far as runs lie apart";
  EXPECT_TRUE(Combine({}).by_key.empty());
}

TEST(PilotTimes, TwoPilotsTellHowFarRunsLieApart) {
  // Logarithms 0 and 0.02; by Gini's mean difference a deviation of √π ÷ 2 × 0.02.
  ForetoldTimes times = Combine({{"a", 1, 0.01}, {"a", std::exp(0.02), 0.01}});
  ASSERT_TRUE(times.deviation);
  EXPECT_EQ(times.deviation->df, 1);
  EXPECT_NEAR(times.deviation->relative, 0.01 * kRootPi, 1e-12) << "too few to split";
  EXPECT_NEAR(*times.by_key.at("a").own, std::sqrt(0.0001 * kRootPi * kRootPi / 2), 1e-12);
  EXPECT_NEAR(times.by_key.at("a").seconds, std::exp(0.01), 1e-12);
  EXPECT_EQ(times.by_key.at("a").n, 2u);
  EXPECT_EQ(times.by_key.at("a").processes, 0u) << "that is in its own error";
}

// By Gini's mean difference a variance of 0.0001 π between pilots. Ten groups of 0.1 s in each, a
// minute of pilots, runs of 100 s.
ForetoldTimes OfFourScenarios(double variance, double halves) {
  std::vector<PilotTime> pilots;
  for (const char* key : {"a", "b", "c", "d"}) {
    pilots.push_back({key, 1, 0.01, {variance, halves, 0.1, 1, 100, 7.5}});
    pilots.push_back({key, std::exp(0.02), 0.01, {variance, halves, 0.1, 1, 100, 7.5}});
  }
  return Combine(pilots);
}

const double kBetween = 0.0001 * std::numbers::pi;

// Groups vary by as much as 1/f noise makes them that makes pilots vary so: log(10) to log(60). Of
// that a run has log(10), a minute in 1,000 s log(1,000 ÷ 60).
TEST(PilotTimes, ARunAveragesOverTheMachinesMoods) {
  ForetoldTimes times = OfFourScenarios(kBetween * std::log(10) / std::log(60),
                                        kBetween * std::log(2) / std::log(60));
  EXPECT_EQ(times.deviation->df, 4);
  double of_run = kBetween * std::log(10) / std::log(60);
  EXPECT_NEAR(times.deviation->relative, std::sqrt(of_run), 1e-6);
  EXPECT_NEAR(times.by_key.at("a").common,
              std::sqrt(kBetween * std::log(1000 / 60.0) / std::log(60)), 1e-6);
  // The mean over moods lies above their middle.
  EXPECT_NEAR(times.by_key.at("a").seconds, std::exp(0.01 + (kBetween - of_run) / 2), 1e-6);
}

TEST(PilotTimes, WhereEveryMomentIsNewARunIsSteady) {
  // White noise: groups vary by 1 ÷ 0.1 - 1 ÷ 1 where pilots do by 1 ÷ 1 - 1 ÷ 60.
  ForetoldTimes times = OfFourScenarios(kBetween * 9 / (1 - 1 / 60.0), kBetween / (1 - 1 / 60.0));
  EXPECT_NEAR(times.deviation->relative,
              std::sqrt(kBetween * (1 / 100.0 - 1 / 1000.0) / (1 - 1 / 60.0)), 1e-5);
}

TEST(PilotTimes, StepsThatNeverVaryLeaveItToTheProcesses) {
  ForetoldTimes times = OfFourScenarios(0, 0);
  EXPECT_NEAR(times.deviation->relative, std::sqrt(kBetween), 1e-12);
  EXPECT_EQ(times.by_key.at("a").common, 0);
  EXPECT_NEAR(times.by_key.at("a").seconds, std::exp(0.01), 1e-12);
}

// Steps vary as white noise, which would make pilots vary by a tenth of what they do.
TEST(PilotTimes, WhatStepsCannotExplainIsTheProcesses) {
  double mood = kBetween / 10 / (1 - 1 / 60.0);
  EXPECT_NEAR(OfFourScenarios(mood * 9, mood).deviation->relative, std::sqrt(0.9 * kBetween), 1e-4);
}

TEST(PilotTimes, OneWildPilotCountsLittle) {
  std::vector<PilotTime> pilots;
  for (const char* key : {"a", "b", "c", "d"}) {
    for (double seconds : {9.6, 10.0, 10.4, 9.8, 10.2, 10.0}) pilots.push_back({key, seconds, 0});
  }
  double calm = Combine(pilots).deviation->relative;
  pilots[2].wall_s = 40;
  ForetoldTimes times = Combine(pilots);
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
        // Twelve groups of white noise.
        StepWindow glance{11 * steps * steps, steps * steps, 0.02, 0.24, 60, 3};
        pilots.push_back({std::to_string(scenario), std::exp(log), steps, glance});
      }
    }
    ForetoldTimes times = Combine(pilots);
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
    EXPECT_LE(coverage, 0.97) << between << " " << steps;
  }
}

// A machine whose speed wanders on all scales of time alike: a sum of moods that last 0.1 s to
// 1,000 s, which is 1/f noise nearly (Milotti 2002, section 5).
class Machine {
 public:
  explicit Machine(uint64_t seed) : random_(seed) {
    for (double& mood : moods_) mood = normal_(random_);
  }

  // The mean time of a step over so long, relatively.
  double Over(double seconds) {
    double sum = 0, n = 0;
    for (double t = 0; t < seconds - kTick / 2; t += kTick, ++n) sum += std::exp(Tick());
    return sum / n;
  }

 private:
  static constexpr double kTick = 0.05, kDeviation = 0.06;

  double Tick() {
    double sum = 0, lasts = 0.1;
    for (double& mood : moods_) {
      double keeps = std::exp(-kTick / lasts);
      mood = keeps * mood + std::sqrt(1 - keeps * keeps) * normal_(random_);
      sum += kDeviation * mood;
      lasts *= std::sqrt(10);
    }
    return sum;
  }

  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::array<double, 9> moods_ = {};
};

// Twelve groups of a step of 0.05 s each, if the machine is as usual, after four steps.
Pilot StepWindow(Machine& machine, const std::string& key, double run_s) {
  Pilot pilot;
  pilot.key = key;
  pilot.steps = run_s / 0.05;
  pilot.pilot_s = 4;
  pilot.train = {{4, 4 * machine.Over(0.2) * 0.05}};
  for (int group = 0; group < 12; ++group) pilot.train.push_back({1, machine.Over(0.05) * 0.05});
  return pilot;
}

// Eight scenarios are piloted five times, 0.6 s every 4 s; whole runs of `run_s` follow.
double CoverageOnSuchAMachine(double run_s) {
  int inside = 0, all = 0;
  for (uint64_t study = 1; study <= 100; ++study) {
    Machine machine(study);
    std::vector<Pilot> pilots;
    for (int i = 0; i < 40; ++i) {
      machine.Over(3.5);
      pilots.push_back(StepWindow(machine, std::to_string(i % 8), run_s));
    }
    ForetoldTimes times = TimesOf(pilots);
    for (const auto& [key, estimate] : times.by_key) {
      TimeSum one;
      one.Add(estimate, 1, 1);
      Estimated expected = one.Now(times.deviation, times.deviation->df);
      double run = machine.Over(run_s) * run_s;
      inside += run >= *expected.low && run <= *expected.high ? 1 : 0;
      ++all;
    }
  }
  return static_cast<double>(inside) / all;
}

TEST(PilotTimes, ARunAveragesOverSomeOfTheMachinesMoods) {
  for (double run_s : {20.0, 60.0, 120.0}) {
    double coverage = CoverageOnSuchAMachine(run_s);
    EXPECT_GE(coverage, 0.85) << run_s;
    EXPECT_LE(coverage, 0.97) << run_s;
  }
}

}  // namespace
}  // namespace trena
