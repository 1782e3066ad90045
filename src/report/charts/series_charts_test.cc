// SPDX-License-Identifier: Apache-2.0
#include "report/charts/series_charts.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kSeriesEnglish(Language::kEnglish);

// Ten seconds in two parts of a sample each, with an epoch in the middle.
RunSeries TenSeconds() {
  RunSeries run{"C1-r1", "C1", 1, 10, 2, 1, {}, {}};
  run.columns = {{"cpu_pct", {{4, 90, 90, 90}, {10, 50, 50, 50}}}};
  run.epochs = {{1, 5, 0.5, 0.25}};
  return run;
}

Chart DrawnSeries(const RunSeries& run, double seconds = 10) {
  return RunSeriesCharts(run, TimeAxis(seconds, kSeriesEnglish), kSeriesEnglish).at(0);
}

TEST(SeriesChartsTest, APartBeginsWhereTheOneBeforeItEnds) {
  const Json values = DrawnSeries(TenSeconds()).spec["data"]["values"];
  ASSERT_EQ(values.size(), 4u) << "a beginning, two ends, an epoch";
  EXPECT_EQ(values[0]["at"], 0);
  EXPECT_EQ(values[0]["mean"], 90) << "the first part has a beginning as well";
  EXPECT_EQ(values[1]["at"], 4);
  EXPECT_EQ(values[1]["mean"], 90);
  EXPECT_EQ(values[2]["at"], 10);
  EXPECT_EQ(values[2]["mean"], 50);
  EXPECT_FALSE(values[0].contains("least")) << "a sample alone has no band";
  EXPECT_EQ(values[3]["mark"], 5);
  EXPECT_EQ(values[3]["epoch"], 1);
}

TEST(SeriesChartsTest, PartsOfSeveralSamplesHaveABand) {
  RunSeries run = TenSeconds();
  run.each = 3;
  run.samples = 6;
  run.columns[0].parts = {{4, 10, 50, 95}, {10, std::nullopt, std::nullopt, std::nullopt}};
  const Chart chart = DrawnSeries(run);
  const Json& values = chart.spec["data"]["values"];
  EXPECT_EQ(values[1]["least"], 10);
  EXPECT_EQ(values[1]["most"], 95);
  EXPECT_TRUE(values[2]["mean"].is_null()) << "no reading is a gap, not zero";
  EXPECT_TRUE(Has(chart.caption, "n = 6 samples, drawn as the least, mean and most of every 3."));
}

TEST(SeriesChartsTest, EpochsAreMarkedUnlessTheyWouldBeAWall) {
  RunSeries run = TenSeconds();
  const auto marks = [&] {
    const Chart chart = DrawnSeries(run);
    size_t count = 0;
    for (const Json& value : chart.spec["data"]["values"]) count += value.contains("mark");
    return count;
  };
  run.epochs.assign(200, {1, 5, {}, {}});
  EXPECT_EQ(marks(), 200u);
  EXPECT_TRUE(Has(DrawnSeries(run).caption, "Vertical lines are ends of epochs."));
  run.epochs.assign(201, {1, 5, {}, {}});
  EXPECT_EQ(marks(), 0u);
  EXPECT_FALSE(Has(DrawnSeries(run).caption, "Vertical lines")) << "what is not drawn is not said";
  run.epochs.clear();
  EXPECT_FALSE(Has(DrawnSeries(run).caption, "Vertical lines"));
}

TEST(SeriesChartsTest, PercentOfCpuFillsTheChartAndMemoryNeedNot) {
  RunSeries run = TenSeconds();
  EXPECT_EQ(DrawnSeries(run).spec["layer"][1]["encoding"]["y"]["scale"]["domain"],
            Json::array({0, 100}));
  run.columns[0].name = "mem_pct";
  EXPECT_FALSE(DrawnSeries(run).spec["layer"][1]["encoding"]["y"]["scale"].contains("domain"));
  run.columns[0].name = "gpu_mem_pct";
  EXPECT_FALSE(DrawnSeries(run).spec["layer"][1]["encoding"]["y"]["scale"].contains("domain"));
}

TEST(SeriesChartsTest, EachColumnHasItsNameAndOthersAreNotDrawn) {
  EXPECT_STREQ(SeriesChartName("cpu_pct"), "cpu");
  EXPECT_STREQ(SeriesChartName("mem_pct"), "memory");
  EXPECT_STREQ(SeriesChartName("gpu_pct"), "gpu");
  EXPECT_STREQ(SeriesChartName("gpu_mem_pct"), "gpu-memory");
  EXPECT_STREQ(SeriesChartName("disk_read"), "");
  RunSeries run = TenSeconds();
  run.columns.insert(run.columns.begin(), {"disk_read", {{4, 1, 1, 1}}});
  const auto charts = RunSeriesCharts(run, TimeAxis(10, kSeriesEnglish), kSeriesEnglish);
  ASSERT_EQ(charts.size(), 1u);
  EXPECT_EQ(charts[0].name, "cpu");
}

// 300 s are seconds still, 7200 s minutes.
TEST(SeriesChartsTest, TheAxisIsInTheUnitThatFits) {
  EXPECT_EQ(TimeAxis(300, kSeriesEnglish).title, "time since the start (s)");
  EXPECT_EQ(TimeAxis(301, kSeriesEnglish).title, "time since the start (min)");
  EXPECT_EQ(TimeAxis(7200, kSeriesEnglish).title, "time since the start (min)");
  EXPECT_EQ(TimeAxis(7201, kSeriesEnglish).title, "time since the start (h)");
  EXPECT_EQ(TimeAxis(7201, kSeriesEnglish).At(1800), 0.5);
  EXPECT_EQ(TimeAxis(301, Words(Language::kPortuguese)).title, "tempo desde o início (min)");
  EXPECT_EQ(DrawnSeries(TenSeconds(), 600).spec["data"]["values"][1]["at"], 4.0 / 60);
}

}  // namespace
}  // namespace trena
