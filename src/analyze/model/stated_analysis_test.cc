// SPDX-License-Identifier: Apache-2.0
// Studies analysed by the design they were planned by. Expected numbers are of R (the call is at
// each), of Jain (1991), or by hand.
#include "analyze/model/stated_analysis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "analyze/test_study.h"
#include "analyze/verdict.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

using StatedAnalysisNames = std::vector<std::string>;

const AnovaRow& RowOf(const ResponseAnalysis& response, const std::string& term) {
  for (const AnovaRow& row : response.stated->model.rows) {
    if (row.term == term) return row;
  }
  ADD_FAILURE() << "no row " << term;
  return response.stated->model.rows.back();
}

const LevelMean& MeanOf(const ResponseAnalysis& response, size_t factor, uint32_t level) {
  for (const LevelMean& mean : response.stated->model.means) {
    if (mean.factors == std::vector<size_t>{factor} && mean.levels[0] == level) return mean;
  }
  ADD_FAILURE() << "no mean";
  return response.stated->model.means.back();
}

StatedAnalysisNames TermsOf(const ResponseAnalysis& response) {
  StatedAnalysisNames terms;
  for (const AnovaRow& row : response.stated->model.rows) terms.push_back(row.term);
  return terms;
}

// R: d <- data.frame(m=..., c=..., y=...); drop1(lm(y ~ m + c)), anova(lm(y ~ m * c))
TEST(StatedAnalysis, AFailedRunLeavesTypeTwoAndLeastSquaresMeans) {
  TestStudy test = JainStudy();
  test.Run(3, 3).outcome = Outcome::kFailed;  // 81 is lost
  const Analysis analysis = test.Analyze();
  const ResponseAnalysis& response = analysis.main;
  ASSERT_TRUE(response.stated);
  EXPECT_FALSE(response.stated->model.orthogonal);
  EXPECT_EQ(response.stated->model.residual_df, 7u);
  EXPECT_NEAR(RowOf(response, "memory").ss, 4538.7, 1e-8);
  EXPECT_NEAR(RowOf(response, "cache").ss, 780.3, 1e-8);
  EXPECT_NEAR(RowOf(response, "memory:cache").ss, 216, 1e-8);
  EXPECT_NEAR(RowOf(response, "residuals").ss, 78, 1e-8);
  EXPECT_NEAR(*RowOf(response, "cache").p, 6.8311288660863228e-05, 1e-10);
  // Cells are 15, 24, 48 and 75: memory 16 has (48 + 75) / 2, and not the mean of its five runs.
  EXPECT_NEAR(*MeanOf(response, 0, 1).mean, 61.5, 1e-10);
  EXPECT_NEAR(*MeanOf(response, 0, 1).observed, (3 * 48 + 150) / 5.0, 1e-10);
  EXPECT_EQ(analysis.verdict, Verdict::kValidWithReservations) << "a run failed";
}

TEST(StatedAnalysis, AnEmptyCellLeavesTheInteractionOut) {
  TestStudy test = JainStudy();
  for (int replication : {1, 2, 3}) test.Run(2, replication).outcome = Outcome::kOutOfMemory;
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(TermsOf(response), (StatedAnalysisNames{"memory", "cache", "residuals"}));
  ASSERT_EQ(response.stated->model.inestimable.size(), 1u);
  EXPECT_EQ(response.stated->model.inestimable[0].term, "memory:cache");
  EXPECT_EQ(response.stated->model.residual_df, 6u);
}

// 3 × 2 without one combination. R: lm(y ~ machine + network); emmeans(fit, ~ machine): with the
// interaction machine t4 would have no mean, and would be in no comparison.
TEST(StatedAnalysis, AHoleTakesTheInteractionAndNoLevel) {
  TestStudy test = CrossingOf({{"machine", {"t4", "v100", "p100"}}, {"network", {1, 2}}}, 2);
  AddRuns(test, {{50, 52}, {}, {10, 11}, {21, 20}, {30, 31}, {40, 41}});
  const StatedAnalysis stated = *test.Analyze().main.stated;
  EXPECT_EQ(stated.choice.given_up, (std::vector<ModelTerm>{{0, 1}}));
  for (const LevelMean& mean : stated.model.means) EXPECT_TRUE(mean.mean);
  ASSERT_EQ(stated.pairs.size(), 2u);
  EXPECT_EQ(stated.pairs[0].pairs.size(), 3u) << "t4 among them";
  // Network 2 takes 10 more on either of the others, so that t4 is at 51 and 61.
  EXPECT_NEAR(*MeanOf(test.Analyze().main, 0, 0).mean, 51 + 10.0 / 2, 1e-9);
}

