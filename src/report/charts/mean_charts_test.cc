// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kMeanChartsEnglish(Language::kEnglish);

// ExampleSeconds has no interactions: a level's mean is the grand mean and its own effect.
TEST(MeanChartsTest, MeansOfEveryLevelAroundTheGrandMean) {
  const Analysis analysis = ExampleAnalysis();
  const Chart chart = MeanCharts(analysis, kMeanChartsEnglish)[0];
  EXPECT_EQ(chart.name, "means-response");
  const Json& values = chart.spec["data"]["values"];
  ASSERT_EQ(values.size(), 6u);
  EXPECT_EQ(values[0]["group"], "image") << "the largest driver first";
  const double grand = analysis.main.stated->model.grand_mean.mean;
  EXPECT_NEAR(chart.spec["layer"][3]["encoding"]["y"]["datum"], grand, 1e-9);
  for (size_t i = 0; i < 6; i += 2) {
    EXPECT_NEAR(values[i]["mean"].get<double>() + values[i + 1]["mean"].get<double>(), 2 * grand,
                1e-9);
    EXPECT_LT(values[i]["low"], values[i]["mean"]);
    EXPECT_EQ(values[i]["n"], 12);
  }
}

TEST(MeanChartsTest, EachPairOfFactorsHasItsLines) {
  auto charts = MeanCharts(ExampleAnalysis(), kMeanChartsEnglish);
  ASSERT_EQ(charts.size(), 4u) << "main effects, and three pairs";
  for (size_t i = 1; i < 4; ++i) {
    const Json& values = charts[i].spec["data"]["values"];
    ASSERT_EQ(values.size(), 4u);
    // Without an interaction lines are parallel.
    const double first = values[2]["mean"].get<double>() - values[0]["mean"].get<double>();
    const double second = values[3]["mean"].get<double>() - values[1]["mean"].get<double>();
    EXPECT_NEAR(first, second, 1e-9);
  }
}

// The example's three pairs, and five more like one of them.
TEST(MeanChartsTest, WhatIsNotDrawnIsSaid) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(InteractionsNotDrawn(analysis, kMeanChartsEnglish), "");
  std::vector<AnovaRow>& rows = analysis.main.stated->model.rows;
  auto pair = std::find_if(rows.begin(), rows.end(),
                           [](const AnovaRow& row) { return row.factors.size() == 2; });
  ASSERT_NE(pair, rows.end());
  rows.insert(rows.begin(), 5, AnovaRow(*pair));
  EXPECT_EQ(MeanCharts(analysis, kMeanChartsEnglish).size(), 7u) << "main effects, and six pairs";
  EXPECT_EQ(InteractionsNotDrawn(analysis, kMeanChartsEnglish),
            "Not drawn: 2 of 8 interactions of two factors. Of each metric there are the 6 with "
            "the largest parts of the variation, and none with more than 7 lines.");
  EXPECT_TRUE(InteractionsNotDrawn(analysis, Words(Language::kPortuguese))
                  .starts_with("Não desenhadas: 2 de 8 interações de dois fatores. "));
}

// Lines are told apart by colour, and there are seven.
TEST(MeanChartsTest, TooManyLinesAreNotDrawn) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.levels[2].resize(8, "network3");
  EXPECT_EQ(MeanCharts(analysis, kMeanChartsEnglish).size(), 2u)
      << "main effects, and batch and image";
  EXPECT_TRUE(InteractionsNotDrawn(analysis, kMeanChartsEnglish).starts_with("Not drawn: 2 of 3 "));
}

TEST(MeanChartsTest, CostHasItsOwnWherePricesDiffer) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].price = Price{1, "USD", false};
  auto charts = MeanCharts(analysis, kMeanChartsEnglish);
  ASSERT_EQ(charts.size(), 8u);
  EXPECT_EQ(charts[4].name, "means-cost");
  EXPECT_TRUE(Has(charts[4].caption, "Unit: USD"));
}

TEST(MeanChartsTest, OfLogarithmsGeometricMeans) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.scale = "log";
  const Json value = MeanCharts(analysis, kMeanChartsEnglish)[0].spec["data"]["values"][0];
  const Json raw = MeanCharts(ExampleAnalysis(), kMeanChartsEnglish)[0].spec["data"]["values"][0];
  EXPECT_NEAR(value["mean"], std::exp(raw["mean"].get<double>()), 1e-6);
}

}  // namespace
}  // namespace trena
