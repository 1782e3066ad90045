// SPDX-License-Identifier: Apache-2.0
// Whether to believe a model, in words: each sentence with data for which it must be said, and data
// for which it must not. p of exactly 1 − confidence is not below it.
#include "report/answer/check_words.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kCheckEnglish(Language::kEnglish);
const Words kCheckPortuguese(Language::kPortuguese);

// At 75 % confidence the limit, 0.25, is a number that a double holds.
StatedAnalysis Checked() {
  StatedAnalysis stated = *ExampleAnalysis().main.stated;
  stated.request.confidence = 0.75;
  stated.checks = {};
  stated.checks.made = true;
  stated.checks.points = {ResidualPoint{}};
  return stated;
}

std::vector<std::string> Checks(const StatedAnalysis& stated, const Words& words = kCheckEnglish) {
  return ChecksInWords(stated, words);
}

TEST(ChecksTest, WhatWasNotCheckedIsNotSaid) {
  EXPECT_TRUE(Checks(Checked()).empty());
  StatedAnalysis stated = Checked();
  stated.checks.normal_w = 0.9;
  EXPECT_TRUE(Checks(stated).empty()) << "W′ without its p";
  stated.checks.normal_p = 0.5;
  EXPECT_EQ(Checks(stated).size(), 1u);
  stated.checks.made = false;
  EXPECT_TRUE(Checks(stated).empty());
}

TEST(ChecksTest, TooManyObservationsAreNotLookedAtOneByOne) {
  StatedAnalysis stated = Checked();
  EXPECT_FALSE(Has(Checks(stated), "too many observations"));
  stated.checks.points.clear();
  EXPECT_TRUE(Has(Checks(stated), "too many observations"));
  EXPECT_TRUE(Has(Checks(stated, kCheckPortuguese), "Há observações demais"));
}

TEST(ChecksTest, ResidualsAreNormalUnlessChanceWouldRarelyShowThem) {
  StatedAnalysis stated = Checked();
  stated.checks.normal_w = 0.9751;
  stated.checks.normal_p = 0.25;
  EXPECT_TRUE(Has(Checks(stated), "may well be normal (W′ = 0.975, p = 0.250)"));
  stated.checks.normal_p = 0.249;
  EXPECT_TRUE(Has(Checks(stated), "are not normal (W′ = 0.975, p = 0.249)"));
  EXPECT_FALSE(Has(Checks(stated), "may well be"));
  EXPECT_TRUE(Has(Checks(stated, kCheckPortuguese), "não são normais (W′ = 0,975, p = 0,249)"));
}

TEST(ChecksTest, SpreadsAreAlikeUnlessTheTestSaysOtherwise) {
  StatedAnalysis stated = Checked();
  stated.checks.equal_spreads = SpreadTest{3, 7, 16, 0.25};
  EXPECT_TRUE(Has(Checks(stated), "Nothing says that they spread more in some scenarios"));
  stated.checks.equal_spreads->p = 0.2;
  EXPECT_TRUE(Has(Checks(stated),
                  "do not spread alike in all scenarios (Brown and Forsythe, p = "
                  "0.200)"));
  EXPECT_TRUE(Has(Checks(stated, kCheckPortuguese), "não se espalham igualmente"));
}

TEST(ChecksTest, DriftIsSaidWithItsDirection) {
  StatedAnalysis stated = Checked();
  stated.checks.order = RankCorrelation{-0.456, 0.25};
  EXPECT_TRUE(Has(Checks(stated),
                  "No drift with the order is seen (rank correlation −0.46, p = "
                  "0.250)"));
  stated.checks.order->p = 0.01;
  EXPECT_TRUE(Has(Checks(stated), "They drift with the order (rank correlation −0.46, p = 0.010)"));
  EXPECT_TRUE(Has(Checks(stated, kCheckPortuguese), "derivam com a ordem"));
}