// Three levels each, always the same ones together: together they explain everything.
TEST(StatedAnalysis, FactorsThatChangeTogetherAreOne) {
  Cells cells;
  cells.response = "time_s";
  cells.factors = {{"gpu", {"a", "b", "c"}}, {"driver", {"1", "2", "3"}}, {"batch", {"x", "y"}}};
  for (uint32_t i = 0; i < 6; ++i) {
    Cell cell;
    cell.levels = {i / 2, (i / 2 + 1) % 3, i % 2};
    cell.n = 3;
    cell.mean = 10 + 20.0 * (i / 2) + i % 2;
    cell.squares = 2;
    cells.cells.push_back(cell);
  }
  const StatedAnalysis stated = AnalyzeStated(cells, {}).value();
  EXPECT_EQ(stated.choice.together, (std::vector<std::vector<size_t>>{{0, 1}}));
  EXPECT_EQ(stated.model.rows[0].term, "gpu");
  EXPECT_TRUE(IsEffect(stated, stated.model.rows[0]));
  EXPECT_GT(*stated.model.rows[0].percent, 95);
}

TEST(StatedAnalysis, AFactorWithOneLevelMeasuredIsLeftOutAndSaidToBe) {
  TestStudy test = CrossingOf({{"environment", {"cpu", "gpu"}}, {"batch", {64, 128}}}, 2);
  test.study.environments = {EnvironmentOf("cpu"), EnvironmentOf("gpu", {}, "cuda")};
  AddRuns(test, {{10, 11}, {20, 21}});
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  EXPECT_EQ(analysis.main.factors, StatedAnalysisNames{"batch"});
  EXPECT_EQ(analysis.main.left_out, StatedAnalysisNames{"environment"});
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
}

// A randomised block design by hand: three levels in two blocks, 10 11 12 and 14 15 16. Levels 2
// and 2 between, blocks 24, and nothing is left over.
TEST(StatedAnalysis, ReplicationsAsBlocks) {
  TestStudy test = CrossingOf({{"batch", {32, 64, 128}}}, 2);
  AddRuns(test, {{10, 14}, {11, 15.5}, {12, 15.5}});
  test.study.analyze.block = "replication";
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(TermsOf(response), (StatedAnalysisNames{"block", "batch", "residuals"}));
  EXPECT_NEAR(RowOf(response, "block").ss, 24, 1e-10);  // 6 (2² + 2²) / 2
  EXPECT_NEAR(RowOf(response, "batch").ss, 2 * (1 + 0.0625 + 0.5625), 1e-10);
  EXPECT_EQ(RowOf(response, "residuals").df, 2u);
  for (const Driver& driver : test.Analyze().drivers) EXPECT_NE(driver.term, "block");
  // Squares 0.25 of 2 degrees of freedom left with blocks, 24.25 of 3 without; quantiles of a
  // table.
  EXPECT_NEAR(*NarrowerByBlocks(*response.stated),
              1 - 4.302653 * std::sqrt(0.25 / 2) / (3.182446 * std::sqrt(24.25 / 3)), 1e-6);
  test.study.analyze.block.clear();
  EXPECT_FALSE(NarrowerByBlocks(*test.Analyze().main.stated));
}

// What was measured in turns is in blocks, without being asked for.
TEST(StatedAnalysis, RunsInTurnsAreInBlocks) {
  TestStudy test = CrossingOf({{"batch", {32, 64, 128}}}, 2);
  AddRuns(test, {{10, 14}, {11, 15.5}, {12, 15.5}});
  for (RunRecord& run : test.runs) run.block = run.replication;
  EXPECT_FALSE(test.Analyze().main.stated->request.in_turns);
  test.study.design.turn = Seconds{0.2};
  const ResponseAnalysis response = test.Analyze().main;
  EXPECT_EQ(TermsOf(response), (StatedAnalysisNames{"block", "batch", "residuals"}));
  EXPECT_TRUE(response.stated->request.in_turns);
}

