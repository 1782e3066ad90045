// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

std::vector<Chart> DrawnScenarios(const Analysis& analysis,
                                  Language language = Language::kEnglish) {
  return ScenarioCharts(analysis, Words(language));
}

// C5 takes 6.4, 6.5 and 6.6 s: mean 6.5, interval ± 4.30265 × 0.1 ÷ √3 = 0.248414.
TEST(ScenarioChartsTest, AScenarioIsItsMeanThenItsRuns) {
  const Json values = DrawnScenarios(ExampleAnalysis())[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 8u * 4);
  const Json& mean = values[16];
  EXPECT_EQ(mean["scenario"], "C5  batch 128, image 32, network1");
  EXPECT_NEAR(mean["mean"], 6.5, 1e-12);
  EXPECT_NEAR(mean["low"], 6.5 - 0.248414, 1e-5);
  EXPECT_NEAR(mean["high"], 6.5 + 0.248414, 1e-5);
  EXPECT_EQ(mean["text"], "6.50 ± 0.25 s (n = 3)");
  EXPECT_FALSE(mean.contains("run"));
  EXPECT_NEAR(values[17]["run"], 6.4, 1e-12);
  EXPECT_NEAR(values[19]["run"], 6.6, 1e-12);
  EXPECT_FALSE(values[17].contains("mean"));
}

TEST(ScenarioChartsTest, ASingleRunHasNoIntervalToDraw) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].metrics["train_s"].values = {7};
  analysis.scenarios[0].metrics["train_s"].summary = Summarize(std::vector<double>{7});
  const Json values = DrawnScenarios(analysis)[0].spec["data"]["values"];
  EXPECT_EQ(values[0]["mean"], 7);
  EXPECT_TRUE(values[0]["low"].is_null()) << "missing, not of width 0";
  EXPECT_TRUE(values[0]["high"].is_null());
  EXPECT_EQ(values[1]["run"], 7);
  EXPECT_EQ(values[2]["scenario"], "C2  batch 64, image 32, network2");
}

TEST(ScenarioChartsTest, AScenarioWithoutTheMetricHasNoRow) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[3].metrics.erase("cost");
  const auto charts = DrawnScenarios(analysis);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].spec["data"]["values"].size(), 32u);
  EXPECT_EQ(charts[1].spec["data"]["values"].size(), 28u);
  EXPECT_TRUE(Has(charts[1].caption, "n = 21 runs."));
}

TEST(ScenarioChartsTest, WithoutPricesThereIsNoCost) {
  Analysis analysis = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.metrics.erase("cost");
  const auto charts = DrawnScenarios(analysis);
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].name, "time");
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.metrics.clear();
  EXPECT_TRUE(DrawnScenarios(analysis).empty());
}

// Where no runner tells its training time, that of the whole run is drawn.
TEST(ScenarioChartsTest, TimeIsTheOneOfTheAnalysis) {
  Analysis analysis = ExampleAnalysis();
  analysis.time = "wall_s";
  const Json values = DrawnScenarios(analysis)[0].spec["data"]["values"];
  EXPECT_NEAR(values[16]["mean"], 8.5, 1e-12) << "two seconds more than training";
}

TEST(ScenarioChartsTest, MarksAreDotsALineAndAMean) {
  const Json layers = DrawnScenarios(ExampleAnalysis())[0].spec["layer"];
  ASSERT_EQ(layers.size(), 3u);
  EXPECT_EQ(layers[0]["mark"]["type"], "circle");
  EXPECT_EQ(layers[0]["encoding"]["x"]["field"], "run");
  EXPECT_EQ(layers[1]["encoding"]["x"]["field"], "low");
  EXPECT_EQ(layers[1]["encoding"]["x2"]["field"], "high");
  EXPECT_EQ(layers[2]["encoding"]["x"]["field"], "mean");
  for (const Json& layer : layers) {
    EXPECT_EQ(layer["encoding"]["y"]["field"], "scenario");
    EXPECT_TRUE(layer["encoding"]["x"]["scale"]["zero"].get<bool>()) << "lengths begin at zero";
  }
}

TEST(ScenarioChartsTest, CaptionsSayTheConfidence) {
  Analysis analysis = ExampleAnalysis();
  analysis.confidence = 0.9;
  EXPECT_TRUE(Has(DrawnScenarios(analysis)[0].caption, "the line its 90% interval."));
  const Chart cost = DrawnScenarios(analysis, Language::kPortuguese)[1];
  EXPECT_EQ(cost.title, "Custo de um treinamento em cada cenário");
  EXPECT_TRUE(Has(cost.caption, "seu intervalo de 90%. Unidade: USD por 1.000; n = 24 execuções."))
      << cost.caption;
}

}  // namespace
}  // namespace trena
