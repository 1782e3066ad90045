// SPDX-License-Identifier: Apache-2.0
// Checks, comparisons and covariates of studies. Numbers are of R: the calls are at each.
#include "analyze/model/model_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analyze/model/stated_analysis.h"
#include "analyze/test_study.h"
#include "stats/model/test_cells.h"

namespace trena {
namespace {

using Names = std::vector<std::string>;

// 2 × 2 × 6 runs in random order on a machine that slows down by 0.4 s a run; made by R with seed
// 7: y = 20 + 5 a + 3 b + 0.4 order + N(0, 0.3).
TestStudy DriftStudy() {
  TestStudy test = CrossingOf({{"a", {1, 2}}, {"b", {1, 2}}}, 6);
  const std::vector<int> order = {10, 19, 7, 2,  15, 8,  3,  23, 6, 20, 17, 11,
                                  24, 18, 4, 14, 21, 22, 16, 13, 1, 5,  9,  12};
  const std::vector<double> y = {32.31, 35.84, 30.77, 28.71, 33.95, 31.06, 32.47, 40.75,
                                 33.57, 39.1,  37.71, 35.13, 42.42, 40.2,  34.75, 38.72,
                                 41.39, 41.74, 42.48, 41.29, 36.45, 37.95, 40.05, 41.15};
  for (size_t i = 0; i < 24; ++i) {
    test.AddRun(i / 6, static_cast<int>(i % 6) + 1, y[i]).position = order[i];
  }
  return test;
}

// R: lm(y ~ order + a * b) and lm(y ~ a * b).
TEST(Covariates, TakeDriftAway) {
  TestStudy test = DriftStudy();
  test.study.analyze.covariates = {"order"};
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  const StatedAnalysis& stated = *response.stated;
  ASSERT_EQ(stated.model.slopes.size(), 1u);
  EXPECT_NEAR(stated.model.slopes[0].slope, 0.402970726418504, 1e-10);
  EXPECT_NEAR(*stated.model.slopes[0].low, 0.388530360389394, 1e-10);
  EXPECT_NEAR(*stated.model.slopes[0].high, 0.417411092447614, 1e-10);
  EXPECT_NEAR(*stated.narrower, 0.923386206671291, 1e-10);
  EXPECT_EQ(stated.model.rows[0].term, "order");
  EXPECT_NEAR(stated.model.rows[0].ss, 149.77347312372, 1e-8);
  EXPECT_NEAR(stated.model.rows[1].ss, 148.167631940945, 1e-8);
  EXPECT_NEAR(stated.model.rows.back().ss, 0.834160209613322, 1e-8);
  ASSERT_TRUE(stated.without_covariates);
  EXPECT_NEAR(stated.without_covariates->rows[0].ss, 188.272016666667, 1e-8);
  EXPECT_NEAR(stated.without_covariates->rows.back().ss, 150.607633333333, 1e-8);
  EXPECT_FALSE(stated.checks.order && stated.checks.order->p < 0.05) << "the drift is gone";
}

TEST(Covariates, OnesThatRunsLackAreLeftOutAndNamed) {
  TestStudy test = DriftStudy();
  test.study.analyze.covariates = {"yardstick"};
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(response.no_covariates, Names{"yardstick"});
  EXPECT_FALSE(response.stated->without_covariates);
}

TEST(Covariates, TheYardstickIsTheMachinesSpeed) {
  TestStudy test = DriftStudy();
  for (RunRecord& run : test.runs) {
    run.metrics["yardstick"] = 100.0 / (1 + run.position * 0.01);
    run.yardstick = {{"version", 1}};
  }
  test.study.analyze.covariates = {"yardstick"};
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated && response.stated->narrower);
  EXPECT_GT(*response.stated->narrower, 0.8);
  EXPECT_LT(response.stated->model.slopes[0].slope, 0) << "a faster machine takes less";
}

// R: cor.test(resid(lm(y ~ a * b)), order, method = "spearman") has a rho near 1.
TEST(Checks, DriftIsSeen) {
  const ResponseAnalysis response = DriftStudy().Analyze().main;
  const ModelChecks& checks = response.stated->checks;
  ASSERT_TRUE(checks.made && checks.order);
  EXPECT_GT(checks.order->rho, 0.9);
  EXPECT_LT(checks.order->p, 1e-6);
  ASSERT_EQ(checks.points.size(), 24u);
  double sum = 0;
  for (const ResidualPoint& point : checks.points) sum += point.residual;
  EXPECT_NEAR(sum, 0, 1e-9);
}

// Times that multiply: spread in proportion to the level.
TestStudy MultiplyingStudy(double spread) {
  TestStudy test = CrossingOf({{"machine", {1, 2}}, {"image", {32, 64, 128}}}, 8);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (size_t i = 0; i < 6; ++i) {
    const double level = 10 * std::pow(8, i / 3) * std::pow(4, i % 3);
    for (int k = 1; k <= 8; ++k) {
      test.AddRun(i, k, level * std::exp(spread * normal(random))).position = k * 6;
    }
  }
  return test;
}

TEST(Checks, TimesThatMultiplyGetTheLogRecommendedAndNothingSwitched) {
  TestStudy test = MultiplyingStudy(0.1);
  const ResponseAnalysis response = test.Analyze().main;
  const ModelChecks& checks = response.stated->checks;
  EXPECT_TRUE(checks.recommend_log);
  EXPECT_EQ(response.scale, "raw");
  ASSERT_EQ(checks.log_changes.size(), 3u);
  // Levels multiply exactly, so that on the logarithms there is no interaction.
  EXPECT_EQ(checks.log_changes[2].term, "machine:image");
  EXPECT_LT(*checks.log_changes[2].p, 0.001);
  EXPECT_GT(*checks.log_changes[2].log_p, 0.001);
  EXPECT_LT(*checks.log_changes[2].log_percent, 1);
  // Eight and four times as long are certain on both scales; the interaction is on the raw one.
  EXPECT_FALSE(checks.log_changes[0].differs || checks.log_changes[1].differs);
  EXPECT_EQ(checks.log_changes[2].differs, *checks.log_changes[2].log_p >= 0.05);
  test.study.analyze.scale = "log";
  const ResponseAnalysis logs = test.Analyze().main;
  EXPECT_FALSE(logs.stated->checks.recommend_log);
  EXPECT_NEAR(*logs.stated->model.rows[2].percent, *checks.log_changes[2].log_percent, 1e-9);
}

// A 2 × 2 study in which nothing is wrong, with so many runs of each scenario in random order.
ModelChecks ChecksOfNothing(int runs, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  TestRows rows;
  Observations observations;
  for (size_t scenario = 0; scenario < 4; ++scenario) {
    for (int k = 0; k < runs; ++k) {
      rows.levels.push_back({static_cast<uint32_t>(scenario / 2), scenario % 2 == 0 ? 0u : 1u});
      rows.y.push_back(50 + 10 * static_cast<double>(scenario) + normal(random));
      observations.cell_of.push_back(scenario);
      observations.order.push_back(static_cast<double>(random() % 1000000));
    }
  }
  observations.y = rows.y;
  return CheckStated(AnalyzeStated(MakeCells(rows), {}).value(), observations);
}

// Each check raises its alarm in 5 % of such studies: of 600 in no more than 7 %, which a binomial
// of 5 % exceeds once in eighty; with two runs of each scenario as with five.
TEST(Checks, FalseAlarmsPerStudy) {
  for (int runs : {2, 5}) {
    std::mt19937_64 random(21);
    constexpr int kStudies = 600;
    int at_levels = 0, between = 0, with_fit = 0, normal_alarms = 0, drift = 0;
    for (int i = 0; i < kStudies; ++i) {
      const ModelChecks checks = ChecksOfNothing(runs, random);
      ASSERT_TRUE(checks.made);
      at_levels += std::any_of(
          checks.factor_spreads.begin(), checks.factor_spreads.end(),
          [](const FactorSpread& spread) { return spread.test && spread.test->p <= 0.05; });
      between += checks.equal_spreads && checks.equal_spreads->p <= 0.05;
      with_fit += checks.spread && checks.spread->p <= 0.05;
      normal_alarms += checks.normal_p && *checks.normal_p <= 0.05;
      drift += checks.order && checks.order->p <= 0.05;
    }
    EXPECT_LE(at_levels, 0.07 * kStudies) << runs;
    EXPECT_LE(between, 0.07 * kStudies) << runs;
    EXPECT_LE(with_fit, 0.07 * kStudies) << runs;
    EXPECT_LE(normal_alarms, 0.07 * kStudies) << runs;
    EXPECT_LE(drift, 0.07 * kStudies) << runs;
  }
}

// What the check of equal spreads can see is on record: five runs see more than three.
TEST(Checks, ThePowerOfTheSpreadsIsKnown) {
  std::vector<double> power;
  for (int runs : {3, 8}) {
    TestStudy test = CrossingOf({{"a", {1, 2}}, {"b", {1, 2}}}, runs);
    std::mt19937_64 random(4);
    std::normal_distribution<double> normal;
    for (size_t scenario = 0; scenario < 4; ++scenario) {
      for (int k = 1; k <= runs; ++k) test.AddRun(scenario, k, 50 + normal(random));
    }
    const ModelChecks checks = test.Analyze().main.stated->checks;
    ASSERT_TRUE(checks.equal_spreads && checks.spread_power);
    power.push_back(*checks.spread_power);
  }
  // By simulation in R of Brown and Forsythe's F with exact critical values: 0.47 and 0.94.
  EXPECT_NEAR(power[0], 0.48, 0.1);
  EXPECT_GT(power[1], 0.85);
}

TEST(Checks, NothingLeftOverIsNotChecked) {
  TestStudy test = CrossingOf({{"a", {1, 2, 3, 4}}}, 1);
  AddRuns(test, {{15}, {25}, {45}, {75}});
  EXPECT_FALSE(test.Analyze().main.stated->checks.made);
}

// One wild run hides what the ranks still see.
TEST(Checks, RanksThatDisagreeAreNamed) {
  TestStudy test = CrossingOf({{"a", {1, 2}}}, 8);
  AddRuns(test,
          {{10, 11, 10.5, 11.5, 10.2, 11.2, 10.8, 200}, {13, 14, 13.5, 14.5, 13.2, 14.2, 14, 13}});
  const ModelChecks checks = test.Analyze().main.stated->checks;
  ASSERT_EQ(checks.ranked.size(), 1u);
  EXPECT_TRUE(checks.ranked[0].disagrees);
}

// Jain's one-factor example (1991, chapter 20); R: TukeyHSD(aov(y ~ f)), p.adjust(p, "holm").
TestStudy OneFactorStudy() {
  TestStudy test = CrossingOf({{"code", {"R", "V", "Z"}}}, 5);
  AddRuns(test, {{144, 120, 176, 288, 144}, {101, 144, 211, 288, 72}, {130, 180, 141, 374, 302}});
  return test;
}

TEST(Pairs, TukeyAndHolmAsRHasThem) {
  TestStudy test = OneFactorStudy();
  const StatedAnalysis tukey = *test.Analyze().main.stated;
  ASSERT_EQ(tukey.pairs.size(), 1u);
  ASSERT_EQ(tukey.pairs[0].pairs.size(), 3u);
  const PairComparison& last = tukey.pairs[0].pairs[2].comparison;
  EXPECT_NEAR(last.difference, 62.2, 1e-10);
  EXPECT_NEAR(*last.p, 0.526858056249323, 1e-8);
  EXPECT_NEAR(*last.low, -87.4266439673985, 1e-2);
  EXPECT_NEAR(*tukey.pairs[0].pairs[0].comparison.p, 0.978294847631642, 1e-8);
  EXPECT_EQ(last.verdict, PairVerdict::kCannotTell);
  test.study.analyze.adjust = "holm";
  const StatedAnalysis holm = *test.Analyze().main.stated;
  EXPECT_NEAR(*holm.pairs[0].pairs[2].comparison.p, 0.867441294644124, 1e-8);
}

TEST(Contrasts, AsWritten) {
  TestStudy test = OneFactorStudy();
  test.study.analyze.contrasts = {"code: Z - 0.5 R - 0.5 V", "code: Z - Q", "code: Z - 0.5 R",
                                  "cod: Z - R"};
  const auto contrasts = test.Analyze().main.stated->contrasts;
  ASSERT_EQ(contrasts.size(), 4u);
  EXPECT_EQ(contrasts[0].problem, "");
  EXPECT_NEAR(contrasts[0].estimate.estimate, 56.6, 1e-10);
  EXPECT_NEAR(*contrasts[0].estimate.low, -49.226847879985, 1e-8);
  EXPECT_NEAR(*contrasts[0].estimate.p, 0.266535978980651, 1e-10);
  EXPECT_NE(contrasts[1].problem.find("no level of code"), std::string::npos);
  EXPECT_NE(contrasts[2].problem.find("add up to 0"), std::string::npos);
  EXPECT_NE(contrasts[3].problem.find("no factor"), std::string::npos);
}

// Whole plots: the hard factor's pair is judged by the plots, with their degrees of freedom.
TEST(Pairs, OfWholePlotsByTheirOwnError) {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}, {"batch", {64, 128}}}, 4);
  test.study.environments = {EnvironmentOf("a"), EnvironmentOf("b")};
  AddRuns(test,
          {{101, 112, 95, 104}, {111, 122, 104, 115}, {108, 97, 116, 103}, {119, 106, 126, 114}});
  test.study.design.hard_to_change = test.plan.hard_to_change = {"environment"};
  for (RunRecord& run : test.runs) {
    run.block = run.replication;
    run.plot = 2 * run.replication + (run.environment == "a" ? 0 : 1);
  }
  const StatedAnalysis stated = *test.Analyze().main.stated;
  ASSERT_EQ(stated.pairs.size(), 2u);
  const PairComparison& environment = stated.pairs[0].pairs[0].comparison;
  const PairComparison& batch = stated.pairs[1].pairs[0].comparison;
  EXPECT_EQ(environment.verdict, PairVerdict::kCannotTell);
  EXPECT_EQ(batch.verdict, PairVerdict::kSlower);
  EXPECT_GT(*environment.standard_error, 5 * *batch.standard_error);
  // Of two levels Tukey's test is the F test: the same p.
  for (const AnovaRow& row : stated.model.rows) {
    if (row.term == "environment") {
      EXPECT_NEAR(*environment.p, *row.p, 1e-8);
    }
    if (row.term == "batch") {
      EXPECT_NEAR(*batch.p, *row.p, 1e-8);
    }
  }
}

}  // namespace
}  // namespace trena
