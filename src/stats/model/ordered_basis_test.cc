// SPDX-License-Identifier: Apache-2.0
#include "stats/model/ordered_basis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace trena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd Unit(Index rows, Index at) {
  VectorXd unit = VectorXd::Zero(rows);
  unit[at] = 1;
  return unit;
}

// A straight line through five points, worked out by hand: x̄ = 3, ȳ = 4, Sxx = 10, Sxy = 6, so
// the slope is 0.6, its squares 3.6, and the residuals −0.8, 0.6, 1, −0.6, −0.2 with squares 2.4.
MatrixXd LineColumns() {
  MatrixXd columns(5, 2);
  columns << 1, 1, 1, 2, 1, 3, 1, 4, 1, 5;
  return columns;
}
VectorXd LineResponse() { return VectorXd{{2, 4, 5, 4, 5}}; }

TEST(OrderedBasisTest, NothingAddedNothingThere) {
  OrderedBasis basis(3);
  EXPECT_EQ(basis.Rank(), 0);
  EXPECT_FALSE(basis.Full());
  EXPECT_EQ(basis.Columns().cols(), 0);
  OrderedBasis of_none(0);
  EXPECT_TRUE(of_none.Full());
  EXPECT_FALSE(of_none.Add(VectorXd(0)));
}

TEST(OrderedBasisTest, WhatIsNothingOrNoNumberIsNotAdded) {
  OrderedBasis basis(2);
  EXPECT_FALSE(basis.Add(VectorXd::Zero(2)));
  EXPECT_FALSE(basis.Add(VectorXd{{1, std::numeric_limits<double>::quiet_NaN()}}));
  EXPECT_EQ(basis.Rank(), 0);
}

TEST(OrderedBasisTest, KeepsTheDirectionAndScalesItToOne) {
  OrderedBasis basis(2);
  ASSERT_TRUE(basis.Add(VectorXd{{3, 4}}));
  EXPECT_NEAR(basis.Columns()(0, 0), 0.6, 1e-15);
  EXPECT_NEAR(basis.Columns()(1, 0), 0.8, 1e-15);
  // What (5, 0) has beyond (0.6, 0.8): (5, 0) − 3 (0.6, 0.8) = (3.2, −2.4), of length 4.
  ASSERT_TRUE(basis.Add(VectorXd{{5, 0}}));
  EXPECT_NEAR(basis.Columns()(0, 1), 0.8, 1e-15);
  EXPECT_NEAR(basis.Columns()(1, 1), -0.6, 1e-15);
  EXPECT_TRUE(basis.Full());
  EXPECT_FALSE(basis.Add(VectorXd{{1, 7}})) << "the space is full";
}

// R's lm drops a column whose remainder is below 1e-7 of it.
TEST(OrderedBasisTest, TheToleranceIsOfTheColumnsOwnLength) {
  for (double length : {1e-6, 1.0, 1e6}) {
    OrderedBasis basis(2);
    ASSERT_TRUE(basis.Add(Unit(2, 0)));
    EXPECT_FALSE(basis.Add(length * VectorXd{{1, 0.99e-7}})) << length;
    EXPECT_TRUE(basis.Add(length * VectorXd{{1, 1.01e-7}})) << length;
  }
}

TEST(OrderedBasisTest, GrowsToAsManyColumnsAsRows) {
  constexpr Index kRows = 40;  // beyond the 16 that there is room for at first, and twice that
  OrderedBasis basis(kRows);
  for (Index i = 0; i < kRows; ++i) {
    EXPECT_FALSE(basis.Full());
    ASSERT_TRUE(basis.Add(VectorXd::Ones(kRows) + Unit(kRows, i))) << i;
    EXPECT_EQ(basis.Rank(), i + 1);
  }
  EXPECT_TRUE(basis.Full());
  const MatrixXd product = basis.Columns().transpose() * basis.Columns();
  EXPECT_LT((product - MatrixXd::Identity(kRows, kRows)).cwiseAbs().maxCoeff(), 1e-13);
}

// Hilbert's matrix is the textbook's worst: one pass of Gram-Schmidt loses orthogonality there.
TEST(OrderedBasisTest, StaysOrthogonalWhereColumnsNearlyAre) {
  constexpr Index kSize = 6;
  MatrixXd hilbert(kSize, kSize);
  for (Index i = 0; i < kSize; ++i) {
    for (Index j = 0; j < kSize; ++j) hilbert(i, j) = 1.0 / static_cast<double>(i + j + 1);
  }
  const MatrixXd basis = OrthonormalBasis(hilbert);
  const MatrixXd product = basis.transpose() * basis;
  EXPECT_LT((product - MatrixXd::Identity(basis.cols(), basis.cols())).cwiseAbs().maxCoeff(),
            1e-14);
  EXPECT_GE(basis.cols(), 5);
}

