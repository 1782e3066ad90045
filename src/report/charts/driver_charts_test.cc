// SPDX-License-Identifier: Apache-2.0
// The example's variation is 96 (image), 24 (network), 6 (batch) and 0.16 (residuals) of 126.16 s².
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kDriversEnglish(Language::kEnglish);

TEST(VariationChartsTest, LargestFirstAndResidualsLast) {
  const Chart chart = VariationCharts(ExampleAnalysis(), kDriversEnglish).at(0);
  EXPECT_EQ(chart.name, "variation");
  const Json& values = chart.spec["data"]["values"];
  ASSERT_EQ(values.size(), 4u);
  EXPECT_EQ(values[0]["term"], "image");
  EXPECT_NEAR(values[0]["percent"], 100 * 96 / 126.16, 1e-9);
  EXPECT_EQ(values[0]["text"], "76.1%");
  EXPECT_EQ(values[2]["term"], "batch");
  EXPECT_EQ(values[3]["term"], "residuals (replications)");
  EXPECT_NEAR(values[3]["percent"], 100 * 0.16 / 126.16, 1e-9);
  EXPECT_TRUE(Has(chart.caption, "Unit: %; n = 24 runs."));
}

TEST(VariationChartsTest, VeryManyTermsAreCut) {
  Analysis analysis = ExampleAnalysis();
  analysis.drivers.assign(100, {"x", 1, 0.5});
  const size_t drawn = VariationCharts(analysis, kDriversEnglish)[0].spec["data"]["values"].size();
  EXPECT_EQ(drawn, 16u) << "fifteen that can be read, and the residuals";
}

TEST(VariationChartsTest, WithoutAModelThereIsNone) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.stated.reset();
  EXPECT_TRUE(VariationCharts(analysis, kDriversEnglish).empty());
  EXPECT_TRUE(EffectCharts(analysis, kDriversEnglish).empty());
}

TEST(EffectChartsTest, MainEffectsWithTheirIntervals) {
  const Chart chart = EffectCharts(ExampleAnalysis(), kDriversEnglish).at(0);
  const Json& values = chart.spec["data"]["values"];
  ASSERT_EQ(values.size(), 6u) << "interactions are not among them";
  EXPECT_EQ(values[2]["level"], "image 32");
  EXPECT_NEAR(values[2]["effect"], -2, 1e-9);
  EXPECT_NEAR(values[3]["effect"], 2, 1e-9);
  EXPECT_NEAR(values[1]["effect"], -0.5, 1e-9);
  EXPECT_LT(values[3]["low"].get<double>(), 2);
  EXPECT_GT(values[3]["high"].get<double>(), 2);
  EXPECT_EQ(values[3]["n"], 12);
  EXPECT_TRUE(Has(chart.caption, "around the mean of all runs, 10.0")) << chart.caption;
}

TEST(EffectChartsTest, SpeaksPortuguese) {
  const Chart chart = EffectCharts(ExampleAnalysis(), Words(Language::kPortuguese)).at(0);
  EXPECT_TRUE(Has(chart.title, "O que cada nível acrescenta"));
  EXPECT_TRUE(Has(chart.caption, "Efeitos com intervalos de 95%"));
}

// The example's effects taken for logarithms: e^2 = 7.39, e^1.957 = 7.08, e^2.0433 = 7.72. A
// logarithm of seconds is no seconds.
TEST(EffectChartsTest, AnEffectOnALogarithmIsARatio) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.scale = "log";
  analysis.main.unit = "ln s";
  Chart chart = EffectCharts(analysis, kDriversEnglish).at(0);
  const Json value = chart.spec["data"]["values"][3];
  EXPECT_NEAR(value["effect"], 2, 1e-9) << "on the axis it is the logarithm";
  EXPECT_EQ(value["text"], "× 7.39 (from × 7.08 to × 7.72)");
  EXPECT_TRUE(Has(chart.caption, "Unit: ln s"));
  for (Effect& effect : analysis.main.stated->model.effects) effect.low.reset();
  chart = EffectCharts(analysis, kDriversEnglish).at(0);
  EXPECT_EQ(chart.spec["data"]["values"][3]["text"], "× 7.39");
  EXPECT_EQ(EffectCharts(ExampleAnalysis(), kDriversEnglish)[0].spec["data"]["values"][3]["text"],
            "2.000 ± 0.043 s");
}

TEST(EffectChartsTest, EffectsOnAFractionAreInPercent) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.metric = "accuracy";
  const Json value = EffectCharts(analysis, kDriversEnglish)[0].spec["data"]["values"][3];
  EXPECT_NEAR(value["effect"], 200, 1e-9);
  EXPECT_NEAR(value["high"], 204.33, 0.01);
  for (Effect& effect : analysis.main.stated->model.effects) effect.low.reset();
  EXPECT_TRUE(
      EffectCharts(analysis, kDriversEnglish)[0].spec["data"]["values"][3]["low"].is_null());
}

}  // namespace
}  // namespace trena
