// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);

Analysis WithImageTimes() {
  Analysis analysis = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    MetricAnalysis& image = scenario.metrics["image_s"];
    image.values = {0.010, 0.012, 0.014};
    image.summary = Summarize(image.values);
  }
  return analysis;
}

TEST(BatchChartsTest, TimePerImageWithItsIntervalAtEachBatch) {
  auto charts = BatchCharts(WithImageTimes(), kEnglish);
  ASSERT_EQ(charts.size(), 1u);
  const Json& values = charts[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 8u);
  EXPECT_EQ(values[0]["batch"], 64);
  EXPECT_EQ(values[4]["batch"], 128);
  EXPECT_NEAR(values[0]["mean"], 0.012, 1e-12);
  EXPECT_EQ(values[0]["others"], values[4]["others"]) << "one line";
  EXPECT_FALSE(Has(charts[0].caption, "did not fit"));
}

TEST(BatchChartsTest, WhatDidNotFitIsMarked) {
  Analysis analysis = WithImageTimes();
  for (size_t i : {6u, 7u}) analysis.scenarios[i].metrics.erase("image_s");
  analysis.scenarios[6].outcomes = {{Outcome::kOutOfMemory, 1}};
  analysis.scenarios[7].skipped = 3;
  analysis.scenarios[7].skipped_after = "C4";
  // One that failed otherwise says nothing about memory.
  analysis.scenarios[0].metrics.erase("image_s");
  analysis.scenarios[0].outcomes = {{Outcome::kFailed, 3}};
  const Chart chart = BatchCharts(analysis, kEnglish)[0];
  EXPECT_TRUE(Has(chart.caption, "did not fit into memory"));
  const Json& values = chart.spec["data"]["values"];
  ASSERT_EQ(values.size(), 6u);
  EXPECT_EQ(values[5]["batch"], 128);
  EXPECT_EQ(values[5]["lost"], "2 of 4 did not fit");
}

TEST(BatchChartsTest, NeedsABatchThatVaries) {
  Analysis analysis = WithImageTimes();
  analysis.scenarios.resize(4);
  EXPECT_TRUE(BatchCharts(analysis, kEnglish).empty()) << "all of batch 64";
}

}  // namespace
}  // namespace trena
