// SPDX-License-Identifier: Apache-2.0
#include "report/charts/chart_parts.h"

#include <gtest/gtest.h>

#include <set>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kPartsEnglish(Language::kEnglish);

TEST(ChartPartsTest, RowsAreFullUpToSixtyAndNeverVanish) {
  const Json spec = Spec(Json::array(), Json::array({{{"encoding", {{"y", Category("a")}}}}}), "");
  EXPECT_EQ(Rows(spec, 60)["height"]["step"], 24);
  EXPECT_FALSE(Rows(spec, 60)["layer"][0]["encoding"]["y"]["axis"].contains("labelOverlap"));
  EXPECT_EQ(Rows(spec, 61)["height"]["step"], 1440 / 61);
  EXPECT_EQ(Rows(spec, 61)["layer"][0]["encoding"]["y"]["axis"]["labelOverlap"], "greedy");
  EXPECT_EQ(Rows(spec, 100'000)["height"]["step"], 2);
}

TEST(ChartPartsTest, WhatIsShownIsVisibleAndShort) {
  const Json shown = Visible({{"a", "x\x1b[2J\u202e"},
                              {"b", Json::array({std::string(1000, 'y'), 5, nullptr})},
                              {"c", {{"d", "z\n"}}}});
  EXPECT_EQ(shown["a"].get<std::string>().find('\x1b'), std::string::npos);
  EXPECT_EQ(shown["a"].get<std::string>().find("\u202e"), std::string::npos);
  EXPECT_LT(shown["b"][0].get<std::string>().size(), 200u);
  EXPECT_EQ(shown["b"][1], 5) << "numbers stay as they are";
  EXPECT_TRUE(shown["b"][2].is_null());
  EXPECT_EQ(shown["c"]["d"].get<std::string>().find('\n'), std::string::npos);
}

TEST(ChartPartsTest, ACaptionEndsWithUnitAndCount) {
  EXPECT_EQ(WithCount("Dots.", "s", 1234, kPartsEnglish), "Dots. Unit: s; n = 1,234 runs.");
  EXPECT_EQ(WithCount("Dots.", "", 3, kPartsEnglish), "Dots. n = 3 runs.");
  EXPECT_EQ(WithCount("Pontos.", "s", 1234, Words(Language::kPortuguese)),
            "Pontos. Unidade: s; n = 1.234 execuções.");
}

TEST(ChartPartsTest, RunsBehindAMetricAreCountedOverScenarios) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(RunsWith(analysis, "train_s"), 24u);
  analysis.scenarios[0].metrics.erase("train_s");
  EXPECT_EQ(RunsWith(analysis, "train_s"), 21u);
  EXPECT_TRUE(AnyHas(analysis, "train_s"));
  EXPECT_FALSE(AnyHas(analysis, "gpu_pct"));
  EXPECT_EQ(RunsWith(analysis, "gpu_pct"), 0u);
}

TEST(ChartPartsTest, ColoursTellAFactorOfFewLevels) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(ColourFactor(analysis), "image") << "the first driver";
  EXPECT_EQ(ColourFactor(analysis, "image"), "network");
  for (size_t i = 0; i < 8; ++i) analysis.scenarios[i].levels[1].second = static_cast<int>(i);
  EXPECT_EQ(ColourFactor(analysis), "network") << "eight levels are more than there are colours";
  analysis.scenarios.resize(7);
  EXPECT_EQ(ColourFactor(analysis), "image") << "seven are not";
  analysis.drivers = {{"image:network", 90, 0.001}};
  EXPECT_EQ(ColourFactor(analysis), "batch")
      << "an interaction is no factor; the first that varies";
  analysis.scenarios.resize(1);
  EXPECT_EQ(ColourFactor(analysis), "");
}

TEST(ChartPartsTest, ThereIsAColourForEachLevel) {
  const Json palette = ColourByGroup("x")["scale"]["range"];
  std::set<std::string> colours(palette.begin(), palette.end());
  EXPECT_EQ(colours.size(), kMostColours) << "each its own";
}

TEST(ChartPartsTest, AFilterKeepsRowsWithANumber) {
  EXPECT_EQ(Only("low"), Json::array({{{"filter", {{"field", "low"}, {"valid", true}}}}}));
  EXPECT_EQ(AtField(Quantitative("a", "t", false), "b")["field"], "b");
  EXPECT_EQ(AtField(Quantitative("a", "t", false), "b")["title"], "t");
}

}  // namespace
}  // namespace trena
