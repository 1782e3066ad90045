// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/find_noise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/test_study.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

using Names = std::vector<std::string>;

// Two scenarios, the second 10 times slower, run in turn; run k takes (1 + growth · k) as long.
TestStudy Growing(double growth, int replications) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, replications);
  int position = 0;
  for (int replication = 1; replication <= replications; ++replication) {
    for (size_t scenario : {0, 1}) {
      double seconds = (scenario == 0 ? 10 : 100) * std::exp(growth * position);
      test.AddRun(scenario, replication, seconds).position = ++position;
    }
  }
  return test;
}

TEST(FindNoiseTest, DriftWithinScenarios) {
  TestStudy test = Growing(std::log(1.2) / 9, 5);
  auto drift = FindDrift(GroupRuns(test.plan, test.runs), "train_s");
  ASSERT_TRUE(drift);
  EXPECT_NEAR(drift->change, 0.2, 1e-9);  // 20 % from the first of ten runs to the last
  EXPECT_EQ(drift->runs, 10u);
  // S is 20 of 20 pairs, its variance 2 · 300 ÷ 18; z = 19 ÷ 5.7735 = 3.291.
  EXPECT_NEAR(drift->p, 0.0010, 0.00005);
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kDrift), (Names{"20.0", "10", "0.001"}));
}

TEST(FindNoiseTest, NoDriftWhereItIsSmallOrMayBeChance) {
  EXPECT_EQ(WarningArguments(Growing(std::log(1.02) / 9, 5).Analyze(), warning::kDrift),
            std::nullopt);
  TestStudy few = Growing(0.1, 3);
  EXPECT_FALSE(FindDrift(GroupRuns(few.plan, few.runs), "train_s"));
  TestStudy turned = Growing(0.02, 5);
  for (int k = 1; k <= 5; ++k) turned.Run(1, k).metrics["train_s"] = 100 - 2.0 * k;
  EXPECT_EQ(WarningArguments(turned.Analyze(), warning::kDrift), std::nullopt);
}

struct SensorRow {
  const char* metric;
  double unsaid;
  double said;
  const char* code;
};

TEST(FindNoiseTest, ReadingsAboveTheirLimit) {
  for (const SensorRow& row : {SensorRow{"host_steal_pct", 1, 1.26, warning::kSteal},
                               {"pressure_cpu_pct", 10, 11, warning::kCpuPressure},
                               {"pressure_memory_pct", 1, 2, warning::kMemoryPressure},
                               {"pressure_io_pct", 10, 12, warning::kDiskPressure},
                               {"cgroup_throttled_pct", 1, 3, warning::kQuota}}) {
    TestStudy test = Growing(0, 3);
    EXPECT_EQ(WarningArguments(test.Analyze(), row.code), std::nullopt);
    for (RunRecord& run : test.runs) run.metrics[row.metric] = row.unsaid;
    EXPECT_EQ(WarningArguments(test.Analyze(), row.code), std::nullopt) << row.metric;
    test.Run(1, 2).metrics[row.metric] = row.said;
    EXPECT_EQ(WarningArguments(test.Analyze(), row.code),
              (Names{fmt::format("{:.1f}", row.said), "C2"}));
  }
}

TEST(FindNoiseTest, OtherProgramsOnTheMachine) {
  RunRecord run;
  EXPECT_FALSE(OthersPercent(run));
  run.metrics = {{"host_cpu_pct", 90}, {"cpu_pct", 80}};
  EXPECT_DOUBLE_EQ(*OthersPercent(run), 10);
  run.metrics["host_steal_pct"] = 4;  // the machine's own, not a program's
  EXPECT_DOUBLE_EQ(*OthersPercent(run), 6);
  // 80 % of 2 visible CPUs of 8 are 20 % of the machine.
  run.facts = {{"cpu", {{"visible", 2}, {"online", 8}}}};
  EXPECT_DOUBLE_EQ(*OthersPercent(run), 66);
  run.metrics["host_cpu_pct"] = 10;
  EXPECT_EQ(OthersPercent(run), 0);
  TestStudy test = Growing(0, 3);
  test.Run(0, 1).metrics.insert({{"host_cpu_pct", 99}, {"cpu_pct", 90}});
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kBusyMachine), (Names{"9.0", "C1"}));
}

TEST(FindNoiseTest, Throttling) {
  TestStudy test = Growing(0, 3);
  for (RunRecord& run : test.runs) run.metrics["cpu_mhz"] = 3000;
  for (RunRecord& run : test.runs) run.metrics["thermal_throttles"] = 0;
  test.Run(0, 1).metrics["cpu_mhz"] = 2701;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kThrottled), std::nullopt);
  test.Run(0, 1).metrics["cpu_mhz"] = 2699;
  test.Run(1, 1).metrics["thermal_throttles_max"] = 1;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kThrottled), (Names{"2", "C1", "C2"}));
}