// 2² in two blocks that a:b is confounded with: the blocks have it.
TEST(StatedAnalysis, WhatIsConfoundedWithBlocksBelongsToThem) {
  TestStudy test = CrossingOf({{"a", {1, 2}}, {"b", {1, 2}}}, 2);
  AddRuns(test, {{10, 11}, {22, 20}, {31, 33}, {40, 44}});
  test.study.design.blocks = 2;
  for (RunRecord& run : test.runs) {
    run.block = 2 * run.replication + (run.scenario == "C1" || run.scenario == "C4" ? 0 : 1);
  }
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(TermsOf(response), (StatedAnalysisNames{"block", "a", "b", "residuals"}));
  EXPECT_EQ(RowOf(response, "block").df, 3u);
  EXPECT_EQ(RowOf(response, "residuals").df, 2u);
  ASSERT_EQ(response.stated->model.inestimable.size(), 1u);
  EXPECT_EQ(response.stated->model.inestimable[0].term, "a:b");
}

// The worked example of stats/model/strata/error_strata_test.cc as a study: environment changes
// between plots.
TestStudy SplitPlotStudy() {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}, {"batch", {64, 128}}}, 2);
  test.study.environments = {EnvironmentOf("a"), EnvironmentOf("b")};
  AddRuns(test, {{1, 2}, {3, 6}, {6, 6}, {8, 12}});
  test.study.design.hard_to_change = test.plan.hard_to_change = {"environment"};
  for (RunRecord& run : test.runs) {
    run.block = run.replication;
    run.plot = 2 * (run.replication - 1) + (run.environment == "a" ? 1 : 2);
  }
  return test;
}

// R: aov(y ~ environment * batch + Error(block/plot)).
TEST(StatedAnalysis, WholePlotsHaveTheirOwnError) {
  const Analysis analysis = SplitPlotStudy().Analyze();
  const ResponseAnalysis& response = analysis.main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(TermsOf(response), (StatedAnalysisNames{"block", "environment", "plot", "batch",
                                                    "environment:batch", "residuals"}));
  // Plot means 2, 4 and 7, 9: blocks 8 · 1² = 8, environments 8 · 2.5² = 50, and plots beyond 0.
  EXPECT_NEAR(RowOf(response, "block").ss, 8, 1e-10);
  EXPECT_NEAR(RowOf(response, "environment").ss, 50, 1e-10);
  EXPECT_EQ(RowOf(response, "plot").df, 1u);
  EXPECT_NEAR(RowOf(response, "batch").ss, 24.5, 1e-10);
  EXPECT_NEAR(*RowOf(response, "batch").f, 24.5 / 2.5, 1e-10);
  EXPECT_EQ(RowOf(response, "environment").error, "plot");
  EXPECT_EQ(RowOf(response, "batch").error, "");
}

// R: aov(y ~ x + environment * batch + Error(block + plot)), and without x.
TEST(StatedAnalysis, ACovariateInWholePlots) {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}, {"batch", {64, 128}}}, 3);
  test.study.environments = {EnvironmentOf("a"), EnvironmentOf("b")};
  AddRuns(test, {{1, 2, 3}, {3, 6, 4}, {6, 7, 7}, {8, 12, 9}});
  test.study.design.hard_to_change = test.plan.hard_to_change = {"environment"};
  const double x[4][3] = {{1, 4, 2}, {2, 3, 5}, {3, 1, 8}, {7, 6, 2}};
  for (size_t scenario = 0; scenario < 4; ++scenario) {
    for (int replication : {1, 2, 3}) {
      RunRecord& run = test.Run(scenario, replication);
      run.block = replication;
      run.plot = 2 * (replication - 1) + (run.environment == "a" ? 1 : 2);
      run.metrics["x"] = x[scenario][replication - 1];
    }
  }
  test.study.analyze.covariates = {"x"};
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(TermsOf(response), (StatedAnalysisNames{"x", "block", "x", "environment", "plot", "x",
                                                    "batch", "environment:batch", "residuals"}));
  const auto& rows = response.stated->model.rows;
  EXPECT_NEAR(rows[0].ss, 0.926282051282, 1e-10);
  EXPECT_NEAR(rows[2].ss, 40.556034482759, 1e-10);
  EXPECT_NEAR(rows[3].ss, 34.535181733458, 1e-10);
  EXPECT_NEAR(*rows[3].p, 0.0689908130091, 1e-10);
  EXPECT_NEAR(rows[5].ss, 2.75, 1e-10);
  EXPECT_NEAR(*rows[6].f, 11.030604133545, 1e-9);
  EXPECT_NEAR(rows[8].ss, 5.113821138211, 1e-10);
  ASSERT_TRUE(response.stated->without_covariates);
  EXPECT_NEAR(response.stated->without_covariates->rows[1].ss, 75, 1e-10);
  // t(3) √1.7046 against t(4) √1.3333: wider, for a degree of freedom is gone.
  EXPECT_NEAR(*response.stated->narrower,
              1 - 3.182446305284 * std::sqrt(1.704607046070) / (2.776445105198 * std::sqrt(4 / 3.)),
              1e-9);
}

