// SPDX-License-Identifier: Apache-2.0
#include "analyze/metrics.h"

#include <gtest/gtest.h>

#include <limits>

#include "analyze/test_study.h"

namespace trena {
namespace {

TEST(Metrics, SummaryOverReplicationsInOrder) {
  TestStudy test = JainStudy();
  std::reverse(test.runs.begin(), test.runs.end());
  const Analysis analysis = test.Analyze();
  const MetricAnalysis& metric = analysis.scenarios[1].metrics.at("train_s");
  EXPECT_EQ(metric.values, (std::vector<double>{25, 28, 19}));
  EXPECT_EQ(metric.folders, (std::vector<Interned>{"C2-r1-a1", "C2-r2-a1", "C2-r3-a1"}));
  EXPECT_EQ(metric.summary.n, 3u);
  EXPECT_DOUBLE_EQ(*metric.summary.mean, 24);
  EXPECT_DOUBLE_EQ(*metric.summary.sd, std::sqrt(21));  // (1 + 16 + 25) ÷ 2
  // qt(0.975, 2) = 4.302653 in R.
  EXPECT_NEAR(*metric.summary.low, 24 - 4.302653 * std::sqrt(7), 1e-5);
}

// Two runs of 1 and 9 s: 5 ± 12.706 · 4, by Student's t, and no time is below 0; accuracies of 0.99
// and 0.91 are not above 1. The least-squares means and the grand mean end there too.
TEST(Metrics, IntervalsEndAtWhatIsPossible) {
  TestStudy test = CrossingOf({{"a", {1, 2}}}, 2);
  AddRuns(test, {{1, 9}, {2, 8}});
  for (RunRecord& run : test.runs) run.metrics["accuracy"] = run.replication == 1 ? 0.99 : 0.91;
  const Analysis analysis = test.Analyze();
  const Summary& time = analysis.scenarios[0].metrics.at("train_s").summary;
  EXPECT_EQ(*time.low, 0);
  EXPECT_NEAR(*time.high, 5 + 12.7062047 * 4, 1e-6);
  const Summary& accuracy = analysis.scenarios[0].metrics.at("accuracy").summary;
  EXPECT_EQ(*accuracy.high, 1);
  EXPECT_NEAR(*accuracy.low, 0.95 - 12.7062047 * 0.04, 1e-6);
  const ModelAnalysis& model = analysis.main.stated->model;
  EXPECT_EQ(*model.grand_mean.low, 0);
  for (const LevelMean& mean : model.means) EXPECT_EQ(*mean.low, 0);
}

TEST(Metrics, WhateverARunnerReportedIsKept) {
  TestStudy test = JainStudy();
  test.Run(0, 2).metrics["joules"] = 7;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.scenarios[0].metrics.at("joules").values, std::vector<double>{7});
  EXPECT_EQ(FindMetric(analysis.scenarios[1], "joules"), nullptr);
}

TEST(Metrics, RecordedCostsAreNotRead) {
  TestStudy test = JainStudy();
  for (RunRecord& run : test.runs) run.metrics["cost"] = run.metrics["bill"] = 1e6;
  Analysis analysis = test.Analyze();
  EXPECT_EQ(FindMetric(analysis.scenarios[0], "cost"), nullptr);
  EXPECT_EQ(FindMetric(analysis.scenarios[0], "bill"), nullptr);
  test.study.environments[0].price = ThousandthPerSecond("USD");
  analysis = test.Analyze();
  EXPECT_NEAR(*FindMetric(analysis.scenarios[0], "cost")->summary.mean, 0.015, 1e-12);
  EXPECT_NEAR(*FindMetric(analysis.scenarios[0], "bill")->summary.mean, 0.025, 1e-12);
}

TEST(Metrics, WhatIsNotFiniteIsNoReading) {
  TestStudy test = JainStudy();
  test.Run(0, 1).metrics["accuracy"] = std::numeric_limits<double>::quiet_NaN();
  test.Run(0, 2).metrics["accuracy"] = 0.5;
  EXPECT_EQ(test.Analyze().scenarios[0].metrics.at("accuracy").values, std::vector<double>{0.5});
}

TEST(Metrics, OnlyRunsThatEndedWellAreMeasured) {
  TestStudy test = JainStudy();
  test.Run(0, 1).outcome = Outcome::kTimedOut;
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.scenarios[0].metrics.at("train_s").values, (std::vector<double>{18, 12}));
  EXPECT_EQ(analysis.scenarios[0].planned, 3);
  EXPECT_EQ(analysis.scenarios[0].outcomes.at(Outcome::kOk), 2);
  EXPECT_EQ(analysis.scenarios[0].outcomes.at(Outcome::kTimedOut), 1);
}

TEST(Metrics, Units) {
  EXPECT_EQ(UnitOf("train_s", "USD"), "s");
  EXPECT_EQ(UnitOf("images_per_s", "USD"), "1/s");
  EXPECT_EQ(UnitOf("mem_pct_max", "USD"), "%");
  EXPECT_EQ(UnitOf("gpu_energy_j", "USD"), "J");
  EXPECT_EQ(UnitOf("gpu_power_w_max", "USD"), "W");
  EXPECT_EQ(UnitOf("host_swap_bytes_max", "USD"), "bytes");
  EXPECT_EQ(UnitOf("host_disk_read_bytes_per_s", "USD"), "bytes/s");
  EXPECT_EQ(UnitOf("gpu_temp_c_max", "USD"), "°C");
  EXPECT_EQ(UnitOf("cpu_mhz", "USD"), "MHz");
  EXPECT_EQ(UnitOf("accuracy", "USD"), "");
  EXPECT_EQ(UnitOf("cost", "USD"), "USD");
}

}  // namespace
}  // namespace trena
