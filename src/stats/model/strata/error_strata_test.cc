// SPDX-License-Identifier: Apache-2.0
// Against R's aov(Error()): models_r_test.cc.
#include "stats/model/strata/error_strata.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

// A: 2 levels, `plots` plots each; every plot has B at 2 levels once.
TestRows SplitPlot(uint32_t plots, const std::vector<double>& y) {
  TestRows rows;
  for (uint32_t a = 0; a < 2; ++a) {
    for (uint32_t plot = 0; plot < plots; ++plot) {
      for (uint32_t b = 0; b < 2; ++b) rows.levels.push_back({a, b, a * plots + plot});
    }
  }
  rows.y = y;
  return rows;
}

StrataAnalysis Analyze(const TestRows& rows) {
  const Cells cells = MakeCells(rows);
  const auto analysis = AnalyzeStrata(cells, {.terms = FullTerms(cells, {0, 1}), .errors = {{2}}});
  EXPECT_TRUE(analysis.ok()) << (analysis.ok() ? "" : analysis.error().message());
  return analysis.ok() ? analysis.value() : StrataAnalysis{};
}

// By hand. Plot means 2, 4 (A = 0) and 7, 9 (A = 1), grand mean 5.5: A has 8 · 2.5² = 50, plots
// within A 2 (1 + 1 + 1 + 1) = 8 on 2 df. Differences B1 - B0 within plots 2, 4, 2, 6: mean 3.5.
TEST(ErrorStrata, WorkedByHand) {
  const StrataAnalysis analysis = Analyze(SplitPlot(2, {1, 3, 2, 6, 6, 8, 6, 12}));
  ASSERT_EQ(analysis.strata.size(), 2u);
  const ErrorStratum& plots = analysis.strata[0];
  EXPECT_EQ(plots.name, "C");
  ASSERT_EQ(plots.rows.size(), 2u);
  EXPECT_EQ(plots.rows[0].term, "A");
  EXPECT_NEAR(plots.rows[0].ss, 50, 1e-10);
  EXPECT_NEAR(plots.rows[1].ss, 8, 1e-10);
  EXPECT_EQ(plots.rows[1].df, 2u);
  EXPECT_NEAR(*plots.rows[0].f, 12.5, 1e-10);
  const ErrorStratum& within = analysis.strata[1];
  EXPECT_EQ(within.name, "within");
  ASSERT_EQ(within.rows.size(), 3u);
  EXPECT_EQ(within.rows[0].term, "B");
  EXPECT_NEAR(within.rows[0].ss, 4 * 3.5 * 3.5 / 2, 1e-10);  // 24.5
  EXPECT_NEAR(within.rows[1].ss, 0.5, 1e-10);  // halves 3 and 4: 4 (0.5² + …) / 2 = 0.5
  EXPECT_NEAR(within.rows[2].ss, 5, 1e-10);    // (1 + 1 + 4 + 4) / 2
  EXPECT_NEAR(*within.rows[0].f, 24.5 / 2.5, 1e-10);
  // Effects of A by the plots' error: ± 4.303 · 2 / sqrt(8).
  ASSERT_EQ(plots.effects.size(), 2u);
  EXPECT_NEAR(plots.effects[0].effect, -2.5, 1e-10);
  EXPECT_NEAR(*plots.effects[0].high - plots.effects[0].effect, 4.30265273 * 2 / std::sqrt(8),
              1e-6);
  EXPECT_EQ(within.effects.size(), 2u + 4u);
}

TEST(ErrorStrata, OneWholePlotPerLevelHasNoTest) {
  const StrataAnalysis analysis = Analyze(SplitPlot(1, {1, 3, 6, 9}));
  const ErrorStratum& plots = analysis.strata[0];
  EXPECT_EQ(plots.no_test, NoTest::kOneWholePlot);
  ASSERT_EQ(plots.rows.size(), 2u);
  EXPECT_NEAR(plots.rows[0].ss, 4 * 2.75 * 2.75, 1e-10);
  EXPECT_FALSE(plots.rows[0].f || plots.rows[0].p);
  ASSERT_EQ(plots.effects.size(), 2u);
  EXPECT_NEAR(plots.effects[1].effect, 2.75, 1e-10);
  EXPECT_FALSE(plots.effects[1].low);
  EXPECT_EQ(analysis.strata[1].no_test, NoTest::kNoResidualDegrees);
}

