// SPDX-License-Identifier: Apache-2.0
#include "report/charts.h"

#include <gtest/gtest.h>

#include <set>

#include "report/example_analysis.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);

TEST(ChartsTest, TimesHaveEveryRunAndEveryMean) {
  auto charts = TimeCharts(ExampleAnalysis(), kEnglish);
  ASSERT_EQ(charts.size(), 1u);
  size_t runs = 0;
  size_t means = 0;
  for (const Json& row : charts[0].spec["data"]["values"]) {
    runs += row.contains("run");
    means += row.contains("mean");
  }
  EXPECT_EQ(runs, 24u);
  EXPECT_EQ(means, 8u);
}

TEST(ChartsTest, DriversSumToTheWhole) {
  Analysis analysis = ExampleAnalysis();
  auto charts = DriverCharts(analysis, kEnglish);
  ASSERT_EQ(charts.size(), 2u);
  double percent = 0;
  for (const Json& row : charts[0].spec["data"]["values"]) percent += row["percent"].get<double>();
  EXPECT_NEAR(percent, 100, 1e-6) << "the example has no interactions";
  EXPECT_EQ(charts[1].spec["data"]["values"].size(), 6u);
  EXPECT_NEAR(charts[1].spec["data"]["values"][3]["effect"], 2, 1e-9);
}

TEST(ChartsTest, CostAgainstTimeOnlyWherePricesDiffer) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(TradeOffCharts(analysis, kEnglish).size(), 1u) << "accuracy alone";
  analysis.scenarios[0].price = Price{1, "USD", false};
  auto charts = TradeOffCharts(analysis, kEnglish);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].name, "cost-time");
  EXPECT_EQ(charts[1].spec["data"]["values"][0]["y"], 80) << "a fraction is shown in percent";
}

Analysis WithSpeed() {
  Analysis analysis = ExampleAnalysis();
  MachineSpeed speed{"laptop", {}, 0.9, 1.1, -0.8, 24};
  speed.points = {{"C1-r1", "C1", 1, 0.9, 0.8, 0.95}, {"C2-r1", "C2", 2, 1.1, 1.2, std::nullopt}};
  analysis.machine_speed = {speed, {"cloud", {{"C3-r1", "C3", 3, 1, 1, 1}}, 1, 1, {}, 1}};
  return analysis;
}

TEST(ChartsTest, TheMachinesSpeedInTheOrderOfTheRuns) {
  EXPECT_TRUE(SpeedCharts(ExampleAnalysis(), kEnglish).empty());
  auto charts = SpeedCharts(WithSpeed(), kEnglish);
  ASSERT_EQ(charts.size(), 1u) << "one run is no series";
  const Json& values = charts[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 3u) << "two of compute, one of memory";
  EXPECT_EQ(values[0]["speed"], 80);
  EXPECT_EQ(values[0]["order"], 1);
  EXPECT_EQ(values[2]["part"], "compute");
  EXPECT_TRUE(Has(charts[0].title, "laptop"));
  EXPECT_TRUE(Has(charts[0].caption, "from 90.0% to 110.0%")) << charts[0].caption;
  EXPECT_TRUE(Has(charts[0].caption, "r = −0.80 (n = 24)")) << charts[0].caption;
}

// Field names are ours: nothing from a file may be one, nor an expression.
void CollectFields(const Json& json, std::set<std::string>& fields) {
  if (json.is_object()) {
    EXPECT_FALSE(json.contains("expr"));
    EXPECT_FALSE(json.contains("calculate"));
    if (json.contains("field")) fields.insert(json["field"]);
  }
  for (const Json& part : json) {
    if (part.is_structured()) CollectFields(part, fields);
  }
}

TEST(ChartsTest, FieldsAreOurs) {
  Analysis analysis = HostileAnalysis();
  std::set<std::string> ours = {"scenario", "run",   "mean",   "low",    "high",   "text",  "term",
                                "percent",  "level", "effect", "n",      "group",  "x",     "x_low",
                                "x_high",   "y",     "y_low",  "y_high", "x_text", "y_text"};
  for (const auto& charts : {TimeCharts(analysis, kEnglish), DriverCharts(analysis, kEnglish),
                             TradeOffCharts(analysis, kEnglish)}) {
    for (const Chart& chart : charts) {
      Json spec = chart.spec;
      spec.erase("data");
      std::set<std::string> fields;
      CollectFields(spec, fields);
      EXPECT_FALSE(fields.empty());
      for (const std::string& field : fields) EXPECT_TRUE(ours.contains(field)) << field;
    }
  }
}

TEST(ChartsTest, NothingToDrawDrawsNothing) {
  EXPECT_TRUE(TimeCharts(Analysis{}, kEnglish).empty());
  EXPECT_TRUE(DriverCharts(Analysis{}, kEnglish).empty());
  EXPECT_TRUE(TradeOffCharts(Analysis{}, kEnglish).empty());
}

}  // namespace
}  // namespace trena
