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
  first.time.fits = {Fit(ScalingLaw::kConstant, 3, 0), Fit(ScalingLaw::kPower, 0.01, 2, 1.95, 2.05),
                     Fit(ScalingLaw::kLinear, 1, 0.5), Fit(ScalingLaw::kAmdahl, 9, -0.5)};
  first.time.best = 1;
  first.time.advantage = 3.5;
  ScalingGroup second;
  second.others = {{"network", "network2"}, {"batch", 64}};
  second.runs = 4;
  second.time.fits = first.time.fits;
  FactorScaling image;
  image.factor = "image";
  image.levels = {32, 64, 128};
  image.groups = {first, second};
  image.exponent = Coefficient{"exponent", 1.75, 0.1, 1.5, 2.0, 0.001};
  image.law = ScalingChoice{ScalingLaw::kPower, std::nullopt};
  Analysis analysis = ExampleAnalysis();
  analysis.scaling = {image};
  return analysis;
}

bool SaysExponent(double value, std::optional<double> low, std::optional<double> high) {
  Analysis analysis = Scaled();
  analysis.scaling[0].exponent = Coefficient{"exponent", value, {}, low, high, {}};
  const auto said = Said(SayScaling, analysis);
  return Has(said, "to the power of") || Has(said, "as its power of");
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

// What shrinks does not grow to a negative power.
TEST(ScalingWords, ANegativeExponentFalls) {
  Analysis analysis = Scaled();
  analysis.scaling[0].exponent = Coefficient{"exponent", -0.5, {}, -0.6, -0.4, {}};
  EXPECT_EQ(Said(SayScaling, analysis)[0],
            "Time falls with image, as its power of −0.50 (95% interval from −0.60 to −0.40, 10 "
            "runs).");
  EXPECT_TRUE(Has(Said(SayScaling, analysis, Language::kPortuguese)[0], "O tempo cai com image"));
}

// Of the groups' numbers a and b, all with these intervals.
Analysis SumLaw(ScalingLaw law, Coefficient a, Coefficient b) {
  Analysis analysis = Scaled();
  FactorScaling& scaling = analysis.scaling[0];
  scaling.factor = "images";
  scaling.law = ScalingChoice{law, std::nullopt};
  scaling.exponent.reset();
  scaling.groups.resize(1);
  ScalingFit& fit = scaling.groups[0].time.fits[static_cast<size_t>(law)];
  fit.a = a;
  fit.b = b;
  return analysis;
}

const Coefficient kFour{"a", 4, {}, 3.9, 4.1, {}};
const Coefficient kEach{"b", 0.006, {}, 0.0059, 0.0061, {}};

TEST(ScalingWords, AFixedOverheadAndAConstantPerImage) {
  Analysis analysis = SumLaw(ScalingLaw::kLinear, kFour, kEach);
  EXPECT_EQ(Said(SayScaling, analysis),
            std::vector<std::string>{
                "Time is a fixed overhead of 4.00 s (from 3.90 to 4.10) plus a constant 0.00600 s "
                "(from 0.00590 to 0.00610) per image (95% intervals, 6 runs)."});
  EXPECT_EQ(Said(SayScaling, analysis, Language::kPortuguese)[0],
            "O tempo é uma sobrecarga fixa de 4,00 s (de 3,90 a 4,10) mais uma constante de "
            "0,00600 s (de 0,00590 a 0,00610) por imagem (intervalos de 95%, 6 execuções).");
  analysis.scaling[0].factor = "batch";
  analysis.scaling[0].law->next = ScalingLaw::kPower;
  EXPECT_TRUE(Has(Said(SayScaling, analysis)[0],
                  "per unit of batch (95% intervals, 6 runs; nearly as good: power law)."));
}

TEST(ScalingWords, OfSeveralCombinationsTheRange) {
  Analysis analysis = SumLaw(ScalingLaw::kLinear, kFour, kEach);
  ScalingGroup other = analysis.scaling[0].groups[0];
  other.time.fits[2].a = {"a", 7, {}, 6, 8, {}};
  analysis.scaling[0].groups.push_back(other);
  EXPECT_EQ(Said(SayScaling, analysis)[0],
            "Time is a fixed overhead of 4.00 to 7.00 s plus a constant 0.00600 to 0.00600 s "
            "per image (over 2 combinations, 12 runs).");
  analysis.scaling[0].groups[1].time.fits[2].b.low = -1;
  EXPECT_TRUE(Said(SayScaling, analysis).empty()) << "in one of them it may be nothing";
}

TEST(ScalingWords, WhatMayBeNothingIsNotNamed) {
  const Coefficient may_be_0{"a", 0.1, {}, -0.2, 0.4, {}};
  const Coefficient below_0{"b", -0.006, {}, -0.007, -0.005, {}};
  const auto said = [](ScalingLaw law, Coefficient a, Coefficient b) {
    const auto sentences = Said(SayScaling, SumLaw(law, a, b));
    return sentences.empty() ? "" : sentences[0];
  };
  EXPECT_TRUE(said(ScalingLaw::kLinear, kFour, may_be_0).empty());
  EXPECT_TRUE(said(ScalingLaw::kConstant, kFour, kEach).empty());
  const std::string proportional = said(ScalingLaw::kLinear, may_be_0, kEach);
  EXPECT_TRUE(Has(proportional, "grows by a constant 0.00600 s")) << proportional;
  EXPECT_TRUE(Has(proportional, "a fixed overhead cannot be told from none")) << proportional;
  EXPECT_TRUE(
      Has(said(ScalingLaw::kLinear, kFour, below_0), "falls by 0.00600 s (from 0.00500 to"));
  EXPECT_TRUE(Has(said(ScalingLaw::kAmdahl, kFour, kEach), "a fixed 4.00 s (from 3.90 to 4.10)"));
  EXPECT_TRUE(Has(said(ScalingLaw::kAmdahl, may_be_0, kEach), "a fixed part cannot be told"));
  EXPECT_TRUE(Has(said(ScalingLaw::kAmdahl, kFour, below_0), "grows with images towards 4.00 s"));
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
  analysis.scaling[0].groups[1].change = ChangePoint{64, 128, 1.5, 0.01, 5};
  const auto said = Said(SayScaling, analysis);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[1],
            "The time per image jumps up by 50.0% between image 64 and 128 (network2, batch 64), "
            "which no smooth law explains.");
  analysis.scaling[0].groups[1].others.clear();
  EXPECT_TRUE(Has(Said(SayScaling, analysis)[1], "(all)"));
  EXPECT_TRUE(Has(Said(SayScaling, analysis, Language::kPortuguese)[1], "(tudo)"));
  analysis.scaling[0].groups[1].change->ratio = 0.75;
  EXPECT_TRUE(Has(Said(SayScaling, analysis)[1], "The time per image drops by 25.0% between"));
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
  EXPECT_EQ(first[4].text, "x^2.00 (from 1.95 to 2.05)");
  EXPECT_EQ(first[5].text, "—");
  const auto& second = tables[0].rows[1];
  EXPECT_EQ(second[2].text, "not decided");
  EXPECT_EQ(second[3].text, "—");
  EXPECT_FALSE(second[3].sort.has_value());
  EXPECT_EQ(second[4].text, "—") << "no law was chosen";
  EXPECT_TRUE(ScalingTables(ExampleAnalysis(), kScalingEnglish).empty());
}