StatedAnalysis WithLogRecommended() {
  StatedAnalysis stated = Checked();
  stated.checks.recommend_log = true;
  stated.checks.spread_level = SpreadLevel{.slope = 0.98, .low = 0.8, .high = 1.126, .cells = 8};
  return stated;
}

TEST(ChecksTest, TheLogarithmIsRecommendedAndNothingIsSwitched) {
  StatedAnalysis stated = WithLogRecommended();
  EXPECT_TRUE(Has(Checks(stated), "(exponent 0.98, from 0.80 to 1.13)"));
  EXPECT_TRUE(Has(Checks(stated), "--log"));
  EXPECT_FALSE(Has(Checks(stated), "On that scale")) << "what it would change is not known";
  stated.checks.recommend_log = false;
  EXPECT_FALSE(Has(Checks(stated), "logarithm"));
  stated.checks.recommend_log = true;
  stated.checks.spread_level.reset();
  EXPECT_FALSE(Has(Checks(stated), "logarithm"));
}

TEST(ChecksTest, WhatTheLogarithmWouldChangeIsNamed) {
  StatedAnalysis stated = WithLogRecommended();
  stated.checks.log_changes = {{"image", 76, 0.001, 80, 0.002, false}};
  EXPECT_TRUE(Has(Checks(stated), "no conclusion about chance would change"));
  EXPECT_TRUE(Has(Checks(stated, kCheckPortuguese), "nenhuma conclusão sobre o acaso mudaria"));
  stated.checks.log_changes.push_back({"batch", 5, 0.04, 3, 0.3, true});
  EXPECT_TRUE(Has(Checks(stated), "would change for: batch (p = 0.040 becomes p = 0.300)."));
  EXPECT_FALSE(Has(Checks(stated), "image"));
  EXPECT_TRUE(Has(Checks(stated, kCheckPortuguese), "batch (p = 0,040 passa a p = 0,300)"));
}

TEST(ChecksTest, RanksAgreeOrAreADoubt) {
  StatedAnalysis stated = Checked();
  EXPECT_FALSE(Has(Checks(stated), "by ranks"));
  stated.checks.ranked = {{"image", 0.01, 0.02, false}, {"batch", 0.04, 0.3, false}};
  EXPECT_TRUE(Has(Checks(stated), "agrees about every term"));
  EXPECT_TRUE(DoubtsInWords(stated, kCheckEnglish).empty()) << "agreement is no doubt";
  stated.checks.ranked[1].disagrees = true;
  for (const auto& said : {Checks(stated), DoubtsInWords(stated, kCheckEnglish)}) {
    EXPECT_TRUE(Has(said, "disagrees about: batch (p = 0.040; by ranks p = 0.300)."));
    EXPECT_FALSE(Has(said, "agrees about every"));
    EXPECT_FALSE(Has(said, "image"));
  }
  EXPECT_TRUE(Has(Checks(stated, kCheckPortuguese), "batch (p = 0,040; por postos p = 0,300)"));
}

LevelPair Pair(uint32_t first, uint32_t second, double ratio, PairVerdict verdict) {
  LevelPair pair;
  pair.first = first;
  pair.second = second;
  pair.comparison.ratio = ratio;
  pair.comparison.ratio_low = ratio / 2;
  pair.comparison.ratio_high = ratio * 2;
  pair.comparison.verdict = verdict;
  return pair;
}

// The example with an image of three levels, so that it has three pairs.
StatedAnalysis ThreeImages() {
  StatedAnalysis stated = *ExampleAnalysis().main.stated;
  stated.cells.factors[1].levels = {"32", "64", "128"};
  stated.pairs = {{1,
                   {},
                   {Pair(0, 1, 1.5, PairVerdict::kSlower), Pair(0, 2, 1, PairVerdict::kSame),
                    Pair(1, 2, 0.5, PairVerdict::kFaster)}}};
  return stated;
}