TEST(FindNoiseTest, AClockThatWasSet) {
  TestStudy test = Growing(0, 3);
  for (RunRecord& run : test.runs) run.metrics["clock_step_s"] = 0.001;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kClockSet), std::nullopt);
  test.Run(1, 1).metrics["clock_step_s"] = -3600;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kClockSet), (Names{"1", "C2"}));
}

TEST(FindNoiseTest, WarmUpOfAScenario) {
  TestStudy test = Growing(0, 3);
  // 3 s of the first scenario's 10 s; one run of the second is an exception.
  auto warm = [](RunRecord& run) {
    run.metrics.insert({{"first_epoch_s", 5}, {"later_epoch_s", 2}, {"later_epoch_mad_s", 0}});
  };
  for (int k = 1; k <= 3; ++k) warm(test.Run(0, k));
  warm(test.Run(1, 1));
  for (int k = 2; k <= 3; ++k) {
    test.Run(1, k).metrics.insert(
        {{"first_epoch_s", 2}, {"later_epoch_s", 2}, {"later_epoch_mad_s", 0}});
  }
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kWarmUp), (Names{"30.0", "C1"}));
}

TEST(FindNoiseTest, TheMachinesSpeed) {
  TestStudy test = Growing(0, 3);
  double speed = 99.4;
  for (RunRecord& run : test.runs) run.metrics["yardstick"] = speed += 0.1;
  test.Run(1, 2).metrics["yardstick"] = 96;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kMachineSpeed), std::nullopt);
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kOffSpeed), std::nullopt);
  test.Run(1, 2).metrics["yardstick"] = 80;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kMachineSpeed), (Names{"25.0", "here", "6"}));
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kOffSpeed), (Names{"here", "C2-r2-a1"}));
}

RunRecord FindNoiseRunWith(const MetricValues& metrics) {
  RunRecord run;
  run.metrics = metrics;
  run.fixed = {{"batch", 64}};
  return run;
}

TEST(WarmUpTest, TheFirstEpochAgainstTheMedianOfTheLater) {
  // The limit is 3.5 · 1.4826 · 0.1 = 0.519 s above 5 s.
  auto run =
      FindNoiseRunWith({{"first_epoch_s", 5.6}, {"later_epoch_s", 5}, {"later_epoch_mad_s", 0.1}});
  EXPECT_NEAR(*WarmUpSeconds(run), 0.6, 1e-9);
  run.metrics["first_epoch_s"] = 5.5;
  EXPECT_EQ(WarmUpSeconds(run), 0);
  // Quiet epochs: 5 % of 5 s is the least.
  run.metrics["later_epoch_mad_s"] = 0;
  run.metrics["first_epoch_s"] = 5.24;
  EXPECT_EQ(WarmUpSeconds(run), 0);
  run.metrics["first_epoch_s"] = 5.26;
  EXPECT_NEAR(*WarmUpSeconds(run), 0.26, 1e-9);
}

TEST(WarmUpTest, TheFirstStepAgainstTheMeanOfTheLater) {
  // 6400 images in steps of 64 are 100 steps; (10.9 - 1) ÷ 99 = 0.1 s for each later one.
  auto run =
      FindNoiseRunWith({{"train_s", 10.9}, {"images_per_s", 6400 / 10.9}, {"first_step_s", 1}});
  EXPECT_NEAR(*WarmUpSeconds(run), 0.9, 1e-9);
  run.metrics["first_step_s"] = 0.3;  // (10.9 - 0.3) ÷ 99 = 0.107; three times that is 0.32
  EXPECT_EQ(WarmUpSeconds(run), 0);
  run.fixed = {{"batch", 800}};  // 8 steps tell nothing
  EXPECT_EQ(WarmUpSeconds(run), std::nullopt);
}

TEST(WarmUpTest, TheLargerOfBothAndMissingWithoutEither) {
  auto run = FindNoiseRunWith({{"train_s", 10.9},
                               {"images_per_s", 6400 / 10.9},
                               {"first_step_s", 1},
                               {"first_epoch_s", 8},
                               {"later_epoch_s", 5},
                               {"later_epoch_mad_s", 0}});
  EXPECT_DOUBLE_EQ(*WarmUpSeconds(run), 3);
  EXPECT_EQ(WarmUpSeconds(FindNoiseRunWith({{"train_s", 10}})), std::nullopt);
  EXPECT_EQ(WarmUpSeconds(FindNoiseRunWith({{"first_epoch_s", 8}, {"later_epoch_s", 5}})),
            std::nullopt);
}

}  // namespace

}  // namespace trena
