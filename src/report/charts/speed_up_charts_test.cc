// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kSpeedUpChartsEnglish(Language::kEnglish);

TEST(SpeedUpChartsTest, TheFasterLevelComesFirst) {
  const Analysis analysis = ExampleAnalysis();
  auto charts = SpeedUpCharts(analysis, kSpeedUpChartsEnglish);
  ASSERT_EQ(charts.size(), 1u);
  const Json& values = charts[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 3u) << "a pair for each factor";
  double last = 1e9;
  for (const Json& value : values) {
    EXPECT_GE(value["ratio"], 1);
    EXPECT_LE(value["ratio"], last);
    EXPECT_LT(value["low"], value["ratio"]);
    EXPECT_GT(value["high"], value["ratio"]);
    last = value["ratio"];
  }
  EXPECT_EQ(values[0]["pair"], "image 32 over image 64");
}

TEST(SpeedUpChartsTest, OnlyOfTimes) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.metric = "accuracy";
  EXPECT_TRUE(SpeedUpCharts(analysis, kSpeedUpChartsEnglish).empty());
}

// One pair of the first factor (batch: 64 and 128) with this ratio of the second to the first.
Json SpeedUpOfPair(std::optional<double> ratio, std::optional<double> low,
                   std::optional<double> high) {
  Analysis analysis = ExampleAnalysis();
  LevelPair pair;
  pair.first = 0;
  pair.second = 1;
  pair.comparison.ratio = ratio;
  pair.comparison.ratio_low = low;
  pair.comparison.ratio_high = high;
  analysis.main.stated->pairs = {{0, {}, {pair}}};
  const auto charts = SpeedUpCharts(analysis, kSpeedUpChartsEnglish);
  return charts.empty() ? Json() : charts[0].spec["data"]["values"][0];
}

// 0.5 times the time is a speed-up of 2; an interval from 0.4 to 0.8 becomes one from 1.25 to 2.5.
TEST(SpeedUpChartsTest, ARatioBelowOneIsTurnedOver) {
  const Json turned = SpeedUpOfPair(0.5, 0.4, 0.8);
  EXPECT_EQ(turned["pair"], "batch 128 over batch 64");
  EXPECT_EQ(turned["ratio"], 2);
  EXPECT_NEAR(turned["low"], 1.25, 1e-12);
  EXPECT_NEAR(turned["high"], 2.5, 1e-12);
  EXPECT_EQ(turned["text"], "2.00 (from 1.25 to 2.50)");
  const Json kept = SpeedUpOfPair(2, 1.25, 2.5);
  EXPECT_EQ(kept["pair"], "batch 64 over batch 128");
  EXPECT_EQ(kept["low"], 1.25);
  EXPECT_EQ(SpeedUpOfPair(1, 0.9, 1.1)["pair"], "batch 64 over batch 128") << "exactly 1";
}

TEST(SpeedUpChartsTest, WhatHasNoInverseIsMissing) {
  const Json open = SpeedUpOfPair(0.5, 0, 0.8);
  EXPECT_TRUE(open["high"].is_null()) << "1 ÷ 0";
  EXPECT_EQ(open["text"], "2.00") << "half an interval is not said";
  EXPECT_TRUE(SpeedUpOfPair(0.5, -0.1, 0.8)["high"].is_null());
  EXPECT_TRUE(SpeedUpOfPair(0, 0, 1).is_null()) << "there is no chart";
  EXPECT_TRUE(SpeedUpOfPair(std::nullopt, 0, 1).is_null());
}

TEST(SpeedUpChartsTest, ThirtyAreDrawnAndTheRestCounted) {
  Analysis analysis = ExampleAnalysis();
  LevelPair pair;
  pair.second = 1;
  pair.comparison.ratio = 2;
  analysis.main.stated->pairs = {{0, {}, std::vector<LevelPair>(30, pair)}};
  EXPECT_FALSE(Has(SpeedUpCharts(analysis, kSpeedUpChartsEnglish)[0].caption, "The largest"));
  analysis.main.stated->pairs[0].pairs.push_back(pair);
  const Chart chart = SpeedUpCharts(analysis, kSpeedUpChartsEnglish)[0];
  EXPECT_EQ(chart.spec["data"]["values"].size(), 30u);
  EXPECT_TRUE(Has(chart.caption, "The largest 30 of 31; all are in the table."));
  EXPECT_TRUE(Has(SpeedUpCharts(analysis, Words(Language::kPortuguese))[0].caption,
                  "As 30 maiores de 31; todas estão na tabela."));
}

}  // namespace
}  // namespace trena
