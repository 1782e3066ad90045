// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_means.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

// Jain (1991), section 18.1: cell means 15, 24, 48, 77; q0 41, qA 21.5, qB 9.5, qAB 5; SSE 102.
TestRows Jain18() {
  TestRows rows;
  for (uint32_t a = 0; a < 2; ++a) {
    for (uint32_t b = 0; b < 2; ++b) rows.levels.insert(rows.levels.end(), 3, {a, b});
  }
  rows.y = {15, 18, 12, 25, 28, 19, 45, 48, 51, 75, 75, 81};
  return rows;
}

ModelAnalysis MeansOf(const TestRows& rows, std::vector<ModelTerm> terms) {
  const auto analysis = AnalyzeModel(MakeCells(rows), {.terms = std::move(terms)});
  EXPECT_TRUE(analysis.ok()) << (analysis.ok() ? "" : analysis.error().message());
  return analysis.ok() ? analysis.value() : ModelAnalysis{};
}

const LevelMean* MeanAt(const ModelAnalysis& analysis, const ModelTerm& factors,
                        const std::vector<uint32_t>& levels) {
  for (const LevelMean& mean : analysis.means) {
    if (mean.factors == factors && mean.levels == levels) return &mean;
  }
  ADD_FAILURE() << "no such mean";
  return nullptr;
}

size_t IndexOfMean(const ModelAnalysis& analysis, const ModelTerm& factors,
                   const std::vector<uint32_t>& levels) {
  const LevelMean* found = MeanAt(analysis, factors, levels);
  return found == nullptr ? 0 : static_cast<size_t>(found - analysis.means.data());
}

ColumnGroup GroupOf(ModelTerm factors) {
  ColumnGroup group;
  group.factors = std::move(factors);
  return group;
}

// Terms of one and two factors, in at most 10,000 combinations.
TEST(ToldLevelsTest, OfTermsThatCanBeRead) {
  std::vector<uint32_t> hundred(100), more(101);
  std::iota(hundred.begin(), hundred.end(), 0);
  std::iota(more.begin(), more.end(), 0);
  ModelMatrix matrix;
  matrix.levels = {{0, 2}, hundred, hundred, more};
  EXPECT_EQ(ToldLevels(matrix, GroupOf({0})), (std::vector<std::vector<uint32_t>>{{0}, {2}}));
  EXPECT_EQ(ToldLevels(matrix, GroupOf({0, 3})).size(), 202u);
  EXPECT_EQ(ToldLevels(matrix, GroupOf({1, 2})).size(), 10000u);
  EXPECT_TRUE(ToldLevels(matrix, GroupOf({1, 3})).empty()) << "10,100";
  EXPECT_TRUE(ToldLevels(matrix, GroupOf({0, 1, 2})).empty()) << "three factors";
  EXPECT_TRUE(ToldLevels(matrix, GroupOf({})).empty()) << "a covariate";
}

TEST(ObservedAtTest, MeansOfWhatIsThere) {
  const Cells cells = MakeCells(Jain18());
  const LevelMean all = ObservedAt(cells, {}, {});
  EXPECT_EQ(all.n, 12);
  EXPECT_NEAR(*all.observed, 41, 1e-12);
  const LevelMean low = ObservedAt(cells, {0}, {0});
  EXPECT_EQ(low.n, 6);
  EXPECT_NEAR(*low.observed, 19.5, 1e-12);  // (15 + 24) / 2
  const LevelMean one = ObservedAt(cells, {0, 1}, {1, 0});
  EXPECT_EQ(one.n, 3);
  EXPECT_NEAR(*one.observed, 48, 1e-12);
  EXPECT_EQ(one.factors, (ModelTerm{0, 1}));
  EXPECT_EQ(one.levels, (std::vector<uint32_t>{1, 0}));
  EXPECT_FALSE(one.mean) << "a model says that";
  EXPECT_EQ(ObservedAt(cells, {0}, {2}).n, 0);
  EXPECT_FALSE(ObservedAt(cells, {0}, {2}).observed);
  EXPECT_FALSE(ObservedAt(Cells{}, {}, {}).observed);
}

