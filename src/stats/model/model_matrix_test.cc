// SPDX-License-Identifier: Apache-2.0
#include "stats/model/model_matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Every combination of levels once, y = 1, 2, 3, …, the last factor fastest.
TestRows AllOnce(const std::vector<uint32_t>& counts) {
  TestRows rows{.levels = {{}}, .y = {}, .covariates = {}};
  for (uint32_t count : counts) {
    std::vector<std::vector<uint32_t>> longer;
    for (const auto& start : rows.levels) {
      for (uint32_t level = 0; level < count; ++level) {
        longer.push_back(start);
        longer.back().push_back(level);
      }
    }
    rows.levels = longer;
  }
  for (size_t i = 0; i < rows.levels.size(); ++i) rows.y.push_back(static_cast<double>(i + 1));
  return rows;
}

ModelMatrix MatrixOf(const TestRows& rows, const std::vector<ModelTerm>& terms) {
  Result<ModelMatrix> matrix = MakeModelMatrix(MakeCells(rows), terms);
  EXPECT_TRUE(matrix.ok()) << (matrix.ok() ? "" : matrix.error().message());
  return matrix.ok() ? matrix.value() : ModelMatrix{};
}

std::string MatrixError(const Cells& cells, const std::vector<ModelTerm>& terms) {
  Result<ModelMatrix> matrix = MakeModelMatrix(cells, terms);
  return matrix.ok() ? "" : matrix.error().message();
}

