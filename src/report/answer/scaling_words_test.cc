// SPDX-License-Identifier: Apache-2.0
// How time grows, in words, tables and JSON, of fits whose numbers are put in by hand.
#include "report/answer/scaling_words.h"

#include <gtest/gtest.h>

#include <limits>

#include "report/formats/example_analysis.h"
#include "report/words/test_words.h"

namespace trena {
namespace {

const Words kScalingEnglish(Language::kEnglish);
const Words kScalingPortuguese(Language::kPortuguese);

ScalingFit Fit(ScalingLaw law, double a, double b, std::optional<double> low = {},
               std::optional<double> high = {}) {
  ScalingFit fit;
  fit.law = law;
  fit.a.value = a;
  fit.b.value = b;
  fit.b.low = low;
  fit.b.high = high;
  return fit;
}

// Two combinations of network and batch, of six and four runs; the best law of the first is the
// power law, of the second none is known.
Analysis Scaled() {
  ScalingGroup first;
  first.others = {{"network", "network1"}, {"batch", 64}};
  first.runs = 6;
  first.time.fits = {Fit(ScalingLaw::kPower, 0.01, 2, 1.95, 2.05),
                     Fit(ScalingLaw::kLinear, 1, 0.5)};
  first.time.best = 0;
  first.time.advantage = 3.5;
  ScalingGroup second;
  second.others = {{"network", "network2"}, {"batch", 64}};
  second.runs = 4;
  second.time.fits = {Fit(ScalingLaw::kLinear, 1, 0.5)};
  FactorScaling image;
  image.factor = "image";
  image.levels = {32, 64, 128};
  image.groups = {first, second};
  image.exponent = Coefficient{"exponent", 1.75, 0.1, 1.5, 2.0, 0.001};
  Analysis analysis = ExampleAnalysis();
  analysis.scaling = {image};
  return analysis;
}

bool SaysExponent(double value, std::optional<double> low, std::optional<double> high) {
  Analysis analysis = Scaled();
  analysis.scaling[0].exponent = Coefficient{"exponent", value, {}, low, high, {}};
  return Has(Said(SayScaling, analysis), "to the power of");
}

TEST(ScalingWords, AnExponentHasItsIntervalAndAllRuns) {
  const auto said = Said(SayScaling, Scaled());
  ASSERT_EQ(said.size(), 1u);
  for (const char* part : {"image", "1.75", "95% interval from 1.50 to 2.00", "10 runs"}) {
    EXPECT_TRUE(Has(said[0], part)) << part << ": " << said[0];
  }
  const auto portuguese = Said(SayScaling, Scaled(), Language::kPortuguese);
  for (const char* part : {"1,75", "intervalo de 95% de 1,50 a 2,00", "10 execuções"}) {
    EXPECT_TRUE(Has(portuguese[0], part)) << part << ": " << portuguese[0];
  }
}

TEST(ScalingWords, AnExponentThatMayBeZeroIsNotSaid) {
  EXPECT_TRUE(SaysExponent(1, 0.01, 2));
  EXPECT_FALSE(SaysExponent(1, 0, 2)) << "zero is in it";
  EXPECT_FALSE(SaysExponent(-1, -2, 0));
  EXPECT_FALSE(SaysExponent(0.1, -0.5, 0.7));
  EXPECT_FALSE(SaysExponent(1, std::nullopt, 2)) << "half an interval is none";
  EXPECT_FALSE(SaysExponent(1, 0.5, std::nullopt));
  Analysis analysis = Scaled();
  analysis.scaling[0].exponent.reset();
  EXPECT_TRUE(Said(SayScaling, analysis).empty());
}

TEST(ScalingWords, AJumpIsSaidWhereItIs) {
  Analysis analysis = Scaled();
  analysis.scaling[0].groups[1].change = ChangePoint{64, 128, {}, {}, 5};
  const auto said = Said(SayScaling, analysis);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(Has(said[1], "between image 64 and 128 (network2, batch 64)")) << said[1];
  analysis.scaling[0].groups[1].others.clear();
  EXPECT_TRUE(Has(Said(SayScaling, analysis)[1], "(all)"));
  EXPECT_TRUE(Has(Said(SayScaling, analysis, Language::kPortuguese)[1], "(tudo)"));
}

TEST(ScalingTable, ARowForEachCombination) {
  const auto tables = ScalingTables(Scaled(), kScalingEnglish);
  ASSERT_EQ(tables.size(), 1u);
  EXPECT_EQ(tables[0].title, "How time grows with image");
  ASSERT_EQ(tables[0].rows.size(), 2u);
  const auto& first = tables[0].rows[0];
  EXPECT_EQ(first[0].text, "network1, batch 64") << "a number has its factor's name, a word not";
  EXPECT_EQ(first[1].text, "6");
  EXPECT_EQ(first[2].text, "power law");
  EXPECT_EQ(first[3].text, "3.5");
  EXPECT_EQ(first[3].sort, 3.5);
  EXPECT_EQ(first[4].text, "2.00 (from 1.95 to 2.05)");
  EXPECT_EQ(first[5].text, "—");
  const auto& second = tables[0].rows[1];
  EXPECT_EQ(second[2].text, "not decided");
  EXPECT_EQ(second[3].text, "—");
  EXPECT_FALSE(second[3].sort.has_value());
  EXPECT_EQ(second[4].text, "—") << "no power law could be fitted";
  EXPECT_TRUE(ScalingTables(ExampleAnalysis(), kScalingEnglish).empty());
}

TEST(ScalingTable, EveryLawHasItsWordsAndItsCode) {
  const std::tuple<ScalingLaw, const char*, const char*> laws[] = {
      {ScalingLaw::kPower, "lei de potência", "power"},
      {ScalingLaw::kLinear, "constante + linear", "linear"},
      {ScalingLaw::kAmdahl, "constante + parcela de 1/x (Amdahl)", "amdahl"}};
  for (const auto& [law, words, code] : laws) {
    Analysis analysis = Scaled();
    analysis.scaling[0].groups[0].time.fits = {Fit(law, 1, 1)};
    EXPECT_EQ(ScalingTables(analysis, kScalingPortuguese)[0].rows[0][2].text, words);
    EXPECT_EQ(ScalingJson(analysis.scaling)[0]["groups"][0]["best"], code);
    EXPECT_EQ(ScalingJson(analysis.scaling)[0]["groups"][0]["fits"][0]["law"], code);
  }
}

TEST(ScalingTable, AnExponentWithoutAnIntervalStandsAlone) {
  Analysis analysis = Scaled();
  analysis.scaling[0].groups[0].time.fits[0].b.high.reset();
  EXPECT_EQ(ScalingTables(analysis, kScalingEnglish)[0].rows[0][4].text, "2.00");
}

TEST(ScalingJsonTest, WhatIsMissingIsNull) {
  Analysis analysis = Scaled();
  ScalingFit& power = analysis.scaling[0].groups[0].time.fits[0];
  power.aicc = std::numeric_limits<double>::quiet_NaN();
  power.serial = RatioInterval{0.25, 0.2, std::nullopt};
  const Json json = ScalingJson(analysis.scaling)[0];
  EXPECT_EQ(json["factor"], "image");
  EXPECT_EQ(json["levels"], Json({32, 64, 128}));
  EXPECT_EQ(json["exponent"], Json({{"value", 1.75}, {"low", 1.5}, {"high", 2.0}}));
  const Json& first = json["groups"][0];
  EXPECT_EQ(first["levels"], Json({{"network", "network1"}, {"batch", 64}}));
  EXPECT_EQ(first["runs"], 6);
  EXPECT_EQ(first["advantage"], 3.5);
  EXPECT_TRUE(first["change"].is_null());
  EXPECT_EQ(first["fits"][0]["serial"], Json({{"value", 0.25}, {"low", 0.2}, {"high", nullptr}}));
  EXPECT_TRUE(first["fits"][0]["aicc"].is_null()) << "no number is null";
  EXPECT_FALSE(first["fits"][1].contains("serial")) << "of Amdahl's law alone";
  EXPECT_TRUE(json["groups"][1]["best"].is_null());
  analysis.scaling[0].exponent.reset();
  analysis.scaling[0].groups[0].change = ChangePoint{32, 64, {}, {}, 9};
  const Json changed = ScalingJson(analysis.scaling)[0];
  EXPECT_TRUE(changed["exponent"].is_null());
  EXPECT_EQ(changed["groups"][0]["change"],
            Json({{"last_before", 32}, {"first_after", 64}, {"aicc_gain", 9}}));
  EXPECT_EQ(ScalingJson({}), Json::array());
}

}  // namespace
}  // namespace trena