TEST(ObservedAtTest, CellsWeighByTheirCounts) {
  TestRows rows;
  rows.levels = {{0, 0}, {0, 0}, {0, 0}, {0, 1}};
  rows.y = {1, 2, 3, 10};
  EXPECT_NEAR(*ObservedAt(MakeCells(rows), {0}, {0}).observed, 4, 1e-15);  // 16 / 4
}

TEST(ModelMeansTest, EffectsAndMeansOfABalancedDesign) {
  const ModelAnalysis analysis = MeansOf(Jain18(), {{0}, {1}, {0, 1}});
  ASSERT_EQ(analysis.effects.size(), 2u + 2 + 4);
  ASSERT_EQ(analysis.means.size(), 8u);
  const double sd = std::sqrt(102.0 / 8);
  const LevelMean& low = *MeanAt(analysis, {0}, {0});
  EXPECT_NEAR(*low.observed, 19.5, 1e-12);
  EXPECT_NEAR(*low.observed, 19.5, 1e-12);
  EXPECT_EQ(low.n, 6);
  EXPECT_NEAR(*low.standard_error, sd / std::sqrt(6.0), 1e-12);
  // t at 0.975 with 8 degrees of freedom is 2.306 (Jain, table A.4).
  EXPECT_NEAR(*low.high - *low.mean, 2.306 * sd / std::sqrt(6.0), 1e-3);
  EXPECT_NEAR(*low.high - *low.mean, *low.mean - *low.low, 1e-12);
  EXPECT_NEAR(*MeanAt(analysis, {0, 1}, {1, 1})->mean, 77, 1e-12);
  EXPECT_NEAR(*MeanAt(analysis, {0, 1}, {1, 1})->standard_error, sd / std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(analysis.grand_mean.mean, 41, 1e-12);
  EXPECT_NEAR(*analysis.grand_mean.high - 41, 2.306 * sd / std::sqrt(12.0), 1e-3);
  double sum = 0;
  for (const Effect& effect : analysis.effects) sum += effect.effect;
  EXPECT_NEAR(sum, 0, 1e-12);
  EXPECT_NEAR(analysis.effects.back().effect, 5, 1e-12);
  EXPECT_NEAR(analysis.effects.back().mean, 77, 1e-12);
}

TEST(ModelMeansTest, UnbalancedMeansWeighLevelsEqually) {
  // Cell means 2, 10, 4, 7 with counts 2, 1, 1, 2.
  TestRows rows;
  rows.levels = {{0, 0}, {0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 1}};
  rows.y = {1, 3, 10, 4, 6, 8};
  const ModelAnalysis analysis = MeansOf(rows, {{0}, {1}, {0, 1}});
  const LevelMean& first = *MeanAt(analysis, {0}, {0});
  EXPECT_NEAR(*first.mean, (2 + 10) / 2.0, 1e-12);
  EXPECT_NEAR(*first.observed, 14 / 3.0, 1e-12);
  EXPECT_EQ(first.n, 3);
  const LevelMean& second = *MeanAt(analysis, {0}, {1});
  EXPECT_NEAR(*second.mean, (4 + 7) / 2.0, 1e-12);
  EXPECT_NEAR(*second.observed, 6, 1e-12);
  // The variance of (x̄₁ + x̄₂) / 2 with 2 and 1 observations: (1/2 + 1) / 4 of σ² = 4 / 2.
  EXPECT_NEAR(*first.standard_error, std::sqrt(2.0) * std::sqrt(1.5 / 4), 1e-12);
}

TEST(ModelMeansTest, TermsOfThreeFactorsHaveNoMeans) {
  TestRows rows;
  for (uint32_t i = 0; i < 16; ++i) rows.levels.push_back({i / 2 % 2, i / 4 % 2, i / 8});
  for (uint32_t i = 0; i < 16; ++i) rows.y.push_back(i % 5);
  const ModelAnalysis analysis = MeansOf(rows, FullTerms(MakeCells(rows)));
  for (const LevelMean& mean : analysis.means) EXPECT_LE(mean.factors.size(), 2u);
  EXPECT_EQ(analysis.means.size(), 3u * 2 + 3 * 4);
  EXPECT_EQ(analysis.effects.size(), analysis.means.size());
}

TEST(ModelMeansTest, WhatTheDataCannotTellIsMissing) {
  TestRows rows;  // A and B are always the same
  rows.levels = {{0, 0}, {0, 0}, {1, 1}, {1, 1}};
  rows.y = {1, 2, 5, 8};
  const ModelAnalysis analysis = MeansOf(rows, {{0}, {1}});
  EXPECT_TRUE(analysis.effects.empty());
  for (const LevelMean& mean : analysis.means) {
    EXPECT_FALSE(mean.mean || mean.standard_error || mean.low);
    EXPECT_TRUE(mean.observed) << "observed it was";
    EXPECT_TRUE(mean.direction.empty());
  }
}

TEST(ModelMeansTest, WithoutErrorNoIntervals) {
  TestRows rows;
  rows.levels = {{0}, {1}};
  rows.y = {1, 5};
  const ModelAnalysis analysis = MeansOf(rows, {{0}});
  EXPECT_FALSE(analysis.residual_sd);
  EXPECT_NEAR(*analysis.means[1].mean, 5, 1e-12);
  EXPECT_FALSE(analysis.means[1].standard_error || analysis.means[1].low);
  EXPECT_FALSE(analysis.effects[0].low || analysis.grand_mean.low);
  const auto difference = EstimateContrast(analysis, {.means = {1, 0}, .weights = {1, -1}});
  ASSERT_TRUE(difference.ok());
  EXPECT_NEAR(difference.value().estimate, 4, 1e-12);
  EXPECT_FALSE(difference.value().standard_error || difference.value().t || difference.value().p);
}

// Two groups: x −1, 0, 1 with y 1, 3, 2; x 1, 2, 3 with y 5, 4, 9. The common slope is Sxy / Sxx =
// 5 / 4, the residuals 16 − 5² / 4 = 9.75 with 6 − 2 − 1 = 3 degrees of freedom.
TEST(ModelMeansTest, SlopesAndMeansAtTheCovariatesMean) {
  TestRows rows;
  rows.levels = {{0}, {0}, {0}, {1}, {1}, {1}};
  rows.y = {1, 3, 2, 5, 4, 9};
  rows.covariates = {{-1}, {0}, {1}, {1}, {2}, {3}};
  const ModelAnalysis analysis = MeansOf(rows, {{0}});
  EXPECT_NEAR(*analysis.residual_sd, std::sqrt(9.75 / 3), 1e-12);
  ASSERT_EQ(analysis.slopes.size(), 1u);
  EXPECT_EQ(analysis.slopes[0].covariate, "x1");
  EXPECT_NEAR(analysis.slopes[0].slope, 1.25, 1e-12);
  // Its standard error is sd / √Sxx = 0.90139, and t at 0.975 with 3 degrees is 3.18245.
  EXPECT_NEAR(*analysis.slopes[0].low, 1.25 - 3.18245 * 0.90139, 1e-4);
  EXPECT_NEAR(*analysis.slopes[0].high, 1.25 + 3.18245 * 0.90139, 1e-4);
  // Adjusted to x̄ = 1: 2 + 1.25 · (1 − 0) and 6 + 1.25 · (1 − 2).
  EXPECT_NEAR(*MeanAt(analysis, {0}, {0})->mean, 3.25, 1e-12);
  EXPECT_NEAR(*MeanAt(analysis, {0}, {1})->mean, 4.75, 1e-12);
  EXPECT_NEAR(*MeanAt(analysis, {0}, {0})->observed, 2, 1e-12);
  // The variance of an adjusted mean is 1/3 + (1 − 0)² / Sxx of σ².
  EXPECT_NEAR(*MeanAt(analysis, {0}, {0})->standard_error, std::sqrt(3.25 * (1 / 3.0 + 0.25)),
              1e-12);
}

TEST(ContrastTest, ADifferenceOfMeans) {
  const ModelAnalysis analysis = MeansOf(Jain18(), {{0}, {1}, {0, 1}});
  const size_t low = IndexOfMean(analysis, {0}, {0});
  const size_t high = IndexOfMean(analysis, {0}, {1});
  const auto estimate = EstimateContrast(analysis, {.means = {high, low}, .weights = {1, -1}});
  ASSERT_TRUE(estimate.ok());
  EXPECT_NEAR(estimate.value().estimate, 43, 1e-12);  // 2 qA
  const double error = std::sqrt(102.0 / 8 * (1 / 6.0 + 1 / 6.0));
  EXPECT_NEAR(*estimate.value().standard_error, error, 1e-12);
  EXPECT_NEAR(*estimate.value().t, 43 / error, 1e-9);
  EXPECT_NEAR(*estimate.value().t * *estimate.value().t, *analysis.rows[0].f, 1e-6) << "F is t²";
  EXPECT_NEAR(*estimate.value().p, *analysis.rows[0].p, 1e-12);
  EXPECT_NEAR(*estimate.value().high - 43, 2.306 * error, 2e-3);
  // Turned round it is the same with the other sign.
  const auto turned = EstimateContrast(analysis, {.means = {low, high}, .weights = {1, -1}});
  EXPECT_NEAR(turned.value().estimate, -43, 1e-12);
  EXPECT_NEAR(*turned.value().p, *estimate.value().p, 1e-15);
}

TEST(ContrastTest, AMeanAgainstItselfIsNothingForSure) {
  const ModelAnalysis analysis = MeansOf(Jain18(), {{0}, {1}});
  const auto none = EstimateContrast(analysis, {.means = {0, 0}, .weights = {1, -1}});
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(none.value().estimate, 0);
  EXPECT_EQ(none.value().standard_error, 0);
  EXPECT_FALSE(none.value().t || none.value().p) << "nothing to divide by";
}

TEST(ContrastTest, WhatIsNone) {
  const ModelAnalysis analysis = MeansOf(Jain18(), {{0}});
  const auto error = [&](const Contrast& contrast) {
    const auto estimate = EstimateContrast(analysis, contrast);
    return estimate.ok() ? "" : estimate.error().message();
  };
  EXPECT_EQ(error({.means = {}, .weights = {}}), "a contrast needs as many weights as means");
  EXPECT_EQ(error({.means = {0, 1}, .weights = {1}}), "a contrast needs as many weights as means");
  EXPECT_EQ(error({.means = {1}, .weights = {1}}), "");
  EXPECT_EQ(error({.means = {2}, .weights = {1}}), "a contrast of no such mean");
  TestRows aliased;
  aliased.levels = {{0, 0}, {0, 0}, {1, 1}, {1, 1}};
  aliased.y = {1, 2, 5, 8};
  const auto missing =
      EstimateContrast(MeansOf(aliased, {{0}, {1}}), {.means = {0}, .weights = {1}});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message(), "a contrast of a mean that the data cannot estimate");
}

// What is measured in other units, or in another order, has the same effects in those units.
TEST(ModelMeansTest, ShiftsAndScalesCarryThrough) {
  const TestRows rows = Jain18();
  TestRows other = rows;
  for (double& y : other.y) y = 1000 + 60 * y;
  const ModelAnalysis one = MeansOf(rows, {{0}, {1}, {0, 1}});
  const ModelAnalysis two = MeansOf(other, {{0}, {1}, {0, 1}});
  ASSERT_EQ(one.effects.size(), two.effects.size());
  for (size_t i = 0; i < one.effects.size(); ++i) {
    EXPECT_NEAR(two.effects[i].effect, 60 * one.effects[i].effect, 1e-8);
    EXPECT_NEAR(*two.means[i].mean, 1000 + 60 * *one.means[i].mean, 1e-8);
    EXPECT_NEAR(*two.means[i].standard_error, 60 * *one.means[i].standard_error, 1e-8);
  }
}

}  // namespace
}  // namespace trena