TEST(FitInOrderTest, AStraightLineByHand) {
  const OrderedFit fit = FitInOrder(LineColumns(), LineResponse());
  EXPECT_FALSE(fit.orthogonal);
  EXPECT_EQ(fit.kept, (std::vector<Index>{0, 1}));
  EXPECT_TRUE(fit.aliased.empty());
  ASSERT_EQ(fit.y.size(), 2);
  EXPECT_NEAR(fit.y[0] * fit.y[0], 5 * 4 * 4, 1e-12);
  EXPECT_NEAR(fit.y[1] * fit.y[1], 3.6, 1e-12);
  const VectorXd residuals{{-0.8, 0.6, 1, -0.6, -0.2}};
  EXPECT_LT((fit.residuals - residuals).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(FitInOrderTest, OrthogonalColumnsAreKnownAsSuch) {
  MatrixXd columns(4, 3);  // the mean and the main effects of a 2² design
  columns << 1, -1, -1, 1, -1, 1, 1, 1, -1, 1, 1, 1;
  const VectorXd y{{15, 25, 45, 75}};  // Jain (1991), section 17.1
  const OrderedFit fit = FitInOrder(columns, y);
  EXPECT_TRUE(fit.orthogonal);
  // Coefficients 40, 20, 10 (Jain's q), each times the column's length, 2.
  EXPECT_NEAR(fit.y[0], 80, 1e-12);
  EXPECT_NEAR(fit.y[1], 40, 1e-12);
  EXPECT_NEAR(fit.y[2], 20, 1e-12);
  // What is left is his q_AB = 5, with the signs of the interaction.
  const VectorXd left{{5, -5, -5, 5}};
  EXPECT_LT((fit.residuals - left).cwiseAbs().maxCoeff(), 1e-12);
  // Both ways of fitting agree: a column that is nearly orthogonal takes the other.
  MatrixXd tilted = columns;
  tilted(0, 2) += 1e-9;
  const OrderedFit other = FitInOrder(tilted, y);
  EXPECT_FALSE(other.orthogonal);
  EXPECT_LT((other.y.cwiseAbs() - fit.y.cwiseAbs()).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(FitInOrderTest, MoreColumnsThanRowsAreNeverOrthogonal) {
  MatrixXd columns(1, 2);
  columns << 2, 3;
  const OrderedFit fit = FitInOrder(columns, VectorXd{{5}});
  EXPECT_FALSE(fit.orthogonal);
  EXPECT_EQ(fit.kept, std::vector<Index>{0});
  EXPECT_EQ(fit.aliased, std::vector<Index>{1});
  EXPECT_NEAR(fit.residuals.norm(), 0, 1e-15);
}

TEST(FitInOrderTest, AColumnOfNothingIsAliased) {
  MatrixXd columns(3, 2);
  columns << 0, 1, 0, 1, 0, 1;
  const OrderedFit fit = FitInOrder(columns, VectorXd{{1, 2, 3}});
  EXPECT_EQ(fit.aliased, std::vector<Index>{0});
  EXPECT_EQ(fit.kept, std::vector<Index>{1});
  EXPECT_NEAR(fit.y[0] * fit.y[0], 12, 1e-12);  // 3 · 2²
  const OrderedFit none = FitInOrder(MatrixXd::Zero(3, 1), VectorXd{{1, 2, 3}});
  EXPECT_TRUE(none.kept.empty());
  EXPECT_EQ(none.y.size(), 0);
  EXPECT_EQ(none.residuals, (VectorXd{{1, 2, 3}}));
}

// Pythagoras: what is explained and what is left add up, and what is left is orthogonal to all.
TEST(FitInOrderTest, SquaresAddUpWhateverTheColumns) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (int repeat = 0; repeat < 20; ++repeat) {
    MatrixXd columns(9, 5);
    for (double& entry : columns.reshaped()) entry = normal(random);
    columns.col(3) = columns.col(0) - 2 * columns.col(1);
    VectorXd y(9);
    for (double& entry : y) entry = normal(random);
    const OrderedFit fit = FitInOrder(columns, y);
    EXPECT_EQ(fit.aliased, std::vector<Index>{3});
    EXPECT_NEAR(fit.y.squaredNorm() + fit.residuals.squaredNorm(), y.squaredNorm(), 1e-12);
    EXPECT_LT((columns.transpose() * fit.residuals).cwiseAbs().maxCoeff(), 1e-12);
    // The order of the columns changes what each explains, never what all do.
    const MatrixXd reversed = columns.rowwise().reverse();
    EXPECT_NEAR(FitInOrder(reversed, y).y.squaredNorm(), fit.y.squaredNorm(), 1e-12);
  }
}

TEST(SquaresBeyondTest, EachAfterTheOther) {
  const OrderedFit fit = FitInOrder(LineColumns(), LineResponse());
  const auto squares = [&](std::vector<Index> base, std::vector<Index> added) {
    return SquaresBeyond(fit, base, added);
  };
  EXPECT_NEAR(squares({0}, {1}).ss, 3.6, 1e-12);
  EXPECT_EQ(squares({0}, {1}).df, 1);
  // Through the origin: (Σxy)² / Σx² = 66² / 55 = 79.2; the mean then adds 83.6 − 79.2.
  EXPECT_NEAR(squares({}, {1}).ss, 79.2, 1e-10);
  EXPECT_NEAR(squares({1}, {0}).ss, 4.4, 1e-10);
  EXPECT_NEAR(squares({}, {0, 1}).ss, 83.6, 1e-10);
  EXPECT_EQ(squares({}, {0, 1}).df, 2);
  EXPECT_EQ(squares({0, 1}, {}).df, 0);
  EXPECT_EQ(squares({0, 1}, {}).ss, 0);
  EXPECT_EQ(squares({0, 1}, {1}).df, 0) << "already there";
  EXPECT_NEAR(squares({0, 1}, {1}).ss, 0, 1e-15);
}

TEST(DirectionOfTest, TheEstimateAndItsVariance) {
  const OrderedFit fit = FitInOrder(LineColumns(), LineResponse());
  const VectorXd slope = DirectionOf(fit, VectorXd{{0, 1}});
  EXPECT_NEAR(slope.dot(fit.y), 0.6, 1e-12);
  EXPECT_NEAR(slope.squaredNorm(), 1 / 10.0, 1e-12);  // 1 / Sxx
  const VectorXd at_mean = DirectionOf(fit, VectorXd{{1, 3}});
  EXPECT_NEAR(at_mean.dot(fit.y), 4, 1e-12);
  EXPECT_NEAR(at_mean.squaredNorm(), 1 / 5.0, 1e-12);  // 1 / n
  EXPECT_NEAR(slope.dot(at_mean), 0, 1e-12) << "slope and mean do not covary";
  // At x = 6: 2.2 + 0.6 · 6, with variance 1/5 + (6 − 3)² / 10.
  const VectorXd beyond = DirectionOf(fit, VectorXd{{1, 6}});
  EXPECT_NEAR(beyond.dot(fit.y), 5.8, 1e-12);
  EXPECT_NEAR(beyond.squaredNorm(), 0.2 + 0.9, 1e-12);
}

TEST(DirectionOfTest, OnlyWhatTheDataCanTell) {
  MatrixXd columns(5, 3);  // the third is 1 + 2 x
  columns << LineColumns(), (LineColumns() * VectorXd{{1, 2}});
  const OrderedFit fit = FitInOrder(columns, LineResponse());
  ASSERT_EQ(fit.aliased, std::vector<Index>{2});
  EXPECT_EQ(DirectionOf(fit, VectorXd{{0, 1, 0}}).size(), 0) << "a slope that the third shares";
  const VectorXd along = DirectionOf(fit, VectorXd{{0, 1, 2}});  // x one more, 1 + 2 x two more
  ASSERT_EQ(along.size(), 2);
  EXPECT_NEAR(along.dot(fit.y), 0.6, 1e-12);
  // A part in ten million beside is rounding, more is not.
  EXPECT_EQ(DirectionOf(fit, VectorXd{{0, 1, 2 + 0.5e-7}}).size(), 2);
  EXPECT_EQ(DirectionOf(fit, VectorXd{{0, 1, 2 + 1e-6}}).size(), 0);
}

// Which columns are dropped depends on the order, what can be estimated does not.
TEST(DirectionOfTest, AliasesBeforeAndBetween) {
  MatrixXd columns(5, 4);  // nothing, the mean, x, twice the mean
  columns.col(0).setZero();
  columns.col(1) = LineColumns().col(0);
  columns.col(3) = LineColumns().col(1);
  columns.col(2) = 2 * columns.col(1);
  const OrderedFit fit = FitInOrder(columns, LineResponse());
  EXPECT_EQ(fit.kept, (std::vector<Index>{1, 3}));
  EXPECT_EQ(fit.aliased, (std::vector<Index>{0, 2}));
  const VectorXd slope = DirectionOf(fit, VectorXd{{0, 0, 0, 1}});
  ASSERT_EQ(slope.size(), 2);
  EXPECT_NEAR(slope.dot(fit.y), 0.6, 1e-12);
  EXPECT_EQ(DirectionOf(fit, VectorXd{{1, 0, 0, 1}}).size(), 0) << "of a column of nothing";
}

}  // namespace
}  // namespace trena
