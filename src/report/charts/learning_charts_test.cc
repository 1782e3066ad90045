// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"
#include "report/page/page_report.h"

namespace trena {
namespace {

const Words kLearningChartsEnglish(Language::kEnglish);

Analysis WithSeries() {
  Analysis analysis = ExampleAnalysis();
  RunSeries series{analysis.runs[0].folder, "C1", 1, 600, 1001, 2, {}, {}};
  series.columns = {{"cpu_pct", {{300, 10, 50, 90}, {600, {}, {}, {}}}},
                    {"gpu_mem_pct", {{300, 1, 2, 3}, {600, 4, 5, 6}}}};
  series.epochs = {{1, 240, 2.5, 0.5}, {2, 480, 1.5, std::nullopt}};
  analysis.series.runs = {series};
  return analysis;
}

TEST(LearningChartsTest, ALineForEachRunWithTwoEpochs) {
  Analysis analysis = WithSeries();
  auto charts = LearningCharts(analysis, kLearningChartsEnglish);
  ASSERT_EQ(charts.size(), 1u) << "one accuracy is no line";
  const Json& values = charts[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0]["at"], 4) << "minutes";
  EXPECT_EQ(values[1]["value"], 1.5);
  EXPECT_TRUE(Has(charts[0].caption, "n = 1 run."));
  for (int epoch = 3; epoch <= 500; ++epoch) {
    analysis.series.runs[0].epochs.push_back({epoch, 480.0 + epoch / 5.0, 1.0 / epoch, 0.6});
  }
  const Json many = LearningCharts(analysis, kLearningChartsEnglish)[0].spec["data"]["values"];
  EXPECT_LE(many.size(), 62u);
  EXPECT_EQ(many.back()["epoch"], 500) << "where it ended is always there";
}

TEST(PageSeriesTest, NumbersOnceChartsInBothLanguages) {
  const std::string page = PageReport(WithSeries(), ReportContext{});
  EXPECT_TRUE(Has(page,
                  "<script type=\"application/json\" id=\"series-data\">"
                  "[{\"at\":[5,10],\"epochs\":[[4,1],[8,2]],"
                  "\"series-cpu\":[[50,null],[10,null],[90,null]],"
                  "\"series-gpu-memory\":[[2,5],[1,4],[3,6]]}]</script>"));
  EXPECT_TRUE(Has(page, "id=\"chart-series-cpu\""));
  EXPECT_FALSE(Has(page, "id=\"chart-series-gpu\"")) << "no run has it";
  EXPECT_TRUE(Has(page, "1,001 samples, in parts of 2"));
  EXPECT_TRUE(Has(page, "1.001 amostras, em partes de 2"));
  EXPECT_FALSE(Has(PageReport(ExampleAnalysis(), ReportContext{}), "id=\"series-data\""));
}

TEST(LearningChartsTest, SixtyEpochsAreDrawnWhole) {
  Analysis analysis = WithSeries();
  const auto drawn = [&](int epochs) {
    analysis.series.runs[0].epochs.clear();
    for (int epoch = 1; epoch <= epochs; ++epoch) {
      analysis.series.runs[0].epochs.push_back({epoch, 1.0 * epoch, 1, std::nullopt});
    }
    const Chart chart = LearningCharts(analysis, kLearningChartsEnglish).at(0);
    std::vector<int> numbers;
    for (const Json& value : chart.spec["data"]["values"]) numbers.push_back(value["epoch"]);
    return numbers;
  };
  EXPECT_EQ(drawn(60).size(), 60u);
  const auto every_second = drawn(61);  // 1, 3, … 61
  EXPECT_EQ(every_second.size(), 31u);
  EXPECT_EQ(every_second[1], 3);
  EXPECT_EQ(every_second.back(), 61) << "the last is there once";
  const auto and_last = drawn(62);  // 1, 3, … 61, and 62
  EXPECT_EQ(and_last.size(), 32u);
  EXPECT_EQ(and_last.back(), 62);
}

TEST(LearningChartsTest, AccuracyIsInPercentAndColoursTellTheDriver) {
  Analysis analysis = WithSeries();
  analysis.series.runs[0].epochs = {{1, 240, {}, 0.5}, {2, 480, {}, 0.75}};
  const auto charts = LearningCharts(analysis, kLearningChartsEnglish);
  ASSERT_EQ(charts.size(), 1u) << "no loss was told";
  EXPECT_EQ(charts[0].name, "accuracy");
  EXPECT_TRUE(Has(charts[0].caption, "Unit: %; n = 1 run."));
  const Json& last = charts[0].spec["data"]["values"][1];
  EXPECT_EQ(last["value"], 75);
  EXPECT_EQ(last["at"], 8);
  EXPECT_EQ(last["group"], "32") << "C1's image";
  analysis.series.runs[0].scenario = "of no plan";
  EXPECT_EQ(LearningCharts(analysis, kLearningChartsEnglish)[0].spec["data"]["values"][0]["group"],
            "");
  analysis.series.runs[0].epochs.pop_back();
  EXPECT_TRUE(LearningCharts(analysis, kLearningChartsEnglish).empty()) << "a point is no line";
}

}  // namespace
}  // namespace trena
