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

// Means of 0.01 s at batch 64 and of `other` at 128, each within ± `half`.
Json DrawnBatches(double other, double half = 0) {
  Analysis analysis = WithImageTimes();
  for (size_t i = 0; i < 8; ++i) {
    Summary& summary = analysis.scenarios[i].metrics["image_s"].summary;
    summary.mean = i < 4 ? 0.01 : other;
    summary.low = *summary.mean - half;
    summary.high = *summary.mean + half;
  }
  return BatchCharts(analysis, kEnglish).at(0).spec;
}

Json ScaleOfTimes(const Json& spec) { return spec["layer"][0]["encoding"]["y"]["scale"]; }

TEST(BatchChartsTest, TheAxisIsLogarithmicWhereTimesDifferByMoreThanTen) {
  EXPECT_EQ(ScaleOfTimes(DrawnBatches(0.1)), Json({{"zero", true}, {"nice", true}}))
      << "ten times is not more";
  EXPECT_EQ(ScaleOfTimes(DrawnBatches(0.11)), Json({{"type", "log"}}));
  EXPECT_EQ(ScaleOfTimes(DrawnBatches(0.0009)), Json({{"type", "log"}})) << "either way";
  EXPECT_EQ(ScaleOfTimes(DrawnBatches(0.01))["zero"], true) << "all equal";
}

// A logarithm has no place for 0.
TEST(BatchChartsTest, AnIntervalThatReachesZeroKeepsTheAxisStraight) {
  EXPECT_EQ(ScaleOfTimes(DrawnBatches(0.5, 0.009))["type"], "log");
  EXPECT_FALSE(ScaleOfTimes(DrawnBatches(0.5, 0.01)).contains("type"));
  EXPECT_FALSE(ScaleOfTimes(DrawnBatches(0.5, 0.02)).contains("type"));
  EXPECT_FALSE(ScaleOfTimes(DrawnBatches(0)).contains("type"));
}

TEST(BatchChartsTest, ABatchIsATickOfItsOwn) {
  const Json axis = BatchCharts(WithImageTimes(), kEnglish)[0].spec["layer"][0]["encoding"]["x"];
  EXPECT_EQ(axis["axis"]["values"], Json({64, 128})) << "each once, in order";
  EXPECT_EQ(axis["scale"]["type"], "log");
  EXPECT_EQ(axis["scale"]["base"], 2);
  Analysis analysis = WithImageTimes();
  analysis.scenarios[0].levels[0].second = 0;
  const Json straight = BatchCharts(analysis, kEnglish)[0].spec["layer"][0]["encoding"]["x"];
  EXPECT_EQ(straight["axis"]["values"], Json({0, 64, 128}));
  EXPECT_FALSE(straight["scale"].contains("type")) << "0 has no logarithm";
}

TEST(BatchChartsTest, WhatIsNoNumberIsNotDrawn) {
  Analysis analysis = WithImageTimes();
  analysis.scenarios[0].levels[0].second = "all";
  analysis.scenarios[1].metrics["image_s"].summary = Summary{};
  EXPECT_EQ(BatchCharts(analysis, kEnglish)[0].spec["data"]["values"].size(), 6u);
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.metrics.erase("image_s");
  EXPECT_TRUE(BatchCharts(analysis, kEnglish).empty()) << "no time per image is known";
}

TEST(BatchChartsTest, CrossesAreOnlyOfBatchesThatDidNotFit) {
  Analysis analysis = WithImageTimes();
  EXPECT_EQ(BatchCharts(analysis, kEnglish)[0].spec["layer"].size(), 3u);
  analysis.scenarios[7].outcomes = {{Outcome::kOutOfMemory, 1}};
  EXPECT_EQ(BatchCharts(analysis, kEnglish)[0].spec["layer"].size(), 3u)
      << "it ran out of memory once, but has a time";
  analysis.scenarios[7].metrics.erase("image_s");
  const Chart chart = BatchCharts(analysis, Words(Language::kPortuguese))[0];
  EXPECT_EQ(chart.spec["layer"].size(), 5u);
  EXPECT_EQ(chart.spec["data"]["values"].back()["lost"], "1 de 4 não couberam");
  EXPECT_TRUE(Has(chart.caption, "As cruzes são lotes que não couberam"));
}

}  // namespace
}  // namespace trena