TEST(ScalingTable, EveryLawHasItsWordsAndItsCode) {
  const std::tuple<ScalingLaw, const char*, const char*, const char*> laws[] = {
      {ScalingLaw::kConstant, "constante", "constant", "1,00 s"},
      {ScalingLaw::kPower, "lei de potência", "power", "x^−0,50"},
      {ScalingLaw::kLinear, "constante + linear", "linear", "1,00 s − 0,500 s · x"},
      {ScalingLaw::kAmdahl, "constante + parcela de 1/x (Amdahl)", "amdahl",
       "1,00 s − 0,500 s / x"}};
  for (const auto& [law, words, code, fit] : laws) {
    Analysis analysis = Scaled();
    analysis.scaling[0].groups[0].time.fits = {Fit(law, 1, -0.5)};
    analysis.scaling[0].groups[0].time.best = 0;
    analysis.scaling[0].law->law = law;
    EXPECT_EQ(ScalingTables(analysis, kScalingPortuguese)[0].rows[0][2].text, words);
    EXPECT_EQ(ScalingTables(analysis, kScalingPortuguese)[0].rows[0][4].text, fit);
    EXPECT_EQ(ScalingJson(analysis.scaling)[0]["law"], code);
    EXPECT_EQ(ScalingJson(analysis.scaling)[0]["groups"][0]["best"], code);
    EXPECT_EQ(ScalingJson(analysis.scaling)[0]["groups"][0]["fits"][0]["law"], code);
  }
}

TEST(ScalingTable, AnExponentWithoutAnIntervalStandsAlone) {
  Analysis analysis = Scaled();
  analysis.scaling[0].groups[0].time.fits[1].b.high.reset();
  EXPECT_EQ(ScalingTables(analysis, kScalingEnglish)[0].rows[0][4].text, "x^2.00");
}

TEST(ScalingJsonTest, WhatIsMissingIsNull) {
  Analysis analysis = Scaled();
  ScalingFit& power = analysis.scaling[0].groups[0].time.fits[1];
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
  EXPECT_EQ(first["fits"][1]["serial"], Json({{"value", 0.25}, {"low", 0.2}, {"high", nullptr}}));
  EXPECT_TRUE(first["fits"][1]["aicc"].is_null()) << "no number is null";
  EXPECT_FALSE(first["fits"][2].contains("serial")) << "of Amdahl's law alone";
  EXPECT_TRUE(json["groups"][1]["best"].is_null());
  analysis.scaling[0].exponent.reset();
  analysis.scaling[0].law.reset();
  analysis.scaling[0].groups[0].change = ChangePoint{32, 64, 1.5, 0.01, 9};
  const Json changed = ScalingJson(analysis.scaling)[0];
  EXPECT_TRUE(changed["exponent"].is_null());
  EXPECT_TRUE(changed["law"].is_null());
  EXPECT_EQ(changed["groups"][0]["change"], Json({{"last_before", 32},
                                                  {"first_after", 64},
                                                  {"ratio", 1.5},
                                                  {"p", 0.01},
                                                  {"aicc_gain", 9},
                                                  {"swapping", false}}));
  EXPECT_EQ(ScalingJson({}), Json::array());
}

}  // namespace
}  // namespace trena