// The data of stats/model/strata/reml_test.cc as a study: R's lmerTest, lmer(y ~ A*B + (1|block) +
// (1|plot)), anova(type = 2).
TEST(StatedAnalysis, LostRunsInWholePlotsLeaveOneRowPerTerm) {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}, {"batch", {32, 64, 128}}}, 3);
  test.study.environments = {EnvironmentOf("a"), EnvironmentOf("b")};
  AddRuns(test, {{18.88, 22.26, 18.5},
                 {20.42, 24.67, 20.37},
                 {21.79, 25.23, 21.52},
                 {99, 19.38, 23.44},
                 {21.26, 99, 23.21},
                 {19.92, 22.2, 25.58}});
  test.study.design.hard_to_change = test.plan.hard_to_change = {"environment"};
  for (RunRecord& run : test.runs) {
    run.block = run.replication;
    run.plot = 2 * (run.replication - 1) + (run.environment == "a" ? 1 : 2);
  }
  test.Remove(3, 1);
  test.Remove(4, 2);
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  const StatedAnalysis& stated = *analysis.main.stated;
  EXPECT_FALSE(stated.strata);
  EXPECT_EQ(TermsOf(analysis.main),
            (StatedAnalysisNames{"environment", "batch", "environment:batch", "block", "plot",
                                 "residuals"}));
  EXPECT_NEAR(*RowOf(analysis.main, "environment").f, 0.0064765996, 1e-7);
  EXPECT_NEAR(*RowOf(analysis.main, "environment").error_df, 4.026944978, 1e-5);
  EXPECT_NEAR(*RowOf(analysis.main, "batch").p, 0.00877503558, 1e-5);
  EXPECT_EQ(EvidenceOf(stated, RowOf(analysis.main, "batch")), Evidence::kEffect);
  EXPECT_EQ(EvidenceOf(stated, RowOf(analysis.main, "environment")), Evidence::kChance);
  ASSERT_EQ(stated.variances.size(), 3u);
  EXPECT_NEAR(stated.variances[1].variance, 4.454211286, 1e-5);
  // emmeans: pairs(~ A), standard error 1.7783452 with 4.0339 degrees of freedom.
  ASSERT_EQ(stated.pairs.size(), 2u);
  EXPECT_NEAR(*stated.pairs[0].pairs[0].comparison.high, 5.09944913, 1e-5);
  EXPECT_TRUE(stated.checks.made);
}

// Two factors of plots and one plot for each combination: nothing tells how plots vary. B would
// take what A:C has between plots, if it were not kept to its own stratum.
TEST(StatedAnalysis, LostRunsWithOnePlotEachLeaveOneRowPerTerm) {
  TestStudy test =
      CrossingOf({{"environment", {"a", "b"}}, {"disk", {1, 2}}, {"batch", {32, 64, 128}}}, 1);
  test.study.environments = {EnvironmentOf("a"), EnvironmentOf("b")};
  AddRuns(test, {{5}, {7}, {8}, {6}, {9}, {9}, {11}, {13}, {17}, {12}, {15}, {19}});
  test.study.design.hard_to_change = test.plan.hard_to_change = {"environment", "disk"};
  for (RunRecord& run : test.runs) {
    run.block = 1;
    run.plot = (std::stoi(run.scenario.substr(1)) - 1) / 3 + 1;
  }
  test.Remove(4, 1);
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  std::map<std::string, int> rows;
  for (const AnovaRow& row : analysis.main.stated->model.rows) ++rows[row.term];
  for (const auto& [term, count] : rows) EXPECT_EQ(count, 1) << term;
  EXPECT_FALSE(RowOf(analysis.main, "environment").p);
}