TEST(ModelMatrixTest, TwoLevelsAreMinusOneAndOne) {
  const ModelMatrix matrix = MatrixOf(AllOnce({2, 2}), {{0}, {1}, {0, 1}});
  MatrixXd expected(4, 4);  // Jain's sign table (1991, section 17.3): I, A, B, AB
  expected << 1, -1, -1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, 1, 1, 1;
  EXPECT_LT((matrix.columns - expected).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(matrix.observations, 4);
  EXPECT_EQ(matrix.within_ss, 0);
  // 1, 2, 3, 4 less their mean.
  EXPECT_LT((matrix.y - VectorXd{{-1.5, -0.5, 0.5, 1.5}}).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ModelMatrixTest, ThreeLevelsAreHelmerts) {
  const ModelMatrix matrix = MatrixOf(AllOnce({3}), {{0}});
  // Second against first, third against both; the squares of each sum to 3.
  const double a = std::sqrt(1.5), b = std::sqrt(0.5);
  MatrixXd expected(3, 3);
  expected << 1, -a, -b, 1, a, -b, 1, 0, 2 * b;
  EXPECT_LT((matrix.columns - expected).cwiseAbs().maxCoeff(), 1e-15);
}

// In a balanced crossing the columns are orthogonal, each with as many squares as observations.
TEST(ModelMatrixTest, BalancedCrossingsAreOrthogonal) {
  for (const auto& counts : {std::vector<uint32_t>{2}, {5}, {2, 3}, {3, 4}, {2, 3, 4}}) {
    const TestRows rows = AllOnce(counts);
    const Cells cells = MakeCells(rows);
    const ModelMatrix matrix = MatrixOf(rows, FullTerms(cells));
    const Index size = matrix.columns.cols();
    EXPECT_EQ(static_cast<size_t>(size), rows.y.size()) << "the full model has as many columns";
    const MatrixXd product = matrix.columns.transpose() * matrix.columns;
    EXPECT_LT(
        (product - matrix.observations * MatrixXd::Identity(size, size)).cwiseAbs().maxCoeff(),
        1e-12);
  }
}

TEST(ModelMatrixTest, GroupsStandOneAfterTheOther) {
  TestRows rows = AllOnce({2, 3});
  for (size_t i = 0; i < rows.y.size(); ++i) {
    rows.covariates.push_back({static_cast<double>(i * i), static_cast<double>(i % 2)});
  }
  const ModelMatrix matrix = MatrixOf(rows, {{0, 1}, {1}, {0}});
  ASSERT_EQ(matrix.groups.size(), 5u);
  const std::vector<std::string> names = {"x1", "x2", "B", "A", "A:B"};  // main effects first
  Index next = 1;
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(matrix.groups[i].name, names[i]);
    EXPECT_EQ(matrix.groups[i].first, next);
    next += matrix.groups[i].count;
  }
  EXPECT_EQ(matrix.groups[4].count, 2);
  EXPECT_EQ(matrix.groups[4].widths, (std::vector<size_t>{1, 2}));
  EXPECT_TRUE(matrix.groups[0].factors.empty());
  EXPECT_EQ(matrix.columns.cols(), next);
  EXPECT_EQ(matrix.columns.rows(), 6 + 2) << "one more row for each covariate";
}

TEST(ModelMatrixTest, WithoutTheTermBelowAFactorHasAColumnPerLevel) {
  // As R: A + A:B is B within A, with 1 + (a − 1) + a (b − 1) columns.
  const ModelMatrix nested = MatrixOf(AllOnce({2, 3}), {{0}, {0, 1}});
  EXPECT_EQ(nested.groups[1].widths, (std::vector<size_t>{2, 2}));
  EXPECT_EQ(nested.columns.cols(), 1 + 1 + 4);
  // A:B alone has a column for each cell.
  const ModelMatrix cells = MatrixOf(AllOnce({2, 3}), {{0, 1}});
  EXPECT_EQ(cells.groups[0].widths, (std::vector<size_t>{2, 3}));
  EXPECT_LT((cells.columns.rightCols(6) - MatrixXd::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(ModelMatrixTest, RowsWeighAsTheRootOfTheirCount) {
  TestRows rows;
  rows.levels = {{0}, {0}, {0}, {0}, {1}};
  rows.y = {1, 3, 1, 3, 12};
  const ModelMatrix matrix = MatrixOf(rows, {{0}});
  EXPECT_EQ(matrix.observations, 5);
  EXPECT_NEAR(matrix.mean.Value(), 4, 1e-15);
  EXPECT_NEAR(matrix.columns(0, 0), 2, 1e-15);  // √4
  EXPECT_NEAR(matrix.columns(1, 0), 1, 1e-15);  // √1
  EXPECT_NEAR(matrix.columns(0, 1), -2, 1e-15);
  EXPECT_NEAR(matrix.y[0], 2 * (2 - 4), 1e-15);
  EXPECT_NEAR(matrix.y[1], 12 - 4, 1e-15);
  EXPECT_NEAR(matrix.within_ss, 4, 1e-15);
  EXPECT_NEAR(matrix.beyond_ss, 4, 1e-15) << "without covariates nothing explains it";
}

TEST(ModelMatrixTest, OnlyLevelsThatOccurHaveColumns) {
  TestRows rows;
  rows.levels = {{0}, {2}, {5}};
  rows.y = {1, 2, 3};
  const ModelMatrix matrix = MatrixOf(rows, {{0}});
  EXPECT_EQ(matrix.levels[0], (std::vector<uint32_t>{0, 2, 5}));
  EXPECT_EQ(matrix.columns.cols(), 3);
  EXPECT_EQ(LevelCombinations(matrix, {0}), (std::vector<std::vector<uint32_t>>{{0}, {2}, {5}}));
}

// A far-off mean loses nothing: the deviations are those of the small numbers.
TEST(ModelMatrixTest, LargeNumbersKeepTheirDigits) {
  TestRows rows = AllOnce({2, 2});
  for (double& y : rows.y) y += 1e12;
  const ModelMatrix matrix = MatrixOf(rows, {{0}, {1}});
  EXPECT_LT((matrix.y - VectorXd{{-1.5, -0.5, 0.5, 1.5}}).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(ModelMatrixTest, WhatNoModelCanHave) {
  EXPECT_EQ(MatrixError(Cells{}, {}), "there are no observations to analyse");
  TestRows one;
  one.levels = {{0}, {0}};
  one.y = {1, 2};
  EXPECT_EQ(MatrixError(MakeCells(one), {{0}}),
            "factor A has a single level: it has no effect to analyse");
  EXPECT_EQ(MatrixError(MakeCells(one), {}), "") << "a mean alone is a model";
  Cells infinite = MakeCells(AllOnce({2}));
  infinite.cells[0].mean = std::numeric_limits<double>::infinity();
  EXPECT_NE(MatrixError(infinite, {{0}}).find("not finite"), std::string::npos);
  Cells no_number = MakeCells(AllOnce({2}));
  no_number.cells[0].squares = std::nan("");
  EXPECT_NE(MatrixError(no_number, {{0}}).find("not finite"), std::string::npos);
}

TEST(ModelMatrixTest, TooManyParametersAreRefusedBeforeTheyAreMade) {
  TestRows rows;
  for (uint32_t i = 0; i <= 10'000; ++i) {
    rows.levels.push_back({i});
    rows.y.push_back(1);
  }
  EXPECT_NE(MatrixError(MakeCells(rows), {{0}}).find("too many parameters"), std::string::npos);
}

// Two groups of three: x −1, 0, 1 with y 1, 3, 2 and x 1, 2, 3 with y 5, 4, 9. Within the groups
// Sxx = 2 + 2, Sxy = 1 + 4, Syy = 2 + 14: the covariate explains 5² / 4 = 6.25 of 16.
TEST(ModelMatrixTest, WhatCovariatesDoWithinCellsIsARow) {
  TestRows rows;
  rows.levels = {{0}, {0}, {0}, {1}, {1}, {1}};
  rows.y = {1, 3, 2, 5, 4, 9};
  rows.covariates = {{-1}, {0}, {1}, {1}, {2}, {3}};
  const ModelMatrix matrix = MatrixOf(rows, {{0}});
  EXPECT_NEAR(matrix.within_ss, 16, 1e-12);
  EXPECT_NEAR(matrix.beyond_ss, 9.75, 1e-12);
  EXPECT_NEAR(matrix.covariate_means.at(0), 1, 1e-15);
  // The means of x, 0 and 2, from 1, times √3.
  EXPECT_NEAR(matrix.columns(0, 1), -std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(matrix.columns(1, 1), std::sqrt(3.0), 1e-14);
  // The third row's products are the pooled moments.
  EXPECT_NEAR(matrix.columns(2, 1) * matrix.columns(2, 1), 4, 1e-12);
  EXPECT_NEAR(matrix.columns(2, 1) * matrix.y[2], 5, 1e-12);
  EXPECT_EQ(matrix.columns(2, 0), 0);
  EXPECT_EQ(matrix.columns(2, 2), 0);
}

TEST(ModelMatrixTest, ACovariateThatIsConstantWithinCellsTellsNothingThere) {
  TestRows rows;
  rows.levels = {{0}, {0}, {1}, {1}};
  rows.y = {1, 3, 5, 9};
  rows.covariates = {{1}, {1}, {7}, {7}};
  const ModelMatrix matrix = MatrixOf(rows, {{0}});
  EXPECT_EQ(matrix.columns.row(2).norm(), 0);
  EXPECT_NEAR(matrix.beyond_ss, matrix.within_ss, 1e-15);
}

// Twice the same covariate explains as much as once.
TEST(ModelMatrixTest, CovariatesThatMoveTogetherDoNoHarm) {
  TestRows rows;
  rows.levels = {{0}, {0}, {0}, {1}, {1}, {1}};
  rows.y = {1, 3, 2, 5, 4, 9};
  rows.covariates = {{-1, -10}, {0, 0}, {1, 10}, {1, 10}, {2, 20}, {3, 30}};
  EXPECT_NEAR(MatrixOf(rows, {{0}}).beyond_ss, 9.75, 1e-10);
}

TEST(MeanFunctionTest, OthersAverageToNothing) {
  const ModelMatrix matrix = MatrixOf(AllOnce({2, 3}), {{0}, {1}, {0, 1}});
  // Groups: mean, A (1), B (2), A:B (2).
  VectorXd expected = VectorXd::Zero(6);
  expected[0] = 1;
  EXPECT_EQ(MeanFunction(matrix, {}, {}), expected);
  expected[1] = -1;
  EXPECT_EQ(MeanFunction(matrix, {0}, {0}), expected);
  expected[1] = 1;
  EXPECT_EQ(MeanFunction(matrix, {0}, {1}), expected);
  // At both, it is the row of the cell.
  for (uint32_t a = 0; a < 2; ++a) {
    for (uint32_t b = 0; b < 3; ++b) {
      const VectorXd row = matrix.columns.row(static_cast<Index>(3 * a + b));
      EXPECT_LT((MeanFunction(matrix, {0, 1}, {a, b}) - row).norm(), 1e-14);
    }
  }
}

// The mean over a factor's levels of the means there is the mean without it, in any coding.
TEST(MeanFunctionTest, AveragesOverLevels) {
  for (const auto& terms : {std::vector<ModelTerm>{{0}, {1}, {0, 1}}, {{0}, {0, 1}}, {{0, 1}}}) {
    const ModelMatrix matrix = MatrixOf(AllOnce({2, 3}), terms);
    for (uint32_t a = 0; a < 2; ++a) {
      VectorXd sum = VectorXd::Zero(matrix.columns.cols());
      for (uint32_t b = 0; b < 3; ++b) sum += MeanFunction(matrix, {0, 1}, {a, b});
      EXPECT_LT((sum / 3 - MeanFunction(matrix, {0}, {a})).norm(), 1e-14);
    }
    const VectorXd both = MeanFunction(matrix, {0}, {0}) + MeanFunction(matrix, {0}, {1});
    EXPECT_LT((both / 2 - MeanFunction(matrix, {}, {})).norm(), 1e-14);
  }
}

// Effects sum to zero over the levels of each factor, and with those of the terms within a term
// they make its mean.
TEST(EffectFunctionTest, IsWhatTheTermsWithinLeaveOver) {
  for (const auto& terms : {std::vector<ModelTerm>{{0}, {1}, {0, 1}}, {{0}, {0, 1}}}) {
    const ModelMatrix matrix = MatrixOf(AllOnce({2, 3}), terms);
    const ColumnGroup& both = matrix.groups.back();
    ASSERT_EQ(both.name, "A:B");
    for (uint32_t b = 0; b < 3; ++b) {
      const VectorXd sum =
          EffectFunction(matrix, both, {0, b}) + EffectFunction(matrix, both, {1, b});
      EXPECT_LT(sum.norm(), 1e-14);
    }
    for (uint32_t a = 0; a < 2; ++a) {
      VectorXd sum = VectorXd::Zero(matrix.columns.cols());
      for (uint32_t b = 0; b < 3; ++b) sum += EffectFunction(matrix, both, {a, b});
      EXPECT_LT(sum.norm(), 1e-14);
    }
    const VectorXd direct = EffectFunction(matrix, both, {1, 2});
    const VectorXd left = MeanFunction(matrix, {0, 1}, {1, 2}) - MeanFunction(matrix, {0}, {1}) -
                          MeanFunction(matrix, {1}, {2}) + MeanFunction(matrix, {}, {});
    EXPECT_LT((direct - left).norm(), 1e-14);
  }
}

TEST(LevelCombinationsTest, TheLastFastest) {
  const ModelMatrix matrix = MatrixOf(AllOnce({2, 3}), {{0}, {1}});
  using Levels = std::vector<std::vector<uint32_t>>;
  EXPECT_EQ(LevelCombinations(matrix, {}), Levels{{}});
  EXPECT_EQ(LevelCombinations(matrix, {1}), (Levels{{0}, {1}, {2}}));
  EXPECT_EQ(LevelCombinations(matrix, {0, 1}),
            (Levels{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
}

}  // namespace
}  // namespace trena
