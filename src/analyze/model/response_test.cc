// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/response.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/test_study.h"
#include "analyze/verdict_reasons.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

using ResponseNames = std::vector<std::string>;

const ResponseAnalysis* FindOther(const Analysis& analysis, const std::string& metric) {
  for (const ResponseAnalysis& response : analysis.others) {
    if (response.metric == metric) return &response;
  }
  return nullptr;
}

double PercentOf(const ResponseAnalysis& response, const std::string& term) {
  for (const AnovaRow& row : response.stated->model.rows) {
    if (row.term == term) return row.percent.value_or(-1);
  }
  return -1;
}

TEST(Response, JainsTableWhateverTheOrderOfRuns) {
  TestStudy test = JainStudy();
  std::reverse(test.runs.begin(), test.runs.end());
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(response.why_not, "");
  EXPECT_EQ(response.unit, "s");
  EXPECT_EQ(response.factors, (ResponseNames{"memory", "cache"}));
  EXPECT_NEAR(response.stated->model.grand_mean.mean, 41, 1e-12);
  EXPECT_NEAR(response.stated->model.total_ss, 7032, 1e-9);
  EXPECT_NEAR(response.stated->model.rows[0].ss, 5547, 1e-9);
  EXPECT_NEAR(response.stated->model.rows[1].ss, 1083, 1e-9);
  EXPECT_NEAR(response.stated->model.rows[2].ss, 300, 1e-9);
  EXPECT_NEAR(response.stated->model.rows[3].ss, 102, 1e-9);
}

TEST(Response, FactorsThatDoNotVaryInThePlanAreLeftOut) {
  TestStudy test = JainStudy();
  test.study.factors.push_back({"image", {32, 64}});  // as with --only "image == 32"
  for (Scenario& scenario : test.plan.scenarios) scenario.levels.emplace_back("image", 32);
  const ResponseAnalysis response = test.Analyze().main;
  EXPECT_TRUE(response.stated);
  EXPECT_EQ(response.factors, (ResponseNames{"memory", "cache"}));
}

TEST(Response, LogarithmsOnRequest) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{1, std::exp(2)}, {std::exp(4), std::exp(6)}});  // 0, 2, 4, 6 after the logarithm
  test.study.analyze.scale = "log";
  const ResponseAnalysis response = test.Analyze().main;
  ASSERT_TRUE(response.stated);
  EXPECT_EQ(response.unit, "ln s");
  EXPECT_EQ(response.scale, "log");
  EXPECT_NEAR(response.stated->model.grand_mean.mean, 3, 1e-12);
  EXPECT_NEAR(PercentOf(response, "batch"), 80, 1e-9);  // 16 of 16 + 2 + 2
}

TEST(Response, ZeroHasNoLogarithm) {
  TestStudy test = JainStudy();
  test.Run(1, 1).metrics["train_s"] = 0;
  test.study.analyze.scale = "log";
  const ResponseAnalysis response = test.Analyze().main;
  EXPECT_FALSE(response.stated);
  EXPECT_EQ(response.why_not, why_not::kNotPositive);
  EXPECT_EQ(response.why_not_details, ResponseNames{"C2"});
}

// Jain's 2² example, chapter 17: squares 1600, 400 and 100, the last of them the error.
TEST(Response, OneReplicationIsJudgedByTheHighestInteraction) {
  TestStudy test = CrossingOf({{"a", {1, 2}}, {"b", {1, 2}}}, 1);
  AddRuns(test, {{15}, {25}, {45}, {75}});
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  EXPECT_TRUE(analysis.main.stated->choice.without_highest);
  ASSERT_EQ(analysis.drivers.size(), 2u);
  EXPECT_NEAR(analysis.drivers[0].percent, 76, 0.5);
  EXPECT_NEAR(analysis.drivers[1].percent, 19, 0.5);
  // F = 16 with 1 and 1 degrees: 1 − 2 atan(4) ÷ π.
  EXPECT_NEAR(*analysis.drivers[0].p, 0.155958, 1e-6);
  EXPECT_EQ(analysis.drivers[0].evidence, Evidence::kChance);
  EXPECT_EQ(WarningArguments(analysis, warning::kNoReplication),
            (ResponseNames{"C1", "C2", "C3", "C4"}));
}

// Montgomery's example 6.2 (stats/lenth_test.cc), in the order of the scenarios: D is the slowest
// factor. He finds A, C, D, AC and AD; beyond the margin for all effects are all but C.
TEST(Response, OneReplicationOfTwoLevelsIsJudgedByLenth) {
  TestStudy test = CrossingOf({{"D", {1, 2}}, {"C", {1, 2}}, {"B", {1, 2}}, {"A", {1, 2}}}, 1);
  AddRuns(test, {{45},
                 {71},
                 {48},
                 {65},
                 {68},
                 {60},
                 {80},
                 {65},
                 {43},
                 {100},
                 {45},
                 {104},
                 {75},
                 {86},
                 {70},
                 {96}});
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  const ModelAnalysis& model = analysis.main.stated->model;
  ASSERT_TRUE(model.pseudo_error);
  EXPECT_NEAR(model.pseudo_error->standard_error, 2.625, 1e-12);
  std::vector<std::string> effects;
  for (const Driver& driver : analysis.drivers) {
    if (driver.evidence == Evidence::kEffect) effects.push_back(driver.term);
  }
  EXPECT_EQ(effects, (std::vector<std::string>{"A", "C:A", "D:A", "D"}));
  // R: 2*pt(-21.625/2.625, 5).
  EXPECT_NEAR(*analysis.drivers[0].p, 0.000429476393691, 1e-12);
  ASSERT_EQ(model.ranked_effects.size(), 15u);
  EXPECT_EQ(model.ranked_effects.back().term, "A");
  EXPECT_NEAR(model.ranked_effects.back().size, 21.625, 1e-12);
  // R: qnorm((1 + 14.5/15)/2) and qnorm((1 + .5/15)/2).
  EXPECT_NEAR(model.ranked_effects.back().half_normal, 2.128045234, 1e-8);
  EXPECT_NEAR(model.ranked_effects.front().half_normal, 0.04178929782, 1e-9);
  // The difference of A's means has the margin of one effect: 6.7478.
  const FactorPairs& pairs = analysis.main.stated->pairs.back();
  EXPECT_NEAR(*pairs.pairs[0].comparison.high - pairs.pairs[0].comparison.difference,
              6.7477773185453, 1e-6);
  EXPECT_EQ(analysis.verdict, Verdict::kValidWithReservations);
  ASSERT_FALSE(analysis.reservations.empty());
  EXPECT_EQ(analysis.reservations[0].code, reservation::kFewReplications);
}

