// SPDX-License-Identifier: Apache-2.0
#include "stats/model/checks/residual_simulation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/comparisons/two_samples.h"
#include "stats/model/test_cells.h"

namespace trena {
namespace {

struct Design {
  Cells cells;
  Observations observations;
};

// a × b levels, r runs each; cells in order of their levels, as MakeCells has them.
Design MadeDesign(uint32_t a, uint32_t b, uint32_t r) {
  TestRows rows;
  Design made;
  for (uint32_t i = 0; i < a; ++i) {
    for (uint32_t j = 0; j < b; ++j) {
      for (uint32_t k = 0; k < r; ++k) {
        rows.levels.push_back({i, j});
        rows.y.push_back(i + j + 0.1 * k);
        made.observations.cell_of.push_back(i * b + j);
      }
    }
  }
  made.observations.y = rows.y;
  made.cells = MakeCells(rows);
  return made;
}

double SquaresOf(const std::vector<double>& residuals) {
  double sum = 0;
  for (double residual : residuals) sum += residual * residual;
  return sum;
}

// Squares of residuals average to their degrees of freedom: 12 − 6 of the full model, 12 − 4 of
// main effects.
TEST(ResidualSimulation, LeavesTheDegreesOfFreedomOfTheModel) {
  const Design made = MadeDesign(2, 3, 2);
  const ResidualSimulation full(made.cells, FullTerms(made.cells), made.observations);
  const ResidualSimulation main(made.cells, {{0}, {1}}, made.observations);
  ASSERT_EQ(full.draws(), 399u);
  ASSERT_EQ(main.draws(), 399u);
  std::mt19937_64 random(3);
  double of_full = 0, of_main = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto residuals = full.Draw(random);
    EXPECT_NEAR(residuals[0] + residuals[1], 0, 1e-12) << "of two replications, opposites";
    of_full += SquaresOf(residuals) / 4000;
    of_main += SquaresOf(main.Draw(random)) / 4000;
  }
  // sd of a mean of 4000 chi-squares: sqrt(2 · df ÷ 4000) < 0.07.
  EXPECT_NEAR(of_full, 6, 0.25);
  EXPECT_NEAR(of_main, 8, 0.28);
}

// With a covariate residuals are orthogonal to it, and to the cells.
TEST(ResidualSimulation, TakesCovariatesOut) {
  TestRows rows;
  Observations observations;
  for (uint32_t i = 0; i < 8; ++i) {
    rows.levels.push_back({i / 4});
    rows.covariates.push_back({static_cast<double>((i * 5) % 8)});
    rows.y.push_back(i);
    observations.cell_of.push_back(i / 4);
    observations.covariates.push_back(rows.covariates.back());
  }
  observations.y = rows.y;
  const Cells cells = MakeCells(rows);
  const ResidualSimulation simulation(cells, {{0}}, observations);
  std::mt19937_64 random(1);
  const auto residuals = simulation.Draw(random);
  double along = 0, first = 0;
  for (size_t i = 0; i < 8; ++i) {
    along += residuals[i] * rows.covariates[i][0];
    if (i < 4) first += residuals[i];
  }
  EXPECT_NEAR(along, 0, 1e-9);
  EXPECT_NEAR(first, 0, 1e-9);
}

// Brown and Forsythe's F over the levels of a factor, with two runs in each combination: taken for
// a sample it raises three to six times the false alarms that it says.
TEST(NullFigures, KeepTheirLevelWhereResidualsAreFew) {
  const Design made = MadeDesign(2, 4, 2);
  const ResidualSimulation simulation(made.cells, FullTerms(made.cells), made.observations);
  const auto spread = [&](const std::vector<double>& residuals) {
    std::vector<std::vector<double>> groups(2);
    for (size_t i = 0; i < residuals.size(); ++i) groups[i / 8].push_back(residuals[i]);
    return CompareSpreads(groups);
  };
  const std::vector<ResidualFigure> figures = {[&](const std::vector<double>& residuals) {
    return std::optional<double>(spread(residuals)->f);
  }};
  const NullFigures null(simulation, figures);
  std::mt19937_64 random(77);
  int alarms = 0, as_a_sample = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto residuals = simulation.Draw(random);
    alarms += *null.P(0, *figures[0](residuals)) <= 0.05;
    as_a_sample += spread(residuals)->p <= 0.05;
  }
  EXPECT_NEAR(alarms / 2000.0, 0.05, 0.03);  // the limit is itself drawn, 399 times
  EXPECT_GT(as_a_sample / 2000.0, 0.15);
  // Errors at one level four times as large.
  const auto power = null.Power(
      0,
      [](std::mt19937_64&) {
        std::vector<double> spreads(16, 1);
        std::fill(spreads.begin(), spreads.begin() + 8, 4);
        return spreads;
      },
      0.05);
  EXPECT_GT(*power, 0.2);
}

TEST(NullFigures, PCountsTheDataAmongTheDraws) {
  const Design made = MadeDesign(2, 2, 3);
  const ResidualSimulation simulation(made.cells, FullTerms(made.cells), made.observations);
  const std::vector<ResidualFigure> figures = {SquaresOf};
  const NullFigures null(simulation, figures);
  EXPECT_DOUBLE_EQ(*null.P(0, 1e9), 0.0025);
  EXPECT_DOUBLE_EQ(*null.P(0, 0), 1);
}

TEST(ResidualSimulation, NothingToDrawOfNothing) {
  const Design made = MadeDesign(2, 2, 1);
  EXPECT_EQ(ResidualSimulation(made.cells, {{0}}, {}).draws(), 0u);
}

}  // namespace
}  // namespace trena
