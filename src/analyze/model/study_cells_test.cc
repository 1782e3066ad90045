// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/study_cells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "analyze/test_study.h"

namespace trena {
namespace {

using StudyCellsNames = std::vector<std::string>;

StudyCells TimesOf(const TestStudy& test, const std::string& scale = "raw",
                   const std::string& metric = "train_s") {
  return CellsOf(test.study, test.plan, test.Analyze(), metric, scale);
}

StudyCellsNames NamesOf(const StudyCells& made) {
  StudyCellsNames names;
  for (const CellFactor& factor : made.cells.factors) names.push_back(factor.name);
  return names;
}

TEST(StudyCellsTest, JainsExampleAsCells) {
  const StudyCells made = TimesOf(JainStudy());
  EXPECT_EQ(made.cells.response, "train_s");
  EXPECT_EQ(NamesOf(made), (StudyCellsNames{"memory", "cache"}));
  EXPECT_EQ(made.cells.factors[0].levels, (StudyCellsNames{"4", "16"}));
  EXPECT_EQ(made.levels[0], (std::vector<Value>{4, 16}));
  ASSERT_EQ(made.cells.cells.size(), 4u);
  const double means[] = {15, 24, 48, 77};
  const double squares[] = {18, 42, 18, 24};  // 9 + 9, 1 + 16 + 25, 9 + 9, 4 + 4 + 16
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(made.cells.cells[i].levels, (std::vector<uint32_t>{i > 1, i % 2 == 1}));
    EXPECT_EQ(made.cells.cells[i].n, 3);
    EXPECT_NEAR(made.cells.cells[i].mean, means[i], 1e-12);
    EXPECT_NEAR(made.cells.cells[i].squares, squares[i], 1e-10);
  }
  EXPECT_EQ(made.observations.y.size(), 12u);
  EXPECT_EQ(made.observations.cell_of, (std::vector<size_t>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}));
  EXPECT_TRUE(made.left_out.empty() && made.no_covariates.empty());
  EXPECT_TRUE(made.observations.covariates.empty());
}

TEST(StudyCellsTest, AMetricThatNobodyHasMakesNoCells) {
  const StudyCells made = TimesOf(JainStudy(), "raw", "gpu_pct");
  EXPECT_TRUE(made.cells.cells.empty() && made.cells.factors.empty());
  EXPECT_TRUE(made.observations.y.empty());
  EXPECT_EQ(made.left_out, (StudyCellsNames{"memory", "cache"})) << "planned, and not measured";
}

TEST(StudyCellsTest, Logarithms) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 1);
  AddRuns(test, {{1}, {std::exp(3)}});
  const StudyCells made = TimesOf(test, "log");
  EXPECT_EQ(made.cells.cells[0].mean, 0);
  EXPECT_NEAR(made.cells.cells[1].mean, 3, 1e-12);
  EXPECT_NEAR(made.observations.y[1], 3, 1e-12);
}

TEST(StudyCellsTest, FactorsWithOneLevelMeasured) {
  TestStudy test = JainStudy();
  std::erase_if(test.runs, [](const RunRecord& run) { return run.scenario > "C2"; });
  const StudyCells made = TimesOf(test);
  EXPECT_EQ(NamesOf(made), StudyCellsNames{"cache"});
  EXPECT_EQ(made.left_out, StudyCellsNames{"memory"});
  EXPECT_EQ(made.cells.cells.size(), 2u);
}

TEST(StudyCellsTest, AFactorThatThePlanDoesNotVaryIsNotMissed) {
  TestStudy test = JainStudy();
  test.study.factors.push_back({"image", {32, 64}});
  for (Scenario& scenario : test.plan.scenarios) scenario.levels.emplace_back("image", 32);
  const StudyCells made = TimesOf(test);
  EXPECT_EQ(NamesOf(made), (StudyCellsNames{"memory", "cache"}));
  EXPECT_TRUE(made.left_out.empty());
}

TEST(StudyCellsTest, FactorsThatMoveTogetherAreOne) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  test.study.factors.push_back({"rate", {1, 2}});
  test.study.together = {{"batch", "rate"}};
  for (size_t i = 0; i < 2; ++i) test.plan.scenarios[i].levels.emplace_back("rate", i + 1.0);
  AddRuns(test, {{1, 2}, {3, 4}});
  EXPECT_EQ(NamesOf(TimesOf(test)), StudyCellsNames{"batch"});
}

