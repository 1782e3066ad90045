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

}  // namespace
}  // namespace trena
