// SPDX-License-Identifier: Apache-2.0
#include "report/tables/model_tables.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kModelEnglish(Language::kEnglish);
const Words kModelPortuguese(Language::kPortuguese);

StatedAnalysis ExampleModel() { return *ExampleAnalysis().main.stated; }

TEST(VerdictTest, LessIsFasterCheaperOrLowerByWhatTheResponseIs) {
  const auto word = [](PairVerdict verdict, const std::string& response,
                       const Words& words = kModelEnglish) {
    return VerdictInWords(verdict, response, 0.05, words);
  };
  for (const char* time : {"train_s", "seconds", "time_ms", "duration", "tempo"}) {
    EXPECT_EQ(word(PairVerdict::kFaster, time), "faster") << time;
    EXPECT_EQ(word(PairVerdict::kSlower, time), "slower") << time;
  }
  for (const char* money : {"cost", "bill", "unit_price", "custo"}) {
    EXPECT_EQ(word(PairVerdict::kFaster, money), "cheaper") << money;
    EXPECT_EQ(word(PairVerdict::kSlower, money), "dearer") << money;
  }
  EXPECT_EQ(word(PairVerdict::kFaster, "accuracy"), "lower");
  EXPECT_EQ(word(PairVerdict::kSlower, "accuracy"), "higher");
  EXPECT_EQ(word(PairVerdict::kFaster, "cost", kModelPortuguese), "mais barato");
  EXPECT_EQ(word(PairVerdict::kSlower, "accuracy", kModelPortuguese), "maior");
  EXPECT_EQ(word(PairVerdict::kCannotTell, "cost"), "cannot tell");
  EXPECT_EQ(VerdictInWords(PairVerdict::kSame, "cost", 0.02, kModelEnglish), "same within 2.0%");
  EXPECT_EQ(VerdictInWords(PairVerdict::kSame, "cost", 0.02, kModelPortuguese),
            "igual, a menos de 2,0%");
}

// Image drives most, batch least. 12 ÷ 8 s = 1.5.
TEST(PairTableTest, PairsOfTheFactorThatDrivesMostComeFirst) {
  const ReportTable table = PairTable(ExampleModel(), kModelEnglish, kAllPairs);
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0][0].text, "image");
  EXPECT_EQ(table.rows[1][0].text, "network");
  EXPECT_EQ(table.rows[2][0].text, "batch");
  EXPECT_NEAR(*table.rows[0][2].sort, 1.5, 1e-9);
  EXPECT_EQ(table.rows[0][5].text, "slower");
  EXPECT_TRUE(Has(table.note, "(Tukey)"));
  EXPECT_FALSE(Has(table.note, "more are in"));
}

TEST(PairTableTest, WhatIsCutIsSaid) {
  const ReportTable table = PairTable(ExampleModel(), kModelEnglish, 1);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][0].text, "image");
  EXPECT_TRUE(Has(table.note, "2 more are in --json."));
  EXPECT_FALSE(Has(PairTable(ExampleModel(), kModelEnglish, 3).note, "more are in"));
}

TEST(PairTableTest, TheNoteSaysTheAdjustmentThatWasMade) {
  StatedAnalysis stated = ExampleModel();
  stated.request.adjustment = Adjustment::kHolm;
  EXPECT_TRUE(Has(PairTable(stated, kModelEnglish, kAllPairs).note, "(Holm, with Bonferroni's"));
  EXPECT_TRUE(Has(PairTable(stated, kModelPortuguese, kAllPairs).note,
                  "(Holm, com intervalos de Bonferroni)"));
  EXPECT_FALSE(Has(PairTable(stated, kModelEnglish, kAllPairs).note, "Tukey"));
}

TEST(PairTableTest, AnIntervalThatIsMissingIsADash) {
  StatedAnalysis stated = ExampleModel();
  stated.pairs[0].pairs[0].comparison = {};
  const ReportTable table = PairTable(stated, kModelEnglish, kAllPairs);
  const auto& row = table.rows[2];  // batch, the last
  EXPECT_EQ(row[2].text, "—");
  EXPECT_EQ(row[3].text, "—");
  EXPECT_EQ(row[4].text, "—");
  EXPECT_EQ(row[5].text, "cannot tell");
}

