// SPDX-License-Identifier: Apache-2.0
#include "report/charts/charts.h"

#include <gtest/gtest.h>

#include <set>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kChartsEnglish(Language::kEnglish);

TEST(ChartsTest, ScenariosHaveEveryRunAndEveryMean) {
  auto charts = ScenarioCharts(ExampleAnalysis(), kChartsEnglish);
  ASSERT_EQ(charts.size(), 2u) << "time and cost";
  for (const Chart& chart : charts) {
    size_t runs = 0;
    size_t means = 0;
    for (const Json& row : chart.spec["data"]["values"]) {
      runs += row.contains("run");
      means += row.contains("mean");
    }
    EXPECT_EQ(runs, 24u);
    EXPECT_EQ(means, 8u);
  }
  EXPECT_TRUE(Has(charts[0].caption, "Unit: s; n = 24 runs."));
  EXPECT_TRUE(Has(charts[1].caption, "Unit: USD per 1,000; n = 24 runs."));
}

TEST(ChartsTest, RowsOfVeryManyScenariosAreThin) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(ScenarioCharts(analysis, kChartsEnglish)[0].spec["height"]["step"], 24);
  const ScenarioAnalysis scenario = analysis.scenarios[0];
  while (analysis.scenarios.size() < 480) analysis.scenarios.push_back(scenario);
  const Json spec = ScenarioCharts(analysis, kChartsEnglish)[0].spec;
  EXPECT_EQ(spec["height"]["step"], 3) << "480 rows of three pixels";
  EXPECT_EQ(spec["layer"][0]["encoding"]["y"]["axis"]["labelOverlap"], "greedy");
  analysis.scenarios.resize(1);
  EXPECT_EQ(ScenarioCharts(analysis, kChartsEnglish)[0].spec["data"]["values"].size(), 4u);
}

TEST(ChartsTest, DriversSumToTheWhole) {
  Analysis analysis = ExampleAnalysis();
  auto variation = VariationCharts(analysis, kChartsEnglish);
  ASSERT_EQ(variation.size(), 1u);
  double percent = 0;
  for (const Json& row : variation[0].spec["data"]["values"]) {
    percent += row["percent"].get<double>();
  }
  EXPECT_NEAR(percent, 100, 1e-6) << "the example has no interactions";
  auto effects = EffectCharts(analysis, kChartsEnglish);
  ASSERT_EQ(effects.size(), 1u);
  EXPECT_EQ(effects[0].spec["data"]["values"].size(), 6u);
  EXPECT_NEAR(effects[0].spec["data"]["values"][3]["effect"], 2, 1e-9);
}

TEST(ChartsTest, CostAgainstTimeOnlyWherePricesDiffer) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(TradeOffCharts(analysis, kChartsEnglish).size(), 1u) << "accuracy alone";
  analysis.scenarios[0].price = Price{1, "USD", false};
  auto charts = TradeOffCharts(analysis, kChartsEnglish);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[0].name, "cost-time");
  EXPECT_EQ(charts[1].spec["data"]["values"][0]["y"], 80) << "a fraction is shown in percent";
}

TEST(ChartsTest, TheParetoFrontIsALineFromTheFastestOn) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].price = Price{1, "USD", false};
  analysis.cost.pareto = {"C5", "C1"};
  const Chart chart = TradeOffCharts(analysis, kChartsEnglish)[0];
  EXPECT_TRUE(Has(chart.caption, "Pareto front"));
  EXPECT_EQ(chart.spec["layer"][0]["mark"]["interpolate"], "step-after");
  const Json& values = chart.spec["data"]["values"];
  EXPECT_EQ(values[4]["front"], 0) << "C5";
  EXPECT_EQ(values[0]["front"], 1);
  EXPECT_TRUE(values[1]["front"].is_null());
  analysis.cost.pareto = {"C5"};
  EXPECT_FALSE(Has(TradeOffCharts(analysis, kChartsEnglish)[0].caption, "Pareto"))
      << "one is no front";
}

TEST(ChartsTest, TheMachinesSpeedInTheOrderOfTheRuns) {
  EXPECT_TRUE(MachineSpeedCharts(ExampleAnalysis(), kChartsEnglish).empty());
  auto charts = MachineSpeedCharts(WithEverything(ExampleAnalysis()), kChartsEnglish);
  ASSERT_EQ(charts.size(), 1u) << "one run is no series";
  const Json& values = charts[0].spec["data"]["values"];
  ASSERT_EQ(values.size(), 3u) << "two of compute, one of memory";
  EXPECT_EQ(values[0]["speed"], 80);
  EXPECT_EQ(values[0]["order"], 1);
  EXPECT_EQ(values[2]["group"], "compute");
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
  const std::set<std::string> ours = {
      "at",       "batch",  "effect", "epoch",   "front",      "group",    "high",
      "level",    "line",   "lost",   "low",     "lost_count", "mean",     "n",
      "order",    "others", "pair",   "percent", "ratio",      "residual", "run",
      "scenario", "speed",  "term",   "text",    "value",      "x",        "x_high",
      "x_low",    "x_text", "y",      "y_high",  "y_low",      "y_text"};
  for (const Chart& chart : StudyCharts(WithEverything(HostileAnalysis()), kChartsEnglish)) {
    Json spec = chart.spec;
    spec.erase("data");
    std::set<std::string> fields;
    CollectFields(spec, fields);
    EXPECT_FALSE(fields.empty());
    for (const std::string& field : fields) EXPECT_TRUE(ours.contains(field)) << field;
  }
}

TEST(ChartsTest, EveryChartHasANameOfItsOwnAndSaysUnitAndCount) {
  for (Language language : {Language::kEnglish, Language::kPortuguese}) {
    std::set<std::string> names;
    for (const Chart& chart : StudyCharts(WithEverything(ExampleAnalysis()), Words(language))) {
      EXPECT_TRUE(names.insert(chart.name).second) << chart.name;
      EXPECT_EQ(chart.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789"),
                std::string::npos);
      EXPECT_TRUE(Has(chart.caption, "n = ")) << chart.name << ": " << chart.caption;
      const bool unit = Has(chart.caption, "Unit: ") || Has(chart.caption, "Unidade: ");
      EXPECT_TRUE(unit || chart.name == "loss") << chart.name << ": " << chart.caption;
    }
    EXPECT_GE(names.size(), 16u);
  }
}

TEST(ChartsTest, ALabelThatNoOneWouldReadIsCut) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].levels[2].second = std::string(100'000, 'x') + "1";
  analysis.scenarios[1].levels[2].second = std::string(100'000, 'x') + "2";
  const Json values = ScenarioCharts(analysis, kChartsEnglish)[0].spec["data"]["values"];
  std::set<std::string> labels;
  for (const Json& value : values) {
    EXPECT_LT(value["scenario"].get<std::string>().size(), 200u);
    labels.insert(value["scenario"]);
  }
  EXPECT_EQ(labels.size(), 8u) << "still told apart";
}

TEST(ChartsTest, NothingToDrawDrawsNothing) {
  EXPECT_TRUE(StudyCharts(Analysis{}, kChartsEnglish).empty());
}

}  // namespace
}  // namespace trena
