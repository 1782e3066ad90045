// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/factor_scaling.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/test_series.h"

namespace trena {
namespace {

// A wiggle that no law explains and that is the same in every test.
double Wiggle(int i) { return 1 + 0.01 * std::sin(1.0 + 2.4 * i); }

TEST(FactorScaling, FindsTheLawAndTheExponentOfEachGroup) {
  TestStudy test = CrossingOf({{"image", {16, 32, 64, 128}}, {"network", {"a", "b"}}}, 2);
  for (size_t i = 0; i < 8; ++i) {
    const double image = 16 * std::pow(2, i / 2);
    for (int k = 1; k <= 2; ++k) {
      const double height = i % 2 == 0 ? 0.01 : 0.05;
      test.AddRun(i, k, height * image * image * Wiggle(static_cast<int>(i) * 2 + k));
    }
  }
  const std::vector<FactorScaling> scaling = test.Analyze().scaling;
  ASSERT_EQ(scaling.size(), 1u) << "network is no number";
  EXPECT_EQ(scaling[0].factor, "image");
  EXPECT_EQ(scaling[0].levels, (std::vector<double>{16, 32, 64, 128}));
  ASSERT_EQ(scaling[0].groups.size(), 2u);
  for (const ScalingGroup& group : scaling[0].groups) {
    EXPECT_EQ(group.runs, 8u);
    EXPECT_EQ(group.time.fits[*group.time.best].law, ScalingLaw::kPower);
    EXPECT_NEAR(group.time.fits[*group.time.best].b.value, 2, 0.02);
  }
  EXPECT_EQ(scaling[0].groups[1].others, (Values{{"network", "b"}}));
  EXPECT_EQ(scaling[0].law->law, ScalingLaw::kPower);
  EXPECT_NEAR(scaling[0].exponent->value, 2, 0.01);
  EXPECT_LT(*scaling[0].exponent->low, 2);
  EXPECT_GT(*scaling[0].exponent->high, 2);
}

// t = 4 + 0.006 n is a fixed overhead and a constant per image: nothing jumps, and there is no
// exponent to quote.
TEST(FactorScaling, AFixedOverheadIsNoJumpAndHasNoExponent) {
  TestStudy test = CrossingOf({{"images", {500, 1000, 2000, 4000, 8000}}}, 3);
  for (size_t i = 0; i < 5; ++i) {
    const double images = 500 * std::pow(2, i);
    for (int k = 1; k <= 3; ++k) {
      const double time = (4 + 0.006 * images) * Wiggle(static_cast<int>(i) * 3 + k);
      test.AddRun(i, k, time).metrics["image_s"] = time / images;
    }
  }
  const FactorScaling scaling = test.Analyze().scaling[0];
  EXPECT_EQ(scaling.law->law, ScalingLaw::kLinear);
  EXPECT_FALSE(scaling.law->next);
  EXPECT_FALSE(scaling.exponent);
  EXPECT_FALSE(scaling.groups[0].change);
  EXPECT_NEAR(scaling.groups[0].time.fits[2].a.value, 4, 0.1);
  EXPECT_NEAR(scaling.groups[0].time.fits[2].b.value, 0.006, 0.0001);
}

TEST(FactorScaling, FindsWhereTheTimePerImageJumps) {
  TestStudy test = CrossingOf({{"batch", {8, 16, 32, 64, 128, 256}}}, 2);
  for (size_t i = 0; i < 6; ++i) {
    for (int k = 1; k <= 2; ++k) {
      const double image_s = (i < 4 ? 0.01 : 0.04) * Wiggle(static_cast<int>(i) * 2 + k);
      test.AddRun(i, k, 1000 * image_s).metrics["image_s"] = image_s;
    }
  }
  const ScalingGroup group = test.Analyze().scaling[0].groups[0];
  ASSERT_TRUE(group.change);
  EXPECT_EQ(group.change->last_before, 64);
  EXPECT_EQ(group.change->first_after, 128);
}

const std::map<std::string, double> kNoSwap = {{"host_swap_bytes_max", 0},
                                               {"host_major_faults_per_s", 0.5}};

// What is told of the run is what samples.csv says, by the summary that every run's series has.
TEST(FactorScaling, SwappingIsFoundAtTheLastLevelAndNamed) {
  const ScalingGroup group =
      SweepThatJumps(RecordedMetrics("made_swapping.csv"), kNoSwap).Analyze().scaling[0].groups[0];
  ASSERT_TRUE(group.change);
  EXPECT_EQ(group.change->first_after, 256);
  EXPECT_NEAR(group.change->ratio, 4, 0.3);
  EXPECT_TRUE(group.swapping);
}

// The same jump, and a machine that was busy with its CPUs.
TEST(FactorScaling, AJumpWithoutSwappingHasNoCause) {
  const ScalingGroup group = SweepThatJumps(RecordedMetrics("cpu_bound.csv", 20597.2), kNoSwap)
                                 .Analyze()
                                 .scaling[0]
                                 .groups[0];
  EXPECT_TRUE(group.change);
  EXPECT_FALSE(group.swapping);
}

// A machine that swapped all along does not explain a jump; nor do its readings where no run lived
// through the times.
TEST(FactorScaling, WhatWasThereBeforeIsNoCause) {
  const auto swap = RecordedMetrics("made_swapping.csv");
  const TestStudy all_along = SweepThatJumps(swap, swap);
  EXPECT_TRUE(all_along.Analyze().scaling[0].groups[0].change);
  EXPECT_FALSE(all_along.Analyze().scaling[0].groups[0].swapping);
  TestStudy simulated = SweepThatJumps(swap, kNoSwap);
  for (RunRecord& run : simulated.runs) run.simulated = true;
  EXPECT_TRUE(simulated.Analyze().scaling[0].groups[0].change);
  EXPECT_FALSE(simulated.Analyze().scaling[0].groups[0].swapping);
}

TEST(FactorScaling, NeedsThreeLevelsThatAreNumbersAboveZero) {
  TestStudy two = CrossingOf({{"batch", {64, 128}}}, 3);
  AddRuns(two, {{1, 2, 3}, {2, 3, 4}});
  EXPECT_TRUE(two.Analyze().scaling.empty());
  TestStudy zero = CrossingOf({{"workers", {0, 1, 2}}}, 2);
  AddRuns(zero, {{1, 2}, {2, 3}, {3, 4}});
  EXPECT_TRUE(zero.Analyze().scaling.empty());
  TestStudy nothing = CrossingOf({{"batch", {1, 2, 3}}}, 2);
  EXPECT_TRUE(nothing.Analyze().scaling.empty());
}

// What moves in step with the factor is not another one.
TEST(FactorScaling, FactorsInStepAreOne) {
  TestStudy test = CrossingOf({{"batch", {1, 2, 4}}}, 2);
  test.study.factors.push_back({"workers", {2, 4, 8}});
  test.study.together = {{"batch", "workers"}};
  for (size_t i = 0; i < 3; ++i) {
    test.plan.scenarios[i].levels.emplace_back("workers", static_cast<double>(2 << i));
  }
  AddRuns(test, {{1, 1.1}, {2, 2.1}, {4, 4.1}});
  const auto scaling = test.Analyze().scaling;
  ASSERT_EQ(scaling.size(), 1u);
  EXPECT_EQ(scaling[0].groups.size(), 1u);
}

}  // namespace
}  // namespace trena
