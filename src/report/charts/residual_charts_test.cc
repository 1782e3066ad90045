// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kResidualChartsEnglish(Language::kEnglish);

TEST(ResidualChartsTest, EveryRunOnceInEach) {
  const Analysis analysis = ExampleAnalysis();
  auto charts = ResidualCharts(analysis, kResidualChartsEnglish);
  ASSERT_EQ(charts.size(), 3u);
  for (const Chart& chart : charts) {
    size_t dots = 0;
    for (const Json& value : chart.spec["data"]["values"]) dots += value.contains("residual");
    EXPECT_EQ(dots, 24u);
  }
  // Blom's position of the least of 24: the quantile of (1 - 3/8) / 24.25 (R: qnorm).
  double least = 0;
  for (const Json& value : charts[1].spec["data"]["values"]) {
    least = std::min(least, value["x"].get<double>());
  }
  EXPECT_NEAR(least, -1.9469, 1e-3);
}

TEST(ResidualChartsTest, AnUnknownOrderIsNotDrawn) {
  Analysis analysis = ExampleAnalysis();
  for (ResidualPoint& point : analysis.main.stated->checks.points) point.order = 0;
  EXPECT_EQ(ResidualCharts(analysis, kResidualChartsEnglish).size(), 2u);
  analysis.main.stated->checks.points.clear();
  EXPECT_TRUE(ResidualCharts(analysis, kResidualChartsEnglish).empty());
}

}  // namespace
}  // namespace trena
