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

// s = 0.1 in the example: the line of normal residuals has that slope.
TEST(ResidualChartsTest, TheNormalLineHasTheSlopeOfTheDeviation) {
  Analysis analysis = ExampleAnalysis();
  const auto line = [](const Chart& chart) {
    std::vector<Json> ends;
    for (const Json& value : chart.spec["data"]["values"]) {
      if (value.contains("line")) ends.push_back(value);
    }
    return ends;
  };
  const auto charts = ResidualCharts(analysis, kResidualChartsEnglish);
  const auto ends = line(charts[1]);
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_LT(ends[0]["x"].get<double>(), ends[1]["x"].get<double>()) << "from end to end";
  for (const Json& end : ends) {
    EXPECT_NEAR(end["line"].get<double>(), 0.1 * end["x"].get<double>(), 1e-9);
  }
  EXPECT_TRUE(line(charts[0]).empty() && line(charts[2]).empty());
  analysis.main.stated->model.residual_sd.reset();
  EXPECT_TRUE(line(ResidualCharts(analysis, kResidualChartsEnglish)[1]).empty());
}

TEST(ResidualChartsTest, EachIsAgainstItsOwnNumber) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.stated->checks.points = {{4, 10, 0.5, 1.25}, {3, 12, -0.5, -1.25}};
  const auto charts = ResidualCharts(analysis, kResidualChartsEnglish);
  const auto first = [&](size_t chart) { return charts[chart].spec["data"]["values"][0]["x"]; };
  EXPECT_EQ(first(0), 10) << "fitted";
  EXPECT_EQ(first(1), 1.25) << "normal";
  EXPECT_EQ(first(2), 4) << "order";
  EXPECT_EQ(charts[0].spec["data"]["values"][1]["residual"], -0.5);
  EXPECT_EQ(charts[0].spec["layer"][1]["encoding"]["x"]["title"], "fitted value (s)");
  EXPECT_EQ(charts[1].spec["layer"][1]["encoding"]["x"]["title"], "normal quantile");
}

// A fraction is shown in percent: so are its residuals, but neither quantiles nor orders.
TEST(ResidualChartsTest, ResidualsOfAFractionAreInPercent) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.metric = "accuracy";
  analysis.main.stated->checks.points = {{4, 0.5, 0.25, 1.25}, {3, 0.5, -0.25, -1.25}};
  auto charts = ResidualCharts(analysis, kResidualChartsEnglish);
  const auto first = [&](size_t chart) { return charts[chart].spec["data"]["values"][0]; };
  EXPECT_EQ(first(0), Json({{"x", 50}, {"residual", 25}}));
  EXPECT_EQ(first(1)["x"], 1.25);
  EXPECT_EQ(first(2)["x"], 4);
  analysis.main.scale = "log";
  analysis.main.unit = "ln";
  charts = ResidualCharts(analysis, kResidualChartsEnglish);
  EXPECT_EQ(first(0), Json({{"x", 0.5}, {"residual", 0.25}})) << "a logarithm is none";
  EXPECT_TRUE(Has(charts[0].caption, "Unit: ln; n = 24 runs."));
}

}  // namespace
}  // namespace trena