TEST(StatedAnalysis, OneWholePlotPerLevelHasAnEffectAndNoTest) {
  TestStudy test = SplitPlotStudy();
  for (size_t scenario = 0; scenario < 4; ++scenario) {
    test.Remove(scenario, 2);
    test.AddRun(scenario, 2, 10.0 + static_cast<double>(scenario * scenario));
    test.Run(scenario, 2).plot = scenario < 2 ? 1 : 2;  // again in the same plot
  }
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  const AnovaRow& environment = RowOf(analysis.main, "environment");
  EXPECT_GT(environment.ss, 0);
  EXPECT_FALSE(environment.f || environment.p);
  EXPECT_TRUE(RowOf(analysis.main, "batch").p);
  for (const Effect& effect : analysis.main.stated->model.effects) {
    const bool between = effect.term == "environment";
    EXPECT_EQ(effect.low.has_value(), !between) << effect.term;
  }
}

// 2^(3-1) with C = AB, by hand: chains A = BC, B = AC, C = AB.
TEST(StatedAnalysis, AFractionSaysWhatCannotBeToldApart) {
  TestStudy test = CrossingOf({{"a", {1, 2}}, {"b", {1, 2}}, {"c", {1, 2}}}, 2);
  test.plan.design = "fraction";
  const std::vector<size_t> half = {1, 2, 4, 7};
  std::vector<Scenario> scenarios;
  for (size_t i : half) scenarios.push_back(test.plan.scenarios[i]);
  test.plan.scenarios = scenarios;
  test.plan.runs.clear();
  for (size_t i = 0; i < 4; ++i) {
    for (int k : {1, 2}) test.plan.runs.push_back({.scenario = i, .replication = k});
  }
  AddRuns(test, {{10, 12}, {20, 22}, {30, 33}, {50, 55}});
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  EXPECT_EQ(TermsOf(analysis.main), (StatedAnalysisNames{"a", "b", "c", "residuals"}));
  EXPECT_TRUE(analysis.main.stated->model.inestimable.empty());
  size_t of_two = 0;
  for (const AliasChain& chain : analysis.main.stated->choice.aliases) {
    if (!chain.of_mean) {
      ++of_two;
      ASSERT_EQ(chain.terms.size(), 2u);
      EXPECT_EQ(chain.terms[0].factors.size(), 1u);
      EXPECT_EQ(chain.terms[1].factors.size(), 2u);
    }
  }
  EXPECT_EQ(of_two, 3u);
  EXPECT_EQ(analysis.verdict, Verdict::kValidWithReservations)
      << "two of each, 4 degrees of freedom";
}

// A Latin square of three has its main effects only; 9 runs leave 2 degrees of freedom.
TEST(StatedAnalysis, ALatinSquareByMainEffects) {
  TestStudy test =
      CrossingOf({{"row", {1, 2, 3}}, {"column", {1, 2, 3}}, {"letter", {1, 2, 3}}}, 1);
  test.plan.design = "latin_square";
  std::vector<Scenario> scenarios;
  for (size_t i = 0; i < 27; ++i) {
    if ((i / 9 + i / 3 % 3) % 3 == i % 3) scenarios.push_back(test.plan.scenarios[i]);
  }
  test.plan.scenarios = scenarios;
  test.plan.runs.clear();
  for (size_t i = 0; i < 9; ++i) test.plan.runs.push_back({.scenario = i, .replication = 1});
  AddRuns(test, {{10}, {22}, {35}, {21}, {36}, {11}, {39}, {14}, {26}});
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  EXPECT_EQ(TermsOf(analysis.main), (StatedAnalysisNames{"row", "column", "letter", "residuals"}));
  EXPECT_EQ(analysis.main.stated->model.residual_df, 2u);
  EXPECT_EQ(analysis.main.stated->choice.highest_order, 1u) << "no run tells interactions";
  EXPECT_EQ(analysis.verdict, Verdict::kValid) << "judged by what the main effects leave over";
}

