// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/charts/charts.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kHalfNormalEnglish(Language::kEnglish);

// Seven effects of 2³: six of size 1 and one of 20. 1.5 · 1 is the pseudo standard error.
Analysis UnreplicatedAnalysis() {
  Analysis analysis = ExampleAnalysis();
  ModelAnalysis& model = analysis.main.stated->model;
  std::vector<double> sizes(7, 1);
  sizes.back() = 20;
  model.pseudo_error = FindPseudoError(sizes, 0.95);
  for (size_t i = 0; i < sizes.size(); ++i) {
    model.ranked_effects.push_back({"t" + std::to_string(i), sizes[i], 0.1 + 0.2 * double(i)});
  }
  return analysis;
}

TEST(HalfNormalChartsTest, OneDotPerEffectAndNamesOnlyOfThoseBeyondTheMargin) {
  const auto charts = HalfNormalCharts(UnreplicatedAnalysis(), kHalfNormalEnglish);
  ASSERT_EQ(charts.size(), 1u);
  size_t dots = 0;
  std::vector<std::string> named;
  std::vector<double> line;
  for (const Json& value : charts[0].spec["data"]["values"]) {
    if (value.contains("line")) line.push_back(value["line"].get<double>());
    if (!value.contains("size")) continue;
    ++dots;
    if (value["label"] != "") named.push_back(value["label"].get<std::string>());
  }
  EXPECT_EQ(dots, 7u);
  EXPECT_EQ(named, std::vector<std::string>{"t6"});
  // The slope is the pseudo standard error, 1.5, up to the quantile 1.3.
  ASSERT_EQ(line.size(), 2u);
  EXPECT_EQ(line[0], 0);
  EXPECT_NEAR(line[1], 1.5 * 1.3, 1e-12);
}

TEST(HalfNormalChartsTest, NoneWhereRunsWereRepeated) {
  EXPECT_TRUE(HalfNormalCharts(ExampleAnalysis(), kHalfNormalEnglish).empty());
}

}  // namespace
}  // namespace trena