TEST(ErrorStrata, BadInputIsRefused) {
  const Cells cells = MakeCells(SplitPlot(1, {1, 3, 6, 9}));
  EXPECT_FALSE(AnalyzeStrata(cells, {.terms = {{0}}, .errors = {}}).ok());
  EXPECT_FALSE(AnalyzeStrata(Cells{}, {.terms = {}, .errors = {{0}}}).ok());
  EXPECT_FALSE(AnalyzeStrata(cells, {.terms = {{0}}, .errors = {{2}}, .confidence = 0}).ok());
}

// R: summary(aov(y ~ x + A * B + Error(plot))).
TEST(ErrorStrata, ACovariateIsFittedInEachStratum) {
  TestRows rows = SplitPlot(3, {1, 3, 2, 6, 3, 3, 6, 8, 6, 12, 7, 9});
  for (double x : {1, 2, 4, 3, 2, 5, 3, 7, 1, 6, 8, 2}) rows.covariates.push_back({x});
  const StrataAnalysis analysis = Analyze(rows);
  ASSERT_EQ(analysis.strata.size(), 2u);
  const auto expect_row = [](const AnovaRow& row, const char* term, double ss, double f) {
    EXPECT_EQ(row.term, term);
    EXPECT_NEAR(row.ss, ss, 1e-10);
    EXPECT_NEAR(row.f.value_or(0), f, 1e-9) << term;
  };
  const auto& plots = analysis.strata[0].rows;
  ASSERT_EQ(plots.size(), 3u);
  expect_row(plots[0], "x1", 40.56, 15.4416243655);
  expect_row(plots[1], "A", 34.56, 13.1573604061);
  expect_row(plots[2], "residuals", 7.88, 0);
  EXPECT_EQ(plots[2].df, 3u);
  const auto& within = analysis.strata[1].rows;
  ASSERT_EQ(within.size(), 4u);
  expect_row(within[0], "x1", 3.27272727273, 1.097851239669);
  expect_row(within[1], "B", 18.45084996305, 6.189421487603);
  expect_row(within[2], "A:B", 1.33333333333, 0.447272727273);
  expect_row(within[3], "residuals", 8.94308943089, 0);
  EXPECT_EQ(within[3].df, 3u);
}

TEST(ErrorStrata, AConfidenceIsStrictlyBetweenNothingAndCertainty) {
  const Cells cells = MakeCells(SplitPlot(2, {1, 3, 2, 6, 6, 8, 6, 12}));
  for (double wrong : {0.0, 1.0, -0.1, 1.5, std::nan("")}) {
    const auto analysis =
        AnalyzeStrata(cells, {.terms = {{0}}, .errors = {{2}}, .confidence = wrong});
    ASSERT_FALSE(analysis.ok()) << wrong;
    EXPECT_EQ(analysis.error().message(), "a confidence must be between 0 and 1");
  }
  EXPECT_TRUE(AnalyzeStrata(cells, {.terms = {{0}}, .errors = {{2}}, .confidence = 0.999}).ok());
}

// Of the example worked by hand: the plots' mean square is 8 ÷ 2, so that the grand mean 5.5 of
// eight has a standard error of √(4 ÷ 8), with t of two degrees.
TEST(ErrorStrata, TheGrandMeanIsAsSureAsThePlots) {
  const StrataAnalysis analysis = Analyze(SplitPlot(2, {1, 3, 2, 6, 6, 8, 6, 12}));
  EXPECT_NEAR(analysis.grand_mean.mean, 5.5, 1e-12);
  EXPECT_NEAR(*analysis.grand_mean.high - 5.5, 4.30265273 * std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(5.5 - *analysis.grand_mean.low, 4.30265273 * std::sqrt(0.5), 1e-6);
  double squares = 0;
  for (const ErrorStratum& stratum : analysis.strata) {
    for (const AnovaRow& row : stratum.rows) squares += row.ss;
  }
  EXPECT_NEAR(squares, analysis.total_ss, 1e-10) << "the strata share all there is";
}

TEST(ErrorStrata, AStratumAsAModelOfItsOwn) {
  const StrataAnalysis analysis = Analyze(SplitPlot(2, {1, 3, 2, 6, 6, 8, 6, 12}));
  const ModelAnalysis view = ViewOf(analysis, analysis.strata[0]);
  EXPECT_EQ(view.residual_df, 2u);
  EXPECT_NEAR(*view.residual_sd, 2, 1e-10);
  EXPECT_EQ(view.rows.size(), analysis.strata[0].rows.size());
  EXPECT_EQ(view.confidence, analysis.confidence);
  ASSERT_EQ(view.means.size(), 2u);
  EXPECT_NEAR(*view.means[0].mean, 3, 1e-10);
  EXPECT_NEAR(*view.means[1].mean, 8, 1e-10);
}

}  // namespace
}  // namespace trena