// 2² with three runs at its centre: one degree of freedom for curvature, one for each term.
TEST(StatedAnalysis, CentrePointsTellCurvatureFromEffects) {
  TestStudy test = CrossingOf({{"a", {1, 3}}, {"b", {1, 3}}}, 1);
  Scenario centre = test.plan.scenarios[0];
  centre.id = "C0";
  centre.key = "key of the centre";
  centre.levels = {{"a", 2}, {"b", 2}};
  test.plan.scenarios.push_back(centre);
  test.plan.centre = "C0";
  for (int k : {1, 2, 3}) test.plan.runs.push_back({.scenario = 4, .replication = k});
  AddRuns(test, {{39.3}, {40.9}, {40.0}, {41.5}, {40.3, 40.5, 40.7}});
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(TermsOf(response), (StatedAnalysisNames{"curvature", "a", "b", "a:b", "residuals"}));
  for (const char* term : {"curvature", "a", "b", "a:b"}) EXPECT_EQ(RowOf(response, term).df, 1u);
  // Corners' mean 40.425, centre's 40.5: 4 · 3 ÷ 7 · 0.075².
  EXPECT_NEAR(RowOf(response, "curvature").ss, 12.0 / 7 * 0.075 * 0.075, 1e-10);
  EXPECT_NEAR(RowOf(response, "a").ss, 0.65 * 0.65, 1e-10);  // (81.5 - 80.2) / 2
  EXPECT_NEAR(RowOf(response, "residuals").ss, 0.08, 1e-10);
  EXPECT_TRUE(response.stated->model.inestimable.empty());
}

// 2² with its centre, where nothing but the centre differs: by 2, with an error of sd 0.1. A curve
// is an effect of some factor, so the answer is valid.
TEST(StatedAnalysis, ACurveIsAnEffect) {
  TestStudy test = CrossingOf({{"a", {1, 3}}, {"b", {1, 3}}}, 3);
  Scenario centre = test.plan.scenarios[0];
  centre.id = "C0";
  centre.key = "key of the centre";
  centre.levels = {{"a", 2}, {"b", 2}};
  test.plan.scenarios.push_back(centre);
  test.plan.centre = "C0";
  for (int k : {1, 2, 3}) test.plan.runs.push_back({.scenario = 4, .replication = k});
  const std::vector<double> corner = {9.9, 10, 10.1};
  AddRuns(test, {corner, {10, 10.1, 9.9}, {10.1, 9.9, 10}, corner, {12, 11.9, 12.1}});
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  // 12 runs at the corners and 3 at the centre: 12 · 3 ÷ 15 · 2² = 9.6 over an error of 0.01.
  const AnovaRow& row = RowOf(analysis.main, "curvature");
  EXPECT_NEAR(*row.f, 960, 1e-6);
  EXPECT_NEAR(*row.adjusted_p, 4 * *row.p, 1e-3 * *row.p) << "the least of four terms by Holm";
  EXPECT_TRUE(IsEffect(*analysis.main.stated, row));
  EXPECT_FALSE(IsEffect(*analysis.main.stated, RowOf(analysis.main, "a")));
  ASSERT_FALSE(analysis.drivers.empty());
  EXPECT_EQ(analysis.drivers[0].term, "curvature");
  EXPECT_TRUE(analysis.drivers[0].curvature);
  EXPECT_FALSE(analysis.drivers[1].curvature);
  EXPECT_TRUE(AnyEffect(analysis));
  EXPECT_NE(analysis.verdict, Verdict::kInconclusive);
}

TEST(StatedAnalysis, ManyFactorsInFewRunsHaveMainEffectsOnly) {
  Cells cells;
  cells.response = "y";
  for (char name = 'a'; name <= 'f'; ++name) {
    cells.factors.push_back({std::string(1, name), {"0", "1", "2"}});
  }
  for (uint32_t i = 0; i < 18; ++i) {
    Cell cell;
    for (uint32_t f = 0; f < 6; ++f) {
      cell.levels.push_back((i * (f + 1) + i / 3 * f + (f < 3 ? 0 : i / 2)) % 3);
    }
    cell.n = 2;
    cell.mean = i * 1.5;
    cell.squares = 1;
    cells.cells.push_back(cell);
  }
  const auto stated = AnalyzeStated(cells, {.terms = "full"});
  ASSERT_TRUE(stated.ok());
  EXPECT_EQ(stated.value().choice.highest_order, 1u);
}

