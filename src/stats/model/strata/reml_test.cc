// SPDX-License-Identifier: Apache-2.0
// Numbers are those of R 4.2 with lmerTest 3.1-3 and emmeans 1.8.4, contrasts contr.sum:
//   m <- lmer(y ~ A*B + (1|plot), d, REML = TRUE)
//   anova(m, type = …, ddf = "Satterthwaite"); emmeans(m, ~B, lmer.df = "satterthwaite"); pairs(…)
#include "stats/model/strata/reml.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/model/comparisons.h"
#include "stats/model/strata/error_strata.h"

namespace trena {
namespace {

struct PlotRun {
  uint32_t a, b, plot, block;
  double y;
};

// Six plots of three runs, two of which were lost.
const std::vector<PlotRun> kLost = {
    {0, 0, 0, 0, 18.88}, {0, 1, 0, 0, 20.42}, {0, 2, 0, 0, 21.79}, {1, 1, 1, 0, 21.26},
    {1, 2, 1, 0, 19.92}, {0, 0, 2, 1, 22.26}, {0, 1, 2, 1, 24.67}, {0, 2, 2, 1, 25.23},
    {1, 0, 3, 1, 19.38}, {1, 2, 3, 1, 22.2},  {0, 0, 4, 2, 18.5},  {0, 1, 4, 2, 20.37},
    {0, 2, 4, 2, 21.52}, {1, 0, 5, 2, 23.44}, {1, 1, 5, 2, 23.21}, {1, 2, 5, 2, 25.58}};

Cells PlotCells(const std::vector<PlotRun>& runs) {
  Cells cells;
  cells.response = "y";
  cells.factors = {{"A", {"1", "2"}},
                   {"B", {"1", "2", "3"}},
                   {"plot", {"1", "2", "3", "4", "5", "6"}},
                   {"block", {"1", "2", "3"}}};
  for (const PlotRun& run : runs) {
    Cell cell;
    cell.levels = {run.a, run.b, run.plot, run.block};
    cell.n = 1;
    cell.mean = run.y;
    cells.cells.push_back(cell);
  }
  return cells;
}

MixedAnalysis Mixed(const std::vector<PlotRun>& runs, std::vector<ModelTerm> errors, int type) {
  const auto mixed = AnalyzeMixed(
      PlotCells(runs), {.terms = {{0}, {1}, {0, 1}}, .errors = std::move(errors), .ss_type = type});
  EXPECT_TRUE(mixed.ok()) << (mixed.ok() ? "" : mixed.error().message());
  return mixed.ok() ? mixed.value() : MixedAnalysis{};
}

void ExpectTest(const AnovaRow& row, double f, double error_df, double p) {
  EXPECT_NEAR(*row.f, f, 1e-6 * f) << row.term;
  // Of two degrees of freedom lmerTest's depend on how it writes the hypothesis, in the fourth
  // digit.
  EXPECT_NEAR(*row.error_df, error_df, (row.df == 1 ? 1e-6 : 5e-4) * error_df) << row.term;
  EXPECT_NEAR(*row.p, p, (row.df == 1 ? 1e-6 : 1e-3) * p) << row.term;
}

TEST(RemlTest, VariancesAndTestsAreThoseOfLmerTest) {
  const MixedAnalysis mixed = Mixed(kLost, {{2}}, 2);
  ASSERT_EQ(mixed.components.size(), 2u);
  EXPECT_EQ(mixed.components[0].name, "plot");
  EXPECT_NEAR(mixed.components[0].variance, 4.45421127, 1e-6);
  EXPECT_NEAR(mixed.components[1].variance, 0.72512249, 1e-7);
  ASSERT_EQ(mixed.model.rows.size(), 5u) << "each term once, plots, residuals";
  ExpectTest(mixed.model.rows[0], 0.0064765996117, 4.02694497856, 0.93969869228428);
  ExpectTest(mixed.model.rows[1], 11.2803175329234, 6.14427173610, 0.00877503558003);
  ExpectTest(mixed.model.rows[2], 0.4919165278123, 6.17260364749, 0.63353649622127);
  EXPECT_EQ(mixed.model.rows[3].term, "plot");
  EXPECT_EQ(mixed.model.rows[3].df, 4u) << "six plots less two levels of A";
  EXPECT_EQ(mixed.model.rows[4].df, 6u) << "16 runs less 6 parameters and 4";
}

TEST(RemlTest, TypesOneAndThree) {
  const auto first = Mixed(kLost, {{2}}, 1).model.rows;
  ExpectTest(first[0], 0.0290767353611, 4.02107040865, 0.87283831061850);
  ExpectTest(first[1], 11.2803175329234, 6.14427173610, 0.00877503558003);
  const auto third = Mixed(kLost, {{2}}, 3).model.rows;
  ExpectTest(third[0], 0.0100532330263, 4.03393113344, 0.9249191019681);
  ExpectTest(third[1], 10.2981685200922, 6.17342174323, 0.0107993935183);
}

TEST(RemlTest, MeansAndPairsAreThoseOfEmmeans) {
  const ModelAnalysis model = Mixed(kLost, {{2}}, 2).model;
  const auto of_b = [&](uint32_t level) {
    for (const LevelMean& mean : model.means) {
      if (mean.factors == std::vector<size_t>{1} && mean.levels[0] == level) return mean;
    }
    return LevelMean{};
  };
  EXPECT_NEAR(*of_b(0).mean, 20.2703914891, 1e-7);
  EXPECT_NEAR(*of_b(0).standard_error, 0.953886819796, 1e-7);
  EXPECT_NEAR(*of_b(0).low, 17.8506574589, 1e-6);
  EXPECT_NEAR(*of_b(2).high, 25.1292162795, 1e-6);
  const auto pairs = ComparePairs(model, {1});
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_NEAR(pairs[0].difference, 1.566677865885, 1e-7);
  EXPECT_NEAR(*pairs[0].standard_error, 0.597197783288, 1e-7);
  EXPECT_NEAR(*pairs[0].high, 3.37674261487, 1e-6) << "Tukey, 6.2656 degrees of freedom";
  EXPECT_NEAR(*pairs[0].p, 0.08442600698549, 1e-7);
  EXPECT_NEAR(*pairs[1].p, 0.00890691088929, 1e-7);
  const auto of_a = ComparePairs(model, {0});
  EXPECT_NEAR(*of_a[0].high, 5.09944912004, 1e-6);
  EXPECT_NEAR(*of_a[0].p, 0.924919101968, 1e-7);
}

// lmer(y ~ A*B + (1|block) + (1|plot)): singular, blocks vary by nothing beyond their plots.
TEST(RemlTest, AVarianceOfNothingStaysAtNothing) {
  const MixedAnalysis mixed = Mixed(kLost, {{3}, {2}}, 2);
  ASSERT_EQ(mixed.components.size(), 3u);
  EXPECT_EQ(mixed.components[0].name, "block");
  EXPECT_EQ(mixed.components[0].variance, 0);
  EXPECT_NEAR(mixed.components[1].variance, 4.454211286, 1e-6);
  ExpectTest(mixed.model.rows[0], 0.0064765996, 4.026944978, 0.93969869);
}

// With all its runs each stratum tells a term of its own, and REML finds the same.
TEST(RemlTest, BalancedPlotsAgreeWithTheStrata) {
  std::vector<PlotRun> all = kLost;
  all.push_back({1, 0, 1, 0, 18.4});
  all.push_back({1, 1, 3, 1, 20.9});
  const StrataAnalysis strata =
      AnalyzeStrata(PlotCells(all), {.terms = {{0}, {1}, {0, 1}}, .errors = {{2}}}).value();
  const MixedAnalysis mixed = Mixed(all, {{2}}, 2);
  const double plots = *strata.strata[0].rows.back().ms;
  const double within = *strata.strata[1].rows.back().ms;
  EXPECT_NEAR(mixed.components[1].variance, within, 1e-7 * within);
  EXPECT_NEAR(mixed.components[0].variance, (plots - within) / 3, 1e-6 * plots);
  const AnovaRow& a = strata.strata[0].rows[0];
  EXPECT_NEAR(*mixed.model.rows[0].f, *a.f, 1e-6 * *a.f);
  EXPECT_NEAR(*mixed.model.rows[0].error_df, 4, 1e-5);
  for (size_t i : {0u, 1u}) {
    const AnovaRow& row = strata.strata[1].rows[i];
    EXPECT_NEAR(*mixed.model.rows[i + 1].f, *row.f, 1e-6 * *row.f);
    EXPECT_NEAR(*mixed.model.rows[i + 1].error_df, 8, 1e-5);
    EXPECT_NEAR(mixed.model.rows[i + 1].ss, row.ss, 1e-9);
  }
}

TEST(RemlTest, WhatCannotBeTold) {
  const Cells cells = PlotCells(kLost);
  EXPECT_FALSE(AnalyzeMixed(cells, {.terms = {{0}}, .errors = {}}).ok());
  EXPECT_FALSE(
      AnalyzeMixed(cells, {.terms = {{0}}, .errors = {{2}}, .ss_type = 2, .confidence = 1}).ok());
  EXPECT_FALSE(AnalyzeMixed(cells, {.terms = {{1}, {2}}, .errors = {{2}}}).ok())
      << "plots that are terms leave nothing to tell their variance by";
  std::vector<PlotRun> exact = kLost;
  for (PlotRun& run : exact) run.y = run.b + 2.0 * run.plot;
  EXPECT_FALSE(AnalyzeMixed(PlotCells(exact), {.terms = {{0}, {1}}, .errors = {{2}}}).ok());
}

}  // namespace
}  // namespace trena