// |ln 0.5| = 0.69 is more than |ln 1.5| = 0.41.
TEST(LevelsComparedTest, TheWidestRatioEitherWayIsSaid) {
  StatedAnalysis stated = ThreeImages();
  const std::string said = ComparisonInWords(stated, kCheckEnglish).at(0);
  EXPECT_TRUE(Has(said, "image: 128 against 64 is 0.500 times")) << said;
  EXPECT_TRUE(Has(said, "(95% interval from 0.250 to 1.00): faster.")) << said;
  stated.pairs[0].pairs[2].comparison.ratio_low.reset();
  EXPECT_TRUE(Has(ComparisonInWords(stated, kCheckEnglish)[0], "64 against 32 is 1.50 times"))
      << "without an interval it says nothing";
  stated.pairs[0].pairs[0].comparison.ratio = 2;
  stated.pairs[0].pairs[1] = Pair(0, 2, 0.5, PairVerdict::kFaster);
  EXPECT_TRUE(Has(ComparisonInWords(stated, kCheckEnglish)[0], "64 against 32"))
      << "of equal ones the first";
}

TEST(LevelsComparedTest, PairsAreCountedByVerdict) {
  StatedAnalysis stated = ThreeImages();
  auto said = ComparisonInWords(stated, kCheckEnglish);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(Has(said[1],
                  "3 pairs of levels of image, 2 are told apart, 1 are the same within "
                  "5.0%, and 0 cannot be told"))
      << said[1];
  stated.pairs[0].pairs[1].comparison.verdict = PairVerdict::kCannotTell;
  EXPECT_TRUE(Has(ComparisonInWords(stated, kCheckPortuguese)[1],
                  "3 pares de níveis de image, 2 se distinguem, 0 são iguais a menos de 5,0%, e de "
                  "1 não se sabe"));
  stated.pairs[0].pairs.resize(1);
  EXPECT_EQ(ComparisonInWords(stated, kCheckEnglish).size(), 1u) << "one is not counted";
}

TEST(LevelsComparedTest, OnlyADriverIsCompared) {
  StatedAnalysis stated = ThreeImages();
  for (AnovaRow& row : stated.model.rows) row.p = row.adjusted_p = 0.5;
  EXPECT_TRUE(ComparisonInWords(stated, kCheckEnglish).empty()) << "chance shows as much";
  stated = ThreeImages();
  stated.pairs.push_back({2, {}, {Pair(0, 1, 9, PairVerdict::kSlower)}});
  EXPECT_TRUE(Has(ComparisonInWords(stated, kCheckEnglish)[0], "image: "))
      << "76 % of the variation to the network's 19 %";
  stated.pairs.erase(stated.pairs.begin());
  EXPECT_TRUE(Has(ComparisonInWords(stated, kCheckEnglish)[0], "network: ")) << "of those compared";
  stated.pairs.clear();
  EXPECT_TRUE(ComparisonInWords(stated, kCheckEnglish).empty());
}

TEST(CovarianceTest, SlopesWithAnIntervalAndWhatTheyBought) {
  StatedAnalysis stated = Checked();
  stated.model.slopes = {{"speed", -2.5, -3.0, -2.0}, {"heat", 1, std::nullopt, std::nullopt}};
  stated.narrower = 0.25;
  EXPECT_TRUE(CovarianceInWords(stated, kCheckEnglish).empty()) << "there were no covariates";
  stated.without_covariates = stated.model;
  const auto said = CovarianceInWords(stated, kCheckEnglish);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(Has(said[0],
                  "unit of speed the response changes by −2.50 (interval from −3.00 to "
                  "−2.00)"))
      << said[0];
  EXPECT_TRUE(Has(said[1], "25.0% narrower")) << said[1];
  stated.narrower = -0.125;
  EXPECT_TRUE(Has(CovarianceInWords(stated, kCheckEnglish), "12.5% wider"));
  EXPECT_TRUE(Has(CovarianceInWords(stated, kCheckPortuguese), "12,5% mais largos"));
  stated.narrower.reset();
  EXPECT_EQ(CovarianceInWords(stated, kCheckEnglish).size(), 1u);
}

}  // namespace
}  // namespace trena
