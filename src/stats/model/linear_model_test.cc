// SPDX-License-Identifier: Apache-2.0
#include "stats/model/linear_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

// Every combination of `counts` levels, `replications` times, the last factor fastest.
TestRows Crossed(const std::vector<uint32_t>& counts, int replications) {
  TestRows rows;
  std::vector<uint32_t> at(counts.size());
  while (true) {
    for (int i = 0; i < replications; ++i) rows.levels.push_back(at);
    size_t factor = counts.size();
    while (factor > 0 && ++at[factor - 1] == counts[factor - 1]) at[--factor] = 0;
    if (factor == 0) return rows;
  }
}

ModelAnalysis LinearModelAnalyze(const TestRows& rows, std::vector<ModelTerm> terms, int type = 2,
                                 double confidence = 0.95) {
  const auto analysis = AnalyzeModel(
      MakeCells(rows), {.terms = std::move(terms), .ss_type = type, .confidence = confidence});
  EXPECT_TRUE(analysis.ok()) << (analysis.ok() ? "" : analysis.error().message());
  return analysis.ok() ? analysis.value() : ModelAnalysis{};
}

// Jain (1991), chapter 18: 2^2 with three replications.
TEST(LinearModel, Jain18) {
  TestRows rows = Crossed({2, 2}, 3);  // A slowest
  rows.y = {15, 18, 12, 25, 28, 19, 45, 48, 51, 75, 75, 81};
  const ModelAnalysis analysis = LinearModelAnalyze(rows, FullTerms(MakeCells(rows)), 2, 0.9);
  ASSERT_EQ(analysis.rows.size(), 4u);
  EXPECT_TRUE(analysis.orthogonal);
  EXPECT_NEAR(analysis.rows[0].ss, 5547, 1e-9);
  EXPECT_NEAR(analysis.rows[1].ss, 1083, 1e-9);
  EXPECT_NEAR(analysis.rows[2].ss, 300, 1e-9);
  EXPECT_NEAR(analysis.rows[3].ss, 102, 1e-9);
  EXPECT_NEAR(*analysis.rows[0].percent, 78.88, 0.005);
  EXPECT_NEAR(*analysis.residual_sd, 3.57, 0.005);
  EXPECT_EQ(analysis.residual_df, 8u);
  EXPECT_NEAR(analysis.grand_mean.mean, 41, 1e-12);
  EXPECT_NEAR(*analysis.grand_mean.low, 39.08, 0.005);
  const Effect& a = analysis.effects[1];
  EXPECT_EQ(a.term, "A");
  EXPECT_NEAR(a.effect, 21.5, 1e-12);
  EXPECT_NEAR(*a.low, 19.58, 0.005);
  EXPECT_NEAR(*a.high, 23.41, 0.01);
}

TEST(LinearModel, Jain20) {
  TestRows rows = Crossed({3}, 5);
  rows.y = {144, 120, 176, 288, 144, 101, 144, 211, 288, 72, 130, 180, 141, 374, 302};
  const ModelAnalysis analysis = LinearModelAnalyze(rows, {{0}});
  EXPECT_NEAR(analysis.rows[0].ss, 10992.1, 0.05);
  EXPECT_NEAR(analysis.rows[1].ss, 94365.2, 0.05);
  EXPECT_NEAR(*analysis.rows[0].percent, 10.4, 0.05);
  EXPECT_NEAR(*analysis.rows[0].f, 0.7, 0.05);
  EXPECT_NEAR(*analysis.means[2].mean, 225.4, 0.05);
  EXPECT_NEAR(analysis.effects[1].effect, -24.5, 0.05);
}

