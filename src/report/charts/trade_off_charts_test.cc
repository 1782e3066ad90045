// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

// The example with C1 at another price, so that cost is not time by another name.
Analysis WithTwoPrices() {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].price = Price{1, "USD", false};
  return analysis;
}

std::vector<Chart> DrawnTradeOffs(const Analysis& analysis,
                                  Language language = Language::kEnglish) {
  return TradeOffCharts(analysis, Words(language));
}

TEST(TradeOffChartsTest, APointHasBothMeansAndBothIntervals) {
  const Chart chart = DrawnTradeOffs(WithTwoPrices())[0];
  EXPECT_EQ(chart.name, "cost-time");
  const Json& c5 = chart.spec["data"]["values"][4];
  EXPECT_EQ(c5["scenario"], "C5  batch 128, image 32, network1");
  EXPECT_NEAR(c5["x"], 6.5, 1e-12);
  EXPECT_NEAR(c5["x_low"], 6.5 - 0.248414, 1e-5);
  EXPECT_NEAR(c5["x_high"], 6.5 + 0.248414, 1e-5);
  EXPECT_NEAR(c5["y"], 0.65, 1e-12);
  EXPECT_NEAR(c5["y_high"], 0.65 + 0.0248414, 1e-6);
  EXPECT_EQ(c5["x_text"], "6.50 ± 0.25 s (n = 3)");
}

// The driver with most of the variation is the image: the colours tell it.
TEST(TradeOffChartsTest, ColoursTellTheFirstDriver) {
  Analysis analysis = WithTwoPrices();
  Chart chart = DrawnTradeOffs(analysis)[0];
  EXPECT_EQ(chart.spec["data"]["values"][0]["group"], "32");
  EXPECT_EQ(chart.spec["data"]["values"][2]["group"], "64");
  EXPECT_EQ(chart.spec["layer"].back()["encoding"]["color"]["title"], "image");
  EXPECT_EQ(chart.spec["layer"].back()["encoding"]["shape"]["title"], "image")
      << "shapes repeat what colours say";
  std::swap(analysis.drivers[0], analysis.drivers[1]);
  chart = DrawnTradeOffs(analysis)[0];
  EXPECT_EQ(chart.spec["data"]["values"][0]["group"], "network1");
}

TEST(TradeOffChartsTest, AScenarioThatLacksEitherIsNoPoint) {
  Analysis analysis = WithTwoPrices();
  analysis.scenarios[1].metrics.erase("cost");
  analysis.scenarios[2].metrics.erase("train_s");
  const auto charts = DrawnTradeOffs(analysis);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].spec["data"]["values"].size(), 6u) << "cost";
  EXPECT_EQ(charts[1].spec["data"]["values"].size(), 7u) << "accuracy";
}

TEST(TradeOffChartsTest, OneScenarioIsNoChoice) {
  Analysis analysis = WithTwoPrices();
  analysis.scenarios.resize(2);
  EXPECT_EQ(DrawnTradeOffs(analysis).size(), 2u);
  analysis.scenarios.resize(1);
  EXPECT_TRUE(DrawnTradeOffs(analysis).empty());
}

TEST(TradeOffChartsTest, CostBeginsAtZeroAndAccuracyNeedNot) {
  const auto charts = DrawnTradeOffs(WithTwoPrices());
  const auto zero = [](const Chart& chart) {
    return chart.spec["layer"].back()["encoding"]["y"]["scale"]["zero"].get<bool>();
  };
  EXPECT_TRUE(zero(charts[0]));
  EXPECT_FALSE(zero(charts[1]));
}

TEST(TradeOffChartsTest, TheFrontIsOfCostAlone) {
  Analysis analysis = WithTwoPrices();
  analysis.cost.pareto = {"C5", "C1"};
  const auto charts = DrawnTradeOffs(analysis);
  EXPECT_EQ(charts[0].spec["layer"].size(), 4u);
  EXPECT_EQ(charts[1].spec["layer"].size(), 3u);
  EXPECT_FALSE(charts[1].spec["data"]["values"][0].contains("front"));
  EXPECT_FALSE(Has(charts[1].caption, "Pareto"));
  EXPECT_TRUE(
      Has(DrawnTradeOffs(analysis, Language::kPortuguese)[0].caption, "a fronteira de Pareto"));
}

TEST(TradeOffChartsTest, WithoutAccuracyItIsNotDrawn) {
  Analysis analysis = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.metrics.erase("accuracy");
  EXPECT_TRUE(DrawnTradeOffs(analysis).empty());
  EXPECT_EQ(DrawnTradeOffs(ExampleAnalysis(), Language::kPortuguese)[0].title,
            "Acurácia em função do tempo de treinamento");
}

}  // namespace
}  // namespace trena
