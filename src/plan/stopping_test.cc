// SPDX-License-Identifier: Apache-2.0
#include "plan/stopping.h"

#include <gtest/gtest.h>

#include <boost/random/normal_distribution.hpp>
#include <cmath>

#include "plan/random.h"
#include "stats/summary.h"

namespace trena {
namespace {

DesignOptions Rule(int at_least, int at_most, double half_width) {
  DesignOptions design;
  design.replications = at_least;
  design.stop = StopRule{at_most, half_width};
  return design;
}

// 9, 10, 11: deviation 1, t(0.9875, 2) = 6.205 (R: qt(0.9875, 2)), so ±3.583 of 10.
TEST(StoppingTest, TheIntervalIsStudentsAtTheHigherQuantile) {
  std::vector<double> values = {9, 10, 11};
  Precision precision = JudgePrecision(Rule(3, 20, 0.36), 3, values);
  EXPECT_EQ(precision.n, 3u);
  EXPECT_NEAR(*precision.half_width, 6.20534682 / std::sqrt(3.0) / 10, 1e-7);
  EXPECT_EQ(precision.reason, StopReason::kReached);
  EXPECT_EQ(JudgePrecision(Rule(3, 20, 0.35), 3, values).reason, StopReason::kGoesOn);
  EXPECT_EQ(JudgePrecision(Rule(3, 3, 0.35), 3, values).reason, StopReason::kAtMost);
  EXPECT_EQ(JudgePrecision(Rule(4, 20, 0.9), 3, values).reason, StopReason::kGoesOn)
      << "not before the first ones are there";
}

TEST(StoppingTest, OfNothingLittleAndNoDifference) {
  DesignOptions rule = Rule(2, 5, 0.02);
  std::vector<double> none, one = {3}, same = {3, 3}, zero = {-1, 1};
  EXPECT_EQ(JudgePrecision(rule, 0, none).reason, StopReason::kGoesOn);
  EXPECT_EQ(JudgePrecision(rule, 2, none).reason, StopReason::kNothingEnds);
  EXPECT_EQ(JudgePrecision(rule, 2, one).reason, StopReason::kGoesOn);
  EXPECT_EQ(JudgePrecision(rule, 5, one).reason, StopReason::kAtMost);
  EXPECT_EQ(JudgePrecision(rule, 2, same).reason, StopReason::kReached);
  EXPECT_FALSE(JudgePrecision(rule, 2, zero).half_width) << "no part of nothing";
  EXPECT_EQ(JudgePrecision(rule, 5, zero).reason, StopReason::kAtMost);
}

// Ten runs that differ by half: 12 runs will never be within 1 %.
TEST(StoppingTest, WhatCannotGetThereIsNotPaidFor) {
  std::vector<double> wild = {10, 5, 15, 10, 5, 15, 10, 5, 15, 10};
  EXPECT_EQ(JudgePrecision(Rule(5, 12, 0.01), 10, wild).reason, StopReason::kCannotReach);
  EXPECT_EQ(JudgePrecision(Rule(5, 100'000, 0.01), 10, wild).reason, StopReason::kGoesOn);
}

TEST(StoppingTest, ABlockIsTheNeediestHalfAndTheReference) {
  DesignOptions rule = Rule(3, 1000, 0.01);
  std::vector<double> steady = {10, 10.001, 9.999}, noisy = {10, 10.4, 9.6}, noisier = {10, 11, 9};
  std::vector<ScenarioProgress> scenarios = {
      {steady, 3, 1}, {noisy, 3, 4}, {noisier, 3, 4}, {noisy, 3, 2}, {{}, 0, 1}};
  EXPECT_EQ(ChooseReference(scenarios), 0u) << "the cheapest that ends well";
  // Open are 1, 2 and 3; for their cost 2 (noisiest) and 3 (as noisy as 1, at half the price) come
  // first. 4 was never begun.
  EXPECT_EQ(NextBlock(rule, scenarios, 0), (std::vector<size_t>{0, 2, 3}));
  EXPECT_EQ(NextBlock(rule, scenarios, 2), (std::vector<size_t>{2, 3})) << "once";
  EXPECT_TRUE(NextBlock(rule, {{steady, 3, 1}}, 0).empty());
  EXPECT_TRUE(NextBlock(rule, {}, std::nullopt).empty());
  EXPECT_EQ(ChooseReference({{{}, 3, 1}}), std::nullopt);
}

TEST(StoppingTest, WithoutARuleIntervalsAreAsEver) {
  DesignOptions plain;
  EXPECT_EQ(IntervalConfidence(plain), 0.95);
  EXPECT_EQ(IntervalConfidence(Rule(2, 20, 0.1)), 0.98);
  EXPECT_EQ(IntervalConfidence(Rule(5, 20, 0.1)), 0.97);
  EXPECT_EQ(IntervalConfidence(Rule(7, 20, 0.1)), 0.97);
  EXPECT_EQ(IntervalConfidence(Rule(50, 90, 0.1)), 0.96);
}

struct Coverage {
  int covered = 0, intervals = 0;
  double runs = 0;
  double part() const { return static_cast<double>(covered) / intervals; }
};

// Whole studies of scenarios that differ in noise and price, run until the rule ends them, many
// times; how often the intervals they report hold the true means.
std::vector<Coverage> Simulate(const DesignOptions& rule, const std::vector<double>& noise,
                               int studies) {
  Random random(5);
  std::vector<Coverage> coverage(noise.size());
  auto run = [&](size_t i) {
    boost::random::normal_distribution<double> chance(100, 100 * noise[i]);
    return chance(random);
  };
  for (int study = 0; study < studies; ++study) {
    std::vector<ScenarioProgress> scenarios(noise.size());
    auto add = [&](size_t i) {
      scenarios[i].values.push_back(run(i));
      ++scenarios[i].made;
      scenarios[i].cost = 1 + static_cast<double>(i);
    };
    for (int k = 0; k < rule.replications; ++k) {
      for (size_t i = 0; i < noise.size(); ++i) add(i);
    }
    auto reference = ChooseReference(scenarios);
    while (true) {
      std::vector<size_t> block = NextBlock(rule, scenarios, reference);
      if (block.empty()) break;
      for (size_t i : block) add(i);
    }
    for (size_t i = 0; i < noise.size(); ++i) {
      Summary summary = Summarize(scenarios[i].values, IntervalConfidence(rule));
      ++coverage[i].intervals;
      coverage[i].covered += *summary.low <= 100 && 100 <= *summary.high;
      coverage[i].runs += static_cast<double>(scenarios[i].made) / studies;
    }
  }
  return coverage;
}

// The noise at which looking hurts most is where the rule ends about midway. 2,000 studies: a
// standard error of 0.005.
TEST(StoppingTest, SimulatedCoverageIsAtLeast93Percent) {
  for (int at_least : {2, 3, 5, 8}) {
    std::vector<Coverage> coverage =
        Simulate(Rule(at_least, 20, 0.02), {0.005, 0.018, 0.028, 0.045}, 2000);
    for (size_t i = 0; i < coverage.size(); ++i) {
      EXPECT_GE(coverage[i].part(), 0.93) << "scenario " << i << ", at least " << at_least;
    }
    EXPECT_LT(coverage[1].runs, coverage[2].runs) << "more noise takes more runs";
  }
}

// Without the higher quantile it would fall below: the test above is not empty.
TEST(StoppingTest, Plain95WouldCoverLess) {
  DesignOptions rule = Rule(2, 60, 0.02);
  Random random(9);
  boost::random::normal_distribution<double> chance(100, 3);
  int covered = 0;
  constexpr int kStudies = 2000;
  for (int study = 0; study < kStudies; ++study) {
    std::vector<double> values = {chance(random), chance(random)};
    Summary summary = Summarize(values);
    while (values.size() < 60 && (*summary.high - *summary.low) / 2 > 0.02 * *summary.mean) {
      values.push_back(chance(random));
      summary = Summarize(values);
    }
    covered += *summary.low <= 100 && 100 <= *summary.high;
  }
  EXPECT_LT(static_cast<double>(covered) / kStudies, 0.92);
  EXPECT_GE(Simulate(rule, {0.03}, 2000)[0].part(), 0.93);
}

}  // namespace
}  // namespace trena
