// SPDX-License-Identifier: Apache-2.0
// W' and rank correlations against R: models_r_test.cc. False alarms: coverage_test.cc.
#include "stats/diagnostics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/model/test_cells.h"

namespace trena {
namespace {

using Numbers = std::vector<double>;

TEST(Ranks, TiesShareTheirMean) {
  EXPECT_EQ(RanksOf(Numbers{30, 10, 20, 10}), (Numbers{4, 1.5, 3, 1.5}));
  EXPECT_EQ(RanksOf(Numbers{7, 7, 7}), (Numbers{2, 2, 2}));
  EXPECT_TRUE(RanksOf({}).empty());
}

TEST(CheckNormal, BlomsPositions) {
  const NormalCheck check = CheckNormal(Numbers{3, -1, 0, 1, -3});
  ASSERT_EQ(check.points.size(), 5u);
  EXPECT_EQ(check.points[0].residual, -3);
  EXPECT_NEAR(check.points[0].normal, -1.17976, 1e-5);  // quantile of 0.625 / 5.25
  EXPECT_NEAR(check.points[2].normal, 0, 1e-12);
  EXPECT_TRUE(check.w && check.p);
}

TEST(CheckNormal, OutliersAreSeen) {
  Numbers residuals;
  for (int i = 1; i <= 40; ++i) residuals.push_back(std::sin(i * 12.9898) * 0.1);
  EXPECT_GT(*CheckNormal(residuals).w, 0.9);
  residuals[7] = 50;
  EXPECT_LT(*CheckNormal(residuals).p, 1e-6);
}

TEST(CheckNormal, Edges) {
  EXPECT_TRUE(CheckNormal({}).points.empty());
  EXPECT_FALSE(CheckNormal(Numbers{1}).w);
  EXPECT_FALSE(CheckNormal(Numbers{1, 1, 1, 1, 1, 1}).w);
  EXPECT_FALSE(CheckNormal(Numbers{1, 2, 4}).p);
  EXPECT_TRUE(CheckNormal(Numbers{1, 2, 4}).w);
}

TEST(CheckOrder, DriftIsSeen) {
  const auto drift =
      CheckOrder(Numbers{-3, -2, -2.5, 0, 1, 0.5, 2, 3}, Numbers{1, 2, 3, 4, 5, 6, 7, 8});
  ASSERT_TRUE(drift);
  EXPECT_GT(drift->rho, 0.9);
  EXPECT_LT(drift->p, 0.01);
  EXPECT_EQ(CheckOrder(Numbers{1, 2, 3, 4}, Numbers{1, 2, 3, 4})->p, 0);
  EXPECT_FALSE(CheckOrder(Numbers{1, 2, 3}, Numbers{1, 2, 3}));
  EXPECT_FALSE(CheckOrder(Numbers{1, 1, 1, 1}, Numbers{1, 2, 3, 4}));
  EXPECT_FALSE(CheckOrder(Numbers{1, 1, 1, 1}, Numbers{1, 2, 3}));
}

TEST(CheckSpread, LooksAtSizes) {
  const auto spread = CheckSpread(Numbers{1, -2, 3, -4, 5, -6}, Numbers{1, 2, 3, 4, 5, 6});
  EXPECT_NEAR(spread->rho, 1, 1e-12);
}

// Cells of level m with spread m^power.
Cells SpreadCells(double power, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  TestRows rows;
  for (uint32_t cell = 0; cell < 12; ++cell) {
    const double mean = std::pow(1.6, cell);
    for (int i = 0; i < 6; ++i) {
      rows.levels.push_back({cell});
      rows.y.push_back(mean + 0.05 * std::pow(mean, power) * normal(generator));
    }
  }
  return MakeCells(rows);
}

TEST(SpreadLevel, TimesThatMultiplyAreToldFromThoseThatAdd) {
  const auto multiply = CheckSpreadLevel(SpreadCells(1, 3));
  ASSERT_TRUE(multiply);
  EXPECT_NEAR(multiply->slope, 1, 0.25);
  EXPECT_TRUE(multiply->recommend_log);
  const auto add = CheckSpreadLevel(SpreadCells(0, 4));
  EXPECT_NEAR(add->slope, 0, 0.25);
  EXPECT_FALSE(add->recommend_log);
}

// Cells whose sd is exactly a multiple of the mean squared: slope 2, no log.
TEST(SpreadLevel, SlopeIsExact) {
  Cells cells;
  cells.factors = {{.name = "A", .levels = {}}};
  for (uint32_t i = 1; i <= 4; ++i) {
    Cell cell;
    cell.levels = {i};
    cell.n = 1 + i;
    cell.mean = i;
    cell.squares = i * std::pow(0.1 * i * i, 2);
    cells.cells.push_back(cell);
  }
  const auto check = CheckSpreadLevel(cells);
  EXPECT_NEAR(check->slope, 2, 1e-12);
  EXPECT_FALSE(check->recommend_log);
  EXPECT_EQ(check->cells, 4u);
  cells.cells[0].mean = -1;
  EXPECT_FALSE(CheckSpreadLevel(cells));
  cells.cells.resize(2);
  EXPECT_FALSE(CheckSpreadLevel(cells));
}

TEST(CheckNormal, ThePHasItsRangeOfSizes) {
  const auto check = [](size_t n) {
    Numbers residuals;
    for (size_t i = 0; i < n; ++i) residuals.push_back(std::sin(static_cast<double>(i)));
    return CheckNormal(residuals);
  };
  EXPECT_FALSE(check(2).w);
  EXPECT_TRUE(check(3).w);
  EXPECT_FALSE(check(4).p);
  EXPECT_TRUE(check(5).p);
  EXPECT_TRUE(check(5000).p);
  EXPECT_FALSE(check(5001).p);
  EXPECT_TRUE(check(5001).w);
}

// Residuals that are the normal quantiles themselves: as normal as can be, W' = 1.
TEST(CheckNormal, NormalQuantilesAreNormal) {
  Numbers quantiles;
  for (const QuantilePoint& point : CheckNormal(Numbers(30, 0)).points) {
    quantiles.push_back(7 + 3 * point.normal);
  }
  const NormalCheck check = CheckNormal(quantiles);
  EXPECT_NEAR(*check.w, 1, 1e-12);
  EXPECT_GT(*check.p, 0.99);
  // Blom's positions are symmetric.
  for (size_t i = 0; i < 30; ++i) {
    EXPECT_NEAR(check.points[i].normal, -check.points[29 - i].normal, 1e-12);
  }
}

// Of four pairs t has two degrees of freedom, so that p = 1 − |rho|: here rho = 1 − 6 · 2 ÷ 60.
TEST(CorrelateRanks, FourPairsInClosedForm) {
  const auto one = CorrelateRanks(Numbers{10, 20, 30, 40}, Numbers{1, 3, 2, 4});
  ASSERT_TRUE(one);
  EXPECT_NEAR(one->rho, 0.8, 1e-12);
  EXPECT_NEAR(one->p, 0.2, 1e-12);
  const auto turned = CorrelateRanks(Numbers{10, 20, 30, 40}, Numbers{-1, -3, -2, -4});
  EXPECT_NEAR(turned->rho, -0.8, 1e-12);
  EXPECT_NEAR(turned->p, 0.2, 1e-12);
  // Only ranks count.
  EXPECT_NEAR(CorrelateRanks(Numbers{1, 10, 100, 1e6}, Numbers{1, 3, 2, 4})->rho, 0.8, 1e-12);
}

TEST(SpreadLevel, CellsThatTellNothingOfSpreadAreLeftOut) {
  Cells cells;
  const auto add = [&](double n, double mean, double sd) {
    Cell cell;
    cell.n = n;
    cell.mean = mean;
    cell.squares = sd * sd * (n - 1);
    cells.cells.push_back(cell);
  };
  add(3, 1, 0.1);
  add(3, 2, 0.2);
  EXPECT_FALSE(CheckSpreadLevel(cells)) << "a line through two points";
  add(1, 8, 0);   // one observation
  add(4, 16, 0);  // all the same
  EXPECT_FALSE(CheckSpreadLevel(cells));
  add(2, 4, 0.4);
  const auto check = CheckSpreadLevel(cells);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->cells, 3u);
  EXPECT_NEAR(check->slope, 1, 1e-9);
  add(1, 0, 0);
  EXPECT_FALSE(CheckSpreadLevel(cells)) << "a mean of zero has no logarithm";
}

TEST(SpreadLevel, OneLevelHasNoSlope) {
  Cells cells;
  for (int i = 1; i <= 4; ++i) {
    Cell cell;
    cell.n = 3;
    cell.mean = 5;
    cell.squares = i;
    cells.cells.push_back(cell);
  }
  EXPECT_FALSE(CheckSpreadLevel(cells));
}

}  // namespace
}  // namespace trena