TEST(LinearModel, WithoutReplicationsThereIsNoTest) {
  TestRows rows = Crossed({2, 2}, 1);
  rows.y = {15, 25, 45, 75};  // Jain, chapter 17: 76, 19 and 5 %
  const ModelAnalysis analysis = LinearModelAnalyze(rows, FullTerms(MakeCells(rows)));
  EXPECT_EQ(analysis.no_test, NoTest::kNoResidualDegrees);
  EXPECT_EQ(analysis.residual_df, 0u);
  EXPECT_FALSE(analysis.residual_sd);
  EXPECT_NEAR(*analysis.rows[0].percent, 76, 0.5);
  EXPECT_NEAR(*analysis.rows[1].percent, 19, 0.5);
  EXPECT_NEAR(*analysis.rows[2].percent, 5, 0.5);
  for (const AnovaRow& row : analysis.rows) EXPECT_FALSE(row.f || row.p);
  EXPECT_FALSE(analysis.effects[0].low);
  // The additive model leaves one degree of freedom: lack of fit is its residual.
  const ModelAnalysis additive = LinearModelAnalyze(rows, {{0}, {1}});
  EXPECT_EQ(additive.residual_df, 1u);
  EXPECT_NEAR(additive.rows.back().ss, 100, 1e-9);
  EXPECT_NEAR(additive.lack_of_fit_ss, 100, 1e-9);
  EXPECT_TRUE(additive.rows[0].p);
}

TEST(LinearModel, NothingVaries) {
  TestRows rows = Crossed({2, 2}, 2);
  rows.y.assign(8, 4.2);
  const ModelAnalysis analysis = LinearModelAnalyze(rows, FullTerms(MakeCells(rows)));
  EXPECT_EQ(analysis.no_test, NoTest::kNoResidualVariation);
  EXPECT_FALSE(analysis.rows[0].percent || analysis.rows[0].f || analysis.r_squared);
  EXPECT_EQ(analysis.total_ss, 0);
}

TEST(LinearModel, ReplicationsThatDoNotDifferGiveNoTest) {
  TestRows rows = Crossed({2, 3}, 2);
  for (const auto& levels : rows.levels) rows.y.push_back(0.1 * levels[0] + 0.7 * levels[1]);
  const ModelAnalysis additive =
      LinearModelAnalyze(rows, {{0}, {1}});  // fits exactly, but for rounding
  EXPECT_EQ(additive.no_test, NoTest::kNoResidualVariation);
  EXPECT_EQ(additive.rows.back().ss, 0);
}

// Of 2 × 3 cells one is empty: the interaction has one degree of freedom, not two.
TEST(LinearModel, EmptyCellsLeaveATermShort) {
  TestRows rows = Crossed({2, 3}, 2);
  rows.levels.resize(10);
  rows.y = {1, 2, 4, 3, 7, 8, 5, 4, 9, 7};
  const ModelAnalysis analysis = LinearModelAnalyze(rows, FullTerms(MakeCells(rows)));
  ASSERT_EQ(analysis.inestimable.size(), 1u);
  EXPECT_EQ(analysis.inestimable[0].term, "A:B");
  EXPECT_EQ(analysis.inestimable[0].df, 1u);
  EXPECT_EQ(analysis.inestimable[0].full_df, 2u);
  EXPECT_EQ(analysis.residual_df, 5u);
  EXPECT_FALSE(analysis.orthogonal);
  // The mean of A = 1 over all B needs the empty cell; that of A = 0 does not.
  ASSERT_EQ(analysis.means[0].factors, (std::vector<size_t>{0}));
  EXPECT_NEAR(*analysis.means[0].mean, (1.5 + 3.5 + 7.5) / 3, 1e-12);
  EXPECT_FALSE(analysis.means[1].mean);
  EXPECT_NEAR(*analysis.means[1].observed, 6.25, 1e-12);
  EXPECT_EQ(analysis.means[1].n, 4);
}

// B repeats A: nothing is left of it, nor of the interaction.
TEST(LinearModel, AliasedFactorsAreNamed) {
  TestRows rows;
  rows.levels = {{0, 0}, {0, 0}, {1, 1}, {1, 1}};
  rows.y = {1, 2, 5, 7};
  const ModelAnalysis analysis = LinearModelAnalyze(rows, FullTerms(MakeCells(rows)), 1);
  ASSERT_EQ(analysis.rows.size(), 2u);
  EXPECT_EQ(analysis.rows[0].term, "A");
  ASSERT_EQ(analysis.inestimable.size(), 2u);
  EXPECT_EQ(analysis.inestimable[0].term, "B");
  EXPECT_EQ(analysis.inestimable[1].term, "A:B");
  EXPECT_EQ(analysis.inestimable[1].df, 0u);
  // Of type II neither has anything beyond the other.
  EXPECT_EQ(LinearModelAnalyze(rows, {{0}, {1}}, 2).inestimable.size(), 2u);
}