TEST(StudyCellsTest, LevelsAreInTheStudysOrderWhateverWasMeasuredFirst) {
  TestStudy test = CrossingOf({{"network", {"small", "large", "huge"}}}, 1);
  AddRuns(test, {{1}, {2}, {3}});
  std::reverse(test.runs.begin(), test.runs.end());
  std::reverse(test.plan.scenarios.begin(), test.plan.scenarios.end());
  EXPECT_EQ(TimesOf(test).cells.factors[0].levels, (StudyCellsNames{"small", "large", "huge"}));
}

TEST(StudyCellsTest, OrderIsByStartThenByPlan) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{10, 20}, {30, 40}});
  test.study.analyze.covariates = {"order"};
  // All started at once: by their places in the plan, backwards.
  int position = 5;
  for (RunRecord& run : test.runs) run.position = --position;
  StudyCells made = TimesOf(test);
  EXPECT_EQ(made.cells.covariates, StudyCellsNames{"order"});
  EXPECT_EQ(made.observations.order, (std::vector<double>{4, 3, 2, 1}));
  EXPECT_EQ(made.observations.covariates, (std::vector<std::vector<double>>{{4}, {3}, {2}, {1}}));
  EXPECT_EQ(made.cells.cells[0].covariate_means[0], 3.5);
  // The start comes first.
  for (RunRecord& run : test.runs) {
    run.started = run.metrics["train_s"] < 35 ? "2026-01-02T00:00:00Z" : "2026-01-01T00:00:00Z";
  }
  made = TimesOf(test);
  EXPECT_EQ(made.observations.order, (std::vector<double>{4, 3, 2, 1}));
  for (RunRecord& run : test.runs) run.started = "2026-01-0" + std::to_string(run.replication);
  made = TimesOf(test);  // the first replications (positions 4 and 2), then the second (3 and 1)
  EXPECT_EQ(made.observations.order, (std::vector<double>{2, 4, 1, 3}));
}

TEST(StudyCellsTest, ACovariateIsInEveryRunOrNotThere) {
  TestStudy test = JainStudy();
  test.study.analyze.covariates = {"wall_s", "cpu_pct", "yardstick"};
  const StudyCells made = TimesOf(test);
  EXPECT_EQ(made.cells.covariates, StudyCellsNames{"wall_s"});
  EXPECT_EQ(made.no_covariates, (StudyCellsNames{"cpu_pct", "yardstick"}));
  EXPECT_NEAR(made.cells.cells[0].covariate_means[0], 25, 1e-12);  // ten seconds more
  test.runs[5].metrics.erase("wall_s");
  EXPECT_EQ(TimesOf(test).no_covariates, (StudyCellsNames{"wall_s", "cpu_pct", "yardstick"}));
}

TEST(StudyCellsTest, TheYardstickOfEachRun) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 1);
  AddRuns(test, {{10}, {20}});
  test.study.analyze.covariates = {"yardstick"};
  Analysis analysis = test.Analyze();
  MachineSpeed speed;
  speed.points = {
      {.folder = "C2-r1-a1", .scenario = "C2", .speed = 0.5, .compute = {}, .memory = {}},
      {.folder = "C1-r1-a1", .scenario = "C1", .speed = 2, .compute = {}, .memory = {}}};
  analysis.machine_speed = {speed};
  const auto covariates = [&](const std::string& scale) {
    return CellsOf(test.study, test.plan, analysis, "train_s", scale).observations.covariates;
  };
  EXPECT_EQ(covariates("raw"), (std::vector<std::vector<double>>{{2}, {0.5}}));
  const auto logarithms = covariates("log");
  EXPECT_NEAR(logarithms.at(0).at(0), std::log(2.0), 1e-15);
  EXPECT_NEAR(logarithms.at(1).at(0), -std::log(2.0), 1e-15);
}

TEST(StudyCellsTest, BlocksWhereTheDesignHasThem) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{1, 2}, {3, 4}});
  for (RunRecord& run : test.runs) run.block = run.replication == 1 ? 12 : 3;
  EXPECT_EQ(NamesOf(TimesOf(test)), StudyCellsNames{"batch"});
  test.study.design.blocks = 2;
  StudyCells made = TimesOf(test);
  EXPECT_EQ(NamesOf(made), (StudyCellsNames{"batch", "block"}));
  EXPECT_EQ(made.cells.factors[1].levels, (StudyCellsNames{"3", "12"})) << "as numbers";
  EXPECT_EQ(made.cells.cells.size(), 4u);
  EXPECT_EQ(made.cells.cells[0].mean, 2) << "batch 64 in block 3";
  test.study.design.blocks = 1;
  test.study.analyze.block = "replication";
  made = TimesOf(test);
  EXPECT_EQ(made.cells.factors.at(1).levels, (StudyCellsNames{"1", "2"}));
}