TEST(ContrastTableTest, AProblemStandsInPlaceOfNumbers) {
  StatedAnalysis stated = ExampleModel();
  EXPECT_TRUE(ContrastTable(stated, kModelEnglish).rows.empty());
  StatedContrast good, bad;
  good.text = "image: 64 - 32";
  good.estimate.estimate = 4;
  good.estimate.low = 3.5;
  good.estimate.high = 4.5;
  good.estimate.p = 0.0001;
  bad.text = "image: 128 - 32";
  bad.problem = "no level 128";
  stated.contrasts = {good, bad};
  const ReportTable table = ContrastTable(stated, kModelEnglish);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0][1].text, "4.000");
  EXPECT_EQ(table.rows[0][2].text, "from 3.500 to 4.500");
  EXPECT_EQ(table.rows[0][3].text, "<0.001");
  EXPECT_EQ(table.rows[1][0].text, "image: 128 - 32: no level 128");
  EXPECT_EQ(table.rows[1][1].text, "—");
  EXPECT_EQ(table.rows[1][3].text, "—");
}

TEST(CovarianceTableTest, EachTermWithAndWithout) {
  StatedAnalysis stated = ExampleModel();
  EXPECT_TRUE(CovarianceTable(stated, kModelEnglish).rows.empty());
  stated.without_covariates = stated.model;
  stated.without_covariates->rows[0].percent = 50;
  stated.without_covariates->rows[0].p = 0.25;
  stated.without_covariates->rows.erase(stated.without_covariates->rows.begin() + 1);  // image
  const ReportTable table = CovarianceTable(stated, kModelEnglish);
  ASSERT_EQ(table.rows.size(), 8u);
  EXPECT_EQ(table.rows[0][0].text, "batch");
  EXPECT_EQ(table.rows[0][1].text, "50.0%");
  EXPECT_EQ(table.rows[0][2].text, "0.250");
  EXPECT_EQ(table.rows[0][3].text, "4.8%") << "100 × 6 ÷ 126.16";
  EXPECT_EQ(table.rows[1][1].text, "—") << "a term that only one has";
  EXPECT_EQ(table.rows[1][3].text, "76.1%");
  EXPECT_EQ(table.rows[7][0].text, "residuals");
  EXPECT_EQ(CovarianceTable(stated, kModelPortuguese).rows[7][0].text, "resíduos");
}

TEST(ScaleTableTest, BothScalesSideBySide) {
  StatedAnalysis stated = ExampleModel();
  stated.checks.log_changes.clear();
  EXPECT_TRUE(ScaleTable(stated, kModelEnglish).rows.empty());
  ScaleChange change;
  change.term = "image";
  change.percent = 40;
  change.p = 0.2;
  change.log_percent = 80;
  change.log_p = 0.0005;
  stated.checks.log_changes = {change};
  const ReportTable table = ScaleTable(stated, kModelEnglish);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][1].text, "40.0%");
  EXPECT_EQ(table.rows[0][2].text, "0.200");
  EXPECT_EQ(table.rows[0][3].text, "80.0%");
  EXPECT_EQ(table.rows[0][4].text, "<0.001");
}

TEST(RankTableTest, HasThePOfTheRanksBesideTheOther) {
  StatedAnalysis stated = ExampleModel();
  RankedTerm term;
  term.term = "image";
  term.p = 0.04;
  term.ranked_p = 0.06;
  stated.checks.ranked = {term};
  const ReportTable table = RankTable(stated, kModelEnglish);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][1].text, "0.040");
  EXPECT_EQ(table.rows[0][2].text, "0.060");
}

TEST(SpreadTableTest, LevelsWithASpreadAreNamed) {
  StatedAnalysis stated = ExampleModel();
  FactorSpread spread;
  spread.factor = 1;  // image
  spread.sds = {0.125, std::nullopt};
  stated.checks.factor_spreads = {spread};
  ReportTable table = SpreadTable(stated, kModelEnglish);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][0].text, "image");
  EXPECT_EQ(table.rows[0][1].text, "32 0.125") << "a level without one is left out";
  EXPECT_EQ(table.rows[0][2].text, "—") << "no test";
  EXPECT_TRUE(Has(table.note, "Brown and Forsythe"));
  stated.checks.factor_spreads.clear();
  EXPECT_EQ(SpreadTable(stated, kModelEnglish).note, "") << "nothing to explain";
}

// Ranks and spreads are for those who read all.
TEST(ModelTablesTest, AShortListLeavesOutRanksAndSpreads) {
  StatedAnalysis stated = ExampleModel();
  stated.checks.ranked = {RankedTerm{}};
  FactorSpread spread;
  spread.sds = {0.1, 0.2};
  stated.checks.factor_spreads = {spread};
  stated.checks.log_changes.clear();
  EXPECT_EQ(ModelTables(stated, kModelEnglish, kAllPairs).size(), 3u);
  const auto few = ModelTables(stated, kModelEnglish, 12);
  ASSERT_EQ(few.size(), 1u);
  EXPECT_EQ(few[0].title, "Levels compared");
}

}  // namespace
}  // namespace trena