// A Latin square is an additive model: rows + columns + treatments. Balanced, so that the squares
// of each are those of its means, whatever the others.
TEST(LinearModel, LatinSquare) {
  TestRows rows;
  const double y[3][3] = {{7, 12, 18}, {11, 19, 9}, {22, 8, 14}};
  std::vector<double> treatment_sums(3);
  double sum = 0;
  for (uint32_t i = 0; i < 3; ++i) {
    for (uint32_t j = 0; j < 3; ++j) {
      const uint32_t treatment = (i + j) % 3;
      rows.levels.push_back({i, j, treatment});
      rows.y.push_back(y[i][j]);
      treatment_sums[treatment] += y[i][j];
      sum += y[i][j];
    }
  }
  double expected = 0;
  for (double part : treatment_sums) expected += 3 * std::pow(part / 3 - sum / 9, 2);
  const ModelAnalysis analysis = LinearModelAnalyze(rows, TermsUpTo(MakeCells(rows), {0, 1, 2}, 1));
  EXPECT_TRUE(analysis.orthogonal);
  EXPECT_EQ(analysis.residual_df, 2u);
  EXPECT_NEAR(analysis.rows[2].ss, expected, 1e-10);
  EXPECT_TRUE(analysis.inestimable.empty());
}

// Two groups whose covariate explains the difference between them: the slope is 2 in both, and
// the adjusted means differ by 1. One observation stands 0.5 off, another -0.5.
TEST(LinearModel, CovariateTakesDriftAway) {
  TestRows rows;
  for (uint32_t i = 0; i < 10; ++i) {
    const double x = static_cast<double>(i);
    rows.levels.push_back({i % 2});
    rows.covariates.push_back({x});
    rows.y.push_back(10 + 2 * x + (i % 2 == 0 ? 0 : 1) + 0.01 * std::sin(7 * x));
  }
  const auto both = AnalyzeCovariance(MakeCells(rows), {.terms = {{0}}});
  ASSERT_TRUE(both.ok());
  const ModelAnalysis& with = both.value().with;
  ASSERT_EQ(with.slopes.size(), 1u);
  EXPECT_NEAR(with.slopes[0].slope, 2, 0.01);
  EXPECT_LT(*with.slopes[0].low, 2);
  EXPECT_GT(*with.slopes[0].high, 2);
  EXPECT_EQ(with.rows[0].term, "x1");
  EXPECT_EQ(with.residual_df, 7u);
  EXPECT_EQ(both.value().without.residual_df, 8u);
  EXPECT_NEAR(*with.means[1].mean - *with.means[0].mean, 1, 0.02);
  EXPECT_NEAR(*both.value().without.means[1].mean - *both.value().without.means[0].mean, 3, 0.02);
  EXPECT_GT(*both.value().narrower, 0.95);
}

TEST(LinearModel, ContrastsOfMeans) {
  TestRows rows = Crossed({3}, 2);
  rows.y = {1, 3, 4, 6, 9, 11};  // means 2, 5, 10; residual variance 2 on 3 df
  const ModelAnalysis analysis = LinearModelAnalyze(rows, {{0}});
  const auto contrast =
      EstimateContrast(analysis, {.means = {0, 1, 2}, .weights = {-0.5, -0.5, 1}});
  ASSERT_TRUE(contrast.ok());
  EXPECT_NEAR(contrast.value().estimate, 6.5, 1e-12);
  EXPECT_NEAR(*contrast.value().standard_error, std::sqrt(2 * 1.5 / 2), 1e-12);
  EXPECT_FALSE(EstimateContrast(analysis, {.means = {7}, .weights = {1}}).ok());
  EXPECT_FALSE(EstimateContrast(analysis, {.means = {0, 1}, .weights = {1}}).ok());
}

// Levels that were planned but never observed are as if they were not there.
TEST(LinearModel, UnusedLevelsDoNotCount) {
  TestRows rows;
  rows.levels = {{0}, {0}, {3}, {3}};
  rows.y = {1, 2, 5, 7};
  const ModelAnalysis analysis = LinearModelAnalyze(rows, {{0}});
  EXPECT_EQ(analysis.rows[0].df, 1u);
  EXPECT_EQ(analysis.means[1].levels, (std::vector<uint32_t>{3}));
  EXPECT_NEAR(*analysis.means[1].mean, 6, 1e-12);
}