TEST(StudyCellsTest, WholePlotsHaveBlocksToo) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{1, 2}, {3, 4}});
  for (RunRecord& run : test.runs) run.plot = run.scenario == "C1" ? 1 : 2;
  test.plan.hard_to_change = {"batch"};
  EXPECT_EQ(NamesOf(TimesOf(test)), (StudyCellsNames{"batch", "block", "plot"}));
}

TEST(StudyCellsTest, AStudysOwnFactorKeepsItsName) {
  TestStudy test = CrossingOf({{"block", {64, 128}}}, 2);
  AddRuns(test, {{1, 2}, {3, 4}});
  test.study.design.blocks = 2;
  EXPECT_EQ(NamesOf(TimesOf(test)), (StudyCellsNames{"block", "block (of the design)"}));
  EXPECT_EQ(PlannedModel(test.study, test.plan, 0.9).block, "block (of the design)");
}

TEST(StudyCellsTest, TheCentreIsToldFromTheCorners) {
  TestStudy test = CrossingOf({{"a", {1, 3}}}, 1);
  Scenario centre = test.plan.scenarios[0];
  centre.id = "C0";
  centre.key = "key of the centre";
  centre.levels = {{"a", 2}};
  test.plan.scenarios.push_back(centre);
  test.plan.centre = "C0";
  for (int k : {1, 2}) test.plan.runs.push_back({.scenario = 2, .replication = k});
  AddRuns(test, {{10}, {30}, {21, 23}});
  const StudyCells made = TimesOf(test);
  EXPECT_EQ(NamesOf(made), (StudyCellsNames{"a", "curvature"}));
  EXPECT_EQ(made.cells.factors[0].levels, (StudyCellsNames{"1", "3", "2"}));
  EXPECT_EQ(made.cells.factors[1].levels, (StudyCellsNames{"corners", "centre"}));
  ASSERT_EQ(made.cells.cells.size(), 3u);
  EXPECT_EQ(made.cells.cells[2].levels, (std::vector<uint32_t>{2, 1}));
  EXPECT_EQ(made.cells.cells[2].mean, 22);
}

TEST(PlannedModelTest, TermsThatTheDesignWasMadeFor) {
  TestStudy test = JainStudy();
  const auto terms = [&](const std::string& design) {
    test.plan.design = design;
    return PlannedModel(test.study, test.plan, 0.95).terms;
  };
  EXPECT_EQ(terms("full"), "");
  EXPECT_EQ(terms("two_level"), "");
  EXPECT_EQ(terms("fraction"), "");
  EXPECT_EQ(terms("latin_square"), "main");
  EXPECT_EQ(terms("plackett_burman"), "main");
  EXPECT_EQ(terms("simple"), "main");
  EXPECT_EQ(terms("optimal"), "main");
  test.study.design.two_way = true;
  EXPECT_EQ(terms("optimal"), "2way");
  EXPECT_EQ(terms("full"), "");
  test.study.analyze.model = "memory + cache";
  EXPECT_EQ(terms("simple"), "memory + cache") << "what the study says";
}

TEST(PlannedModelTest, WhatTheStudySaysOfTheAnalysis) {
  TestStudy test = JainStudy();
  test.study.analyze.ss_type = 3;
  test.study.analyze.same_within = 0.1;
  ModelRequest request = PlannedModel(test.study, test.plan, 0.9);
  EXPECT_EQ(request.ss_type, 3);
  EXPECT_EQ(request.same_within, 0.1);
  EXPECT_EQ(request.confidence, 0.9);
  EXPECT_EQ(request.adjustment, Adjustment::kTukey);
  EXPECT_TRUE(request.block.empty() && request.plot.empty() && request.curvature.empty());
  test.study.analyze.adjust = "holm";
  test.study.analyze.block = "replication";
  test.plan.centre = "C0";
  request = PlannedModel(test.study, test.plan, 0.9);
  EXPECT_EQ(request.adjustment, Adjustment::kHolm);
  EXPECT_EQ(request.block, "block");
  EXPECT_EQ(request.curvature, "curvature");
  EXPECT_TRUE(request.plot.empty());
  test.plan.hard_to_change = {"memory"};
  EXPECT_EQ(PlannedModel(test.study, test.plan, 0.9).plot, "plot");
}

}  // namespace
}  // namespace trena
