// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/bottlenecks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/test_series.h"

namespace trena {
namespace {

RunRecord RunWith(MetricValues metrics) {
  RunRecord run;
  run.folder = "C1-r1-a1";
  run.metrics = std::move(metrics);
  return run;
}

LimitKind LimitOf(MetricValues metrics) { return FindLimit(RunWith(std::move(metrics))).limit; }

RunRecord Recorded(const std::string& name, double begin = 0) {
  RunRecord run = RunWith({});
  run.AddMetrics(RecordedMetrics(name, begin));
  run.facts = {{"cpu", {{"online", 2}, {"visible", 2}}}};
  return run;
}

TEST(Limits, EachVerdictByItsReadings) {
  EXPECT_EQ(LimitOf({{"cpu_pct", 97}}), LimitKind::kCpu);
  EXPECT_EQ(LimitOf({{"cpu_pct", 30}, {"gpu_pct", 96}}), LimitKind::kGpu);
  EXPECT_EQ(LimitOf({{"cpu_pct", 30}, {"gpu_pct", 40}}), LimitKind::kInput);
  EXPECT_EQ(LimitOf({{"cpu_pct", 99}, {"gpu_pct", 40}}), LimitKind::kCpu) << "the CPUs feed it";
  EXPECT_EQ(LimitOf({{"cpu_pct", 30}, {"pressure_io_pct", 40}}), LimitKind::kInput);
  EXPECT_EQ(LimitOf({{"cpu_pct", 30}, {"host_iowait_pct", 40}}), LimitKind::kInput);
  EXPECT_EQ(LimitOf({{"cpu_pct", 60}, {"mem_pct_max", 95}}), LimitKind::kMemory);
  EXPECT_EQ(LimitOf({{"cpu_pct", 99}, {"pressure_memory_pct", 30}}), LimitKind::kSwapping);
  EXPECT_EQ(LimitOf({{"cpu_pct", 99}, {"cgroup_throttled_pct", 20}}), LimitKind::kThrottled);
  EXPECT_EQ(LimitOf({{"gpu_pct", 99}, {"gpu_throttled_pct", 20}}), LimitKind::kThrottled);
  EXPECT_EQ(LimitOf({{"cpu_pct", 99}, {"thermal_throttles", 3}}), LimitKind::kThrottled);
  EXPECT_EQ(LimitOf({{"cpu_pct", 99}, {"host_steal_pct", 15}}), LimitKind::kDisturbed);
  EXPECT_EQ(LimitOf({{"gpu_pct", 99}, {"gpu_other_processes_max", 1}}), LimitKind::kDisturbed);
}

TEST(Limits, JustBelowAThresholdIsNotIt) {
  EXPECT_EQ(LimitOf({{"cpu_pct", kBusyCpu}}), LimitKind::kCpu);
  EXPECT_EQ(LimitOf({{"cpu_pct", std::nextafter(kBusyCpu, 0)}}), LimitKind::kCannotTell);
  EXPECT_EQ(LimitOf({{"gpu_pct", std::nextafter(kBusyGpu, 0)}}), LimitKind::kCannotTell);
  EXPECT_EQ(LimitOf({{"cpu_pct", 99}, {"host_steal_pct", 9.9}}), LimitKind::kCpu);
}

// Faults alone are files read for the first time; with swap in use they are swapping.
TEST(Limits, FaultsAreSwappingOnlyWithSwapInUse) {
  EXPECT_EQ(LimitOf({{"cpu_pct", 99}, {"host_major_faults_per_s", 500}}), LimitKind::kCpu);
  EXPECT_EQ(
      LimitOf({{"cpu_pct", 99}, {"host_major_faults_per_s", 500}, {"host_swap_bytes_max", 1e9}}),
      LimitKind::kSwapping);
}

// A run at its memory_limit waits for files that it reads again and again: nothing is swapped.
TEST(Limits, WaitingForMemoryWithoutSwapInUseIsNoSwapping) {
  const MetricValues waits = {{"cpu_pct", 60}, {"pressure_memory_pct", 30}, {"mem_pct_max", 99}};
  EXPECT_EQ(LimitOf(waits), LimitKind::kSwapping) << "where swap is not told";
  MetricValues none = waits, some = waits;
  none["host_swap_bytes_max"] = 0;
  some["host_swap_bytes_max"] = 4096;
  EXPECT_EQ(LimitOf(none), LimitKind::kMemory);
  EXPECT_EQ(LimitOf(some), LimitKind::kSwapping);
}

TEST(Limits, EvidenceIsWhatLedToTheVerdict) {
  const RunLimit input = FindLimit(RunWith({{"cpu_pct", 30}, {"gpu_pct", 40}, {"mem_pct", 5}}));
  ASSERT_EQ(input.evidence.size(), 2u);
  EXPECT_EQ(input.evidence[0].metric, "gpu_pct");
  EXPECT_EQ(input.evidence[0].value, 40);
  EXPECT_EQ(input.evidence[0].threshold, kWaitingGpu);
  EXPECT_FALSE(input.evidence[0].above);
  EXPECT_EQ(input.evidence[1].metric, "cpu_pct");
  const RunLimit unknown = FindLimit(RunWith({{"cpu_pct", 50}, {"mem_pct", 5}}));
  EXPECT_EQ(unknown.limit, LimitKind::kCannotTell);
  EXPECT_EQ(unknown.evidence.size(), 2u) << "what is known of the use";
  EXPECT_TRUE(FindLimit(RunWith({{"train_s", 5}})).evidence.empty());
}

TEST(Limits, SimulatedRunsAndRunsWithoutReadingsHaveNoVerdict) {
  TestStudy test = JainStudy();
  EXPECT_TRUE(test.Analyze().limits.runs.empty());
  for (RunRecord& run : test.runs) run.metrics["cpu_pct"] = 95;
  EXPECT_EQ(test.Analyze().limits.runs.size(), 12u);
  for (RunRecord& run : test.runs) run.simulated = true;
  EXPECT_TRUE(test.Analyze().limits.runs.empty());
}

// R: x = c(90, 80, 95, 70), y = log(c(15, 24, 48, 77)): cor.test gives the numbers.
TEST(Limits, UseAgainstTimeOverScenarios) {
  TestStudy test = JainStudy();
  const double use[] = {90, 80, 95, 70};
  for (size_t i = 0; i < 4; ++i) {
    for (int k = 1; k <= 3; ++k) test.Run(i, k).metrics["cpu_pct"] = use[i];
  }
  const auto uses = test.Analyze().limits.uses;
  ASSERT_EQ(uses.size(), 1u);
  EXPECT_EQ(uses[0].metric, "cpu_pct");
  EXPECT_EQ(uses[0].scenarios, 4u);
  EXPECT_NEAR(uses[0].r, -0.462991198755, 1e-9);
  EXPECT_NEAR(uses[0].low, -0.985538447956, 1e-9);
  EXPECT_NEAR(uses[0].high, 0.897429410533, 1e-9);
}

TEST(Limits, RecordedSeries) {
  EXPECT_EQ(FindLimit(Recorded("cpu_bound.csv", 20597.2)).limit, LimitKind::kCpu);
  const RunLimit disturbed = FindLimit(Recorded("disturbed.csv"));
  EXPECT_EQ(disturbed.limit, LimitKind::kDisturbed);
  EXPECT_EQ(disturbed.evidence[0].metric, "others_cpu_pct");
  EXPECT_EQ(FindLimit(Recorded("standin_gpu_bound.csv")).limit, LimitKind::kGpu);
  const RunLimit throttled = FindLimit(Recorded("standin_throttled.csv"));
  EXPECT_EQ(throttled.limit, LimitKind::kThrottled);
  ASSERT_EQ(throttled.evidence.size(), 1u);
  EXPECT_EQ(throttled.evidence[0].metric, "gpu_throttled_pct");
  EXPECT_NEAR(throttled.evidence[0].value, 75, 10) << "from its third second of eight on";
  EXPECT_EQ(FindLimit(Recorded("made_input_bound.csv")).limit, LimitKind::kInput);
  EXPECT_EQ(FindLimit(Recorded("made_swapping.csv")).limit, LimitKind::kSwapping);
}

}  // namespace
}  // namespace trena
