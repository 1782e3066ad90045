// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/response.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/test_study.h"
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

TEST(Response, OneReplicationHasSharesButNoTest) {
  TestStudy test = CrossingOf({{"a", {1, 2}}, {"b", {1, 2}}}, 1);
  AddRuns(test, {{15}, {25}, {45}, {75}});  // Jain's 2² example, chapter 17
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.main.stated);
  EXPECT_NEAR(analysis.drivers[0].percent, 76, 0.5);
  EXPECT_NEAR(analysis.drivers[1].percent, 19, 0.5);
  EXPECT_NEAR(analysis.drivers[2].percent, 5, 0.5);
  EXPECT_EQ(analysis.drivers[0].p, std::nullopt);
  EXPECT_EQ(WarningArguments(analysis, warning::kNoReplication),
            (ResponseNames{"C1", "C2", "C3", "C4"}));
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