// A factor of two levels and a block, with nothing computed: rows are given.
StatedAnalysis Stated(double confidence, std::optional<NoTest> no_test) {
  StatedAnalysis stated;
  stated.cells.factors = {{"batch", {}}, {"day", {}}};
  stated.request.block = "day";
  stated.request.confidence = confidence;
  stated.model.no_test = no_test;
  return stated;
}

AnovaRow RowWith(size_t factor, std::optional<double> p, double percent) {
  AnovaRow row;
  row.factors = {factor};
  row.p = p;
  row.percent = percent;
  return row;
}

TEST(EvidenceTest, ByTheStudysConfidenceAndItsLimitIncluded) {
  const StatedAnalysis usual = Stated(0.95, std::nullopt);
  EXPECT_EQ(EvidenceOf(usual, RowWith(0, 0.05, 3)), Evidence::kEffect);
  EXPECT_EQ(EvidenceOf(usual, RowWith(0, 0.0501, 3)), Evidence::kChance);
  const StatedAnalysis bold = Stated(0.9, std::nullopt);
  EXPECT_EQ(EvidenceOf(bold, RowWith(0, 0.08, 3)), Evidence::kEffect);
  EXPECT_TRUE(IsEffect(bold, RowWith(0, 0.08, 3)));
  EXPECT_FALSE(IsEffect(bold, RowWith(0, 0.11, 3)));
}

TEST(EvidenceTest, WhereReplicationsNeverDifferAnyVariationIsAnEffect) {
  const StatedAnalysis exact = Stated(0.95, NoTest::kNoResidualVariation);
  EXPECT_EQ(EvidenceOf(exact, RowWith(0, std::nullopt, 0.1)), Evidence::kEffect);
  EXPECT_EQ(EvidenceOf(exact, RowWith(0, std::nullopt, 0)), Evidence::kChance);
}

// 2^4 · 2 tables in which no factor does anything: with 15 terms each at 5 % half of them had a
// driver; judged together, at most 5 % have.
TEST(EvidenceTest, ManyTermsTogetherSeldomPassByChance) {
  std::mt19937_64 random(13);
  std::normal_distribution<double> normal;
  constexpr int kTables = 400;
  int together = 0, each = 0;
  for (int table = 0; table < kTables; ++table) {
    Cells cells;
    cells.response = "time_s";
    for (const char* name : {"a", "b", "c", "d"}) cells.factors.push_back({name, {"0", "1"}});
    for (uint32_t i = 0; i < 16; ++i) {
      const double first = normal(random), second = normal(random);
      Cell cell;
      cell.levels = {i / 8, i / 4 % 2, i / 2 % 2, i % 2};
      cell.n = 2;
      cell.mean = 20 + (first + second) / 2;
      cell.squares = (first - second) * (first - second) / 2;
      cells.cells.push_back(cell);
    }
    const StatedAnalysis stated = AnalyzeStated(cells, {}).value();
    bool any = false, any_alone = false;
    for (const AnovaRow& row : stated.model.rows) {
      any |= IsEffect(stated, row);
      any_alone |= row.p && *row.p <= 0.05;
    }
    together += any;
    each += any_alone;
  }
  EXPECT_LE(together, 0.07 * kTables);
  EXPECT_GT(each, 0.4 * kTables);
}

TEST(EvidenceTest, WithoutAnErrorNothingIsTested) {
  const StatedAnalysis single = Stated(0.95, NoTest::kNoResidualDegrees);
  EXPECT_EQ(EvidenceOf(single, RowWith(0, std::nullopt, 99)), Evidence::kUntested);
}

TEST(EvidenceTest, ABlockIsNoTreatmentHoweverMuchItVaries) {
  EXPECT_EQ(EvidenceOf(Stated(0.95, std::nullopt), RowWith(1, 1e-9, 90)), Evidence::kUntested);
}

}  // namespace
}  // namespace trena