TEST(LinearModel, BadInputIsRefused) {
  TestRows rows = Crossed({2, 1}, 2);
  rows.y = {1, 2, 3, 4};
  const Cells cells = MakeCells(rows);
  EXPECT_FALSE(AnalyzeModel(Cells{}, {.terms = {}}).ok());
  EXPECT_FALSE(AnalyzeModel(cells, {.terms = {{1}}}).ok());
  EXPECT_FALSE(AnalyzeModel(cells, {.terms = {{0}}, .ss_type = 4}).ok());
  EXPECT_FALSE(AnalyzeModel(cells, {.terms = {{0}}, .ss_type = 2, .confidence = 1}).ok());
  Cells infinite = cells;
  infinite.cells[0].mean = INFINITY;
  EXPECT_FALSE(AnalyzeModel(infinite, {.terms = {{0}}}).ok());
  Cells huge = cells;
  huge.cells[0].mean = 1e300;
  EXPECT_FALSE(AnalyzeModel(huge, {.terms = {{0}}}).ok());
}

TEST(LinearModel, OneObservation) {
  TestRows rows;
  rows.levels = {{0}};
  rows.y = {3};
  const ModelAnalysis analysis = LinearModelAnalyze(rows, {});
  EXPECT_EQ(analysis.grand_mean.mean, 3);
  EXPECT_EQ(analysis.no_test, NoTest::kNoResidualDegrees);
}

// Correct digits: minus the decimal logarithm of the relative error.
double LinearModelDigits(double actual, double certified) {
  return std::min(16.0, -std::log10(std::abs(actual / certified - 1)));
}

// NIST SmLs01-09: at least the digits that base R reaches.
TEST(LinearModel, NistSmls) {
  const double digits[3][3] = {{14.9, 14.9, 14.9}, {9.9, 9.9, 9.9}, {4.0, 3.9, 3.0}};
  const double bases[] = {1, 1e6, 1e12};
  const int counts[] = {21, 201, 2001};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      TestRows rows;
      uint32_t treatment = 0;
      for (int centre : {4, 3, 5, 3, 5, 3, 5, 3, 5}) {
        for (int k = 0; k < counts[j]; ++k) {
          const int tenths = centre + (k == 0 ? 0 : k % 2 == 1 ? -1 : 1);
          rows.y.push_back((10 * bases[i] + tenths) / 10);
          rows.levels.push_back({treatment});
        }
        ++treatment;
      }
      const ModelAnalysis analysis = LinearModelAnalyze(rows, {{0}});
      SCOPED_TRACE(testing::Message() << "base " << bases[i] << ", r " << counts[j]);
      EXPECT_GE(LinearModelDigits(analysis.rows[0].ss, 0.08 * counts[j]), digits[i][j]);
      EXPECT_GE(LinearModelDigits(analysis.rows[1].ss, 0.09 * (counts[j] - 1)), digits[i][j]);
      EXPECT_GE(LinearModelDigits(*analysis.rows[0].f, counts[j]), digits[i][j]);
      EXPECT_GE(LinearModelDigits(*analysis.residual_sd, 0.1), digits[i][j]);
    }
  }
}

// Student's quantiles for 95 % (any table): 4.302653 of 2 degrees, 2.228139 of 10.
TEST(NarrowerTest, ComparesWhatADeviationAndItsDegreesMakeOfAnInterval) {
  ModelAnalysis with, without;
  with.residual_sd = 1;
  with.residual_df = 2;
  without.residual_sd = 4;
  without.residual_df = 10;
  EXPECT_NEAR(*Narrower(with, without), 1 - 4.302653 / (4 * 2.228139), 1e-6);
  EXPECT_NEAR(*Narrower(without, without), 0, 1e-12);
  const ModelAnalysis untold;  // nothing left to judge by
  EXPECT_EQ(Narrower(untold, without), std::nullopt);
  EXPECT_EQ(Narrower(with, untold), std::nullopt);
  without.residual_sd = 0;
  EXPECT_EQ(Narrower(with, without), std::nullopt) << "nothing is narrower than nothing";
}

}  // namespace
}  // namespace trena
