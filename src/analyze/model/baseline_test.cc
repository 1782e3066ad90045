// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/baseline.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/model/stated_analysis.h"
#include "analyze/test_study.h"
#include "stats/model/test_cells.h"

namespace trena {
namespace {

// Dunnett's fabrics (stats/model/comparisons_test.cc), as frameworks.
TestStudy Fabrics() {
  TestStudy test = CrossingOf({{"framework", {"pytorch@2.2.0", "mxnet", "tensorflow", "jax"}}}, 3);
  AddRuns(test, {{55, 47, 48}, {55, 64, 64}, {55, 49, 52}, {50, 44, 41}});
  test.study.analyze.baseline = {{"framework", "pytorch"}};
  return test;
}

const StatedBaseline& BaselineIn(const ResponseAnalysis& response) {
  static const StatedBaseline none{};
  EXPECT_TRUE(response.stated && response.stated->baseline);
  return response.stated && response.stated->baseline ? *response.stated->baseline : none;
}

TEST(BaselineTest, LevelsOfAFactorAgainstOneOfThem) {
  const Analysis analysis = Fabrics().Analyze();
  const StatedBaseline& baseline = BaselineIn(analysis.main);
  EXPECT_EQ(baseline.problem, "");
  EXPECT_EQ(baseline.levels, std::vector<uint32_t>{0});
  ASSERT_EQ(baseline.others.size(), 3u);
  EXPECT_EQ(baseline.others[0].levels, std::vector<uint32_t>{1});
  EXPECT_NEAR(baseline.others[0].comparison.difference, 11, 1e-12);
  EXPECT_NEAR(*baseline.others[0].comparison.p, 0.036622, 1e-5);  // multcomp
  EXPECT_EQ(baseline.others[0].comparison.verdict, PairVerdict::kSlower);
  EXPECT_EQ(baseline.others[1].comparison.verdict, PairVerdict::kCannotTell);
}

TEST(BaselineTest, NothingWhereNoneWasNamed) {
  TestStudy test = Fabrics();
  test.study.analyze.baseline = {};
  EXPECT_FALSE(test.Analyze().main.stated->baseline);
}

// 2 × 2 scenarios, two runs each, with an interaction: the model has a mean for each of them, and
// the variance is (4 · 0.5) ÷ 4 = 0.5.
TestStudy Scenarios() {
  TestStudy test = CrossingOf({{"framework", {"pytorch", "mxnet"}}, {"batch", {64, 128}}}, 2);
  AddRuns(test, {{9.5, 10.5}, {19.5, 20.5}, {29.5, 30.5}, {9.9, 10.9}});
  test.study.analyze.baseline = {{"batch", 64}, {"framework", "pytorch"}};
  return test;
}

TEST(BaselineTest, ScenariosAgainstOneOfThem) {
  const Analysis analysis = Scenarios().Analyze();
  const StatedBaseline& baseline = BaselineIn(analysis.main);
  ASSERT_EQ(baseline.others.size(), 3u) << baseline.problem;
  EXPECT_EQ(baseline.factors, (std::vector<size_t>{1, 0}));  // as they were named
  EXPECT_EQ(baseline.levels, (std::vector<uint32_t>{0, 0}));
  const double differences[] = {10, 20, 0.4};
  for (size_t i = 0; i < 3; ++i) {
    const PairComparison& found = baseline.others[i].comparison;
    EXPECT_NEAR(found.difference, differences[i], 1e-12);
    EXPECT_NEAR(*found.standard_error, std::sqrt(0.5), 1e-12);
  }
  EXPECT_EQ(baseline.others[1].levels, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(baseline.others[0].comparison.verdict, PairVerdict::kSlower);
  EXPECT_EQ(baseline.others[2].comparison.verdict, PairVerdict::kCannotTell);
}

// Each replication a block, the second 100 s slower throughout, and one run of it lost: by blocks
// C4 is 0.4 s slower than C1; by plain means its one run would be 49.8 s faster.
TEST(BaselineTest, ScenariosAreAdjustedForBlocks) {
  TestStudy test = Scenarios();
  test.study.analyze.block = "replication";
  for (RunRecord& run : test.runs) {
    const double noise = run.scenario == "C1" && run.replication == 2 ? 0.02 : 0;
    if (run.replication == 2) run.metrics["train_s"] += 99 + noise;  // with the run's own 1: 100
  }
  test.Remove(3, 2);
  const Analysis analysis = test.Analyze();
  const StatedBaseline& baseline = BaselineIn(analysis.main);
  ASSERT_EQ(baseline.others.size(), 3u) << baseline.problem;
  EXPECT_NEAR(baseline.others[2].comparison.difference, 0.4, 0.02);
  EXPECT_GT(*baseline.others[2].comparison.standard_error,
            *baseline.others[0].comparison.standard_error);
}

// On average mxnet takes as long as pytorch; at 64 it is slower and at 128 faster.
TEST(BaselineTest, WhatDependsOnAnotherFactorIsMarked) {
  TestStudy test = CrossingOf({{"framework", {"pytorch", "mxnet"}}, {"batch", {64, 128}}}, 2);
  AddRuns(test, {{9.9, 10.1}, {19.9, 20.1}, {19.9, 20.1}, {9.9, 10.1}});
  test.study.analyze.baseline = {{"framework", "pytorch"}};
  const Analysis analysis = test.Analyze();
  const StatedBaseline& baseline = BaselineIn(analysis.main);
  ASSERT_EQ(baseline.others.size(), 1u);
  EXPECT_TRUE(baseline.others[0].depends);
  ASSERT_TRUE(baseline.by);
  EXPECT_EQ(analysis.main.stated->cells.factors[*baseline.by].name, "batch");
}

TEST(BaselineTest, ABaselineWithoutRunsComparesNothing) {
  TestStudy test = Fabrics();
  for (int replication : {1, 2, 3}) test.Remove(0, replication);
  EXPECT_NE(BaselineIn(test.Analyze().main).problem, "");
  TestStudy scenario = Scenarios();
  for (int replication : {1, 2}) scenario.Remove(0, replication);
  EXPECT_NE(BaselineIn(scenario.Analyze().main).problem, "");
}

// Runs at batch 128 alone: the baseline's 64 was not measured, whatever its framework.
TEST(BaselineTest, ALevelThatWasNotMeasuredIsNotLeftOut) {
  TestStudy test = Scenarios();
  for (size_t scenario : {0, 2}) {
    for (int replication : {1, 2}) test.Remove(scenario, replication);
  }
  const Analysis analysis = test.Analyze();
  const StatedBaseline& baseline = BaselineIn(analysis.main);
  EXPECT_NE(baseline.problem, "");
  EXPECT_TRUE(baseline.others.empty());
}

// Whole plots, balanced: one error between them, one within.
TEST(BaselineTest, LevelsBetweenPlotsAreJudgedByPlots) {
  TestRows rows;
  const double plots[] = {-1, 1, 0.5, -0.5};
  for (uint32_t plot = 0; plot < 4; ++plot) {
    for (uint32_t b = 0; b < 3; ++b) {
      rows.levels.push_back({plot / 2, b, plot});
      rows.y.push_back(20 + 2.0 * (plot / 2) + b + plots[plot] + 0.01 * (b == plot % 3 ? 1 : 0));
    }
  }
  const Cells cells = MakeCells(rows);
  const auto between = AnalyzeWhole(cells, {}, {.plot = "C", .baseline = {{"A", "0"}}}).value();
  ASSERT_TRUE(between.baseline && between.baseline->others.size() == 1);
  // Plot means 19, 21 and 22.5, 21.5 (nearly): their own variance is 1.25, of a difference 1.25.
  EXPECT_NEAR(*between.baseline->others[0].comparison.standard_error, std::sqrt(1.25), 0.01);
  const auto within = AnalyzeWhole(cells, {}, {.plot = "C", .baseline = {{"B", "0"}}}).value();
  ASSERT_TRUE(within.baseline && within.baseline->others.size() == 2);
  EXPECT_LT(*within.baseline->others[0].comparison.standard_error, 0.02);
  const auto scenario =
      AnalyzeWhole(cells, {}, {.plot = "C", .baseline = {{"A", "0"}, {"B", "0"}}}).value();
  ASSERT_TRUE(scenario.baseline && scenario.baseline->others.size() == 5)
      << scenario.baseline->problem;
  for (const BaselineOther& other : scenario.baseline->others) {
    const bool same_plots = other.levels[0] == 0;
    const double error = *other.comparison.standard_error;
    EXPECT_EQ(error < 0.02, same_plots) << other.levels[1];
  }
}

TEST(BaselineTest, OfATableItSaysWhatIsNone) {
  TestRows rows;
  rows.levels = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 0}, {1, 1}};
  rows.y = {1, 2, 3, 4, 1.1, 4.1};
  const Cells cells = MakeCells(rows);
  const auto problem = [&](std::vector<NamedLevel> named) {
    return AnalyzeWhole(cells, {}, {.baseline = std::move(named)}).value().baseline->problem;
  };
  EXPECT_EQ(problem({{"A", "0"}}), "");
  EXPECT_EQ(problem({{"A", "7"}}).substr(0, 20), "`7` is no level of A");
  EXPECT_EQ(problem({{"Z", "0"}}).substr(0, 30), "`Z` is no factor of the analys");
}

}  // namespace
}  // namespace trena