// Numbers in no order, the largest effect 1.375 and the margin for all 2.935 (R, by the formulas of
// stats/lenth_test.cc): nothing may be said to drive it.
TEST(Response, OneReplicationOfNoiseHasNoDriver) {
  TestStudy test = CrossingOf({{"D", {1, 2}}, {"C", {1, 2}}, {"B", {1, 2}}, {"A", {1, 2}}}, 1);
  AddRuns(test, {{5}, {7}, {6}, {4}, {8}, {5}, {7}, {6}, {4}, {6}, {5}, {8}, {6}, {5}, {4}, {7}});
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated->model.pseudo_error);
  for (const Driver& driver : analysis.drivers) {
    EXPECT_EQ(driver.evidence, Evidence::kChance) << driver.term;
  }
  EXPECT_EQ(analysis.verdict, Verdict::kInconclusive);
}

TEST(Response, OthersAreThoseThatEveryRunHas) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = ThousandthPerSecond("USD");
  for (RunRecord& run : test.runs) run.metrics["accuracy"] = 0.9;
  for (RunRecord& run : test.runs) run.metrics["mem_pct"] = 50;
  test.Run(0, 1).metrics.erase("mem_pct");
  const Analysis analysis = test.Analyze();
  ASSERT_NE(FindOther(analysis, "wall_s"), nullptr);
  ASSERT_NE(FindOther(analysis, "accuracy"), nullptr);
  EXPECT_EQ(FindOther(analysis, "mem_pct"), nullptr);
  EXPECT_EQ(FindOther(analysis, "train_s"), nullptr);
  // Proportional to the training time, so with the same shares.
  ASSERT_NE(FindOther(analysis, "cost"), nullptr);
  EXPECT_NEAR(PercentOf(*FindOther(analysis, "cost"), "memory"), 78.88, 0.005);
  EXPECT_EQ(FindOther(analysis, "cost")->unit, "USD");
}

TEST(Response, CostOfWhatIsFreeIsNotExplained) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = Free();
  EXPECT_EQ(FindOther(test.Analyze(), "cost"), nullptr);
}

TEST(Response, AnotherResponse) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = ThousandthPerSecond("USD");
  test.study.analyze.response = "cost";
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.main.metric, "cost");
  EXPECT_EQ(analysis.drivers[0].term, "memory");
  EXPECT_NE(FindOther(analysis, "train_s"), nullptr);
  EXPECT_EQ(FindOther(analysis, "cost"), nullptr);
}

TEST(WhyNot, NoFactor) {
  TestStudy test = CrossingOf({{"batch", {64}}}, 2);
  AddRuns(test, {{1, 2}});
  EXPECT_EQ(test.Analyze().main.why_not, why_not::kNoFactor);
}

TEST(WhyNot, NothingMeasured) {
  TestStudy test = JainStudy();
  test.runs.clear();
  EXPECT_EQ(test.Analyze().main.why_not, why_not::kNothingMeasured);
}

TEST(WhyNot, UnknownResponse) {
  TestStudy test = JainStudy();
  test.study.analyze.response = "joules";
  const ResponseAnalysis response = test.Analyze().main;
  EXPECT_EQ(response.why_not, why_not::kUnknownResponse);
  EXPECT_EQ(response.why_not_details, ResponseNames{"joules"});
}

TEST(WhyNot, NoFactorHasTwoLevelsMeasuredYet) {
  TestStudy test = CrossingOf({{"batch", {64, 128}}}, 2);
  AddRuns(test, {{1, 2}});
  const ResponseAnalysis response = test.Analyze().main;
  EXPECT_EQ(response.why_not, why_not::kMissingRuns);
  EXPECT_EQ(response.why_not_details, ResponseNames{"C2"});
  EXPECT_EQ(response.left_out, ResponseNames{"batch"});
}

TEST(WhyNot, PendingEnvironment) {
  TestStudy test = CrossingOf({{"environment", {"cpu", "gpu"}}}, 2);
  test.study.environments = {EnvironmentOf("cpu"), EnvironmentOf("gpu", {}, "cuda")};
  AddRuns(test, {{1, 2}});
  const ResponseAnalysis response = test.Analyze().main;
  EXPECT_EQ(response.why_not, why_not::kPendingEnvironments);
  EXPECT_EQ(response.why_not_details, ResponseNames{"gpu"});
}

TEST(WhyNot, NumbersTooLargeToSquare) {
  TestStudy test = JainStudy();
  test.Run(0, 1).metrics["train_s"] = 1e300;
  const ResponseAnalysis response = test.Analyze().main;
  EXPECT_EQ(response.why_not, why_not::kNotComputable);
  EXPECT_EQ(response.why_not_details.size(), 1u);
}

}  // namespace
}  // namespace trena
