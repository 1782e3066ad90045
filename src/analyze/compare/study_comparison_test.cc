// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/study_comparison.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analyze/compare/threshold_guard.h"
#include "analyze/test_study.h"
#include "measure/program/guards/guard.h"  // a Guard of runs, which this header once had another one of

namespace trena {
namespace {

using Metrics = ComparisonRequest::Metrics;

StudySide SideOf(const TestStudy& test, const std::string& name) {
  return {.name = name, .analysis = test.Analyze(), .report = test.study.report};
}

TestStudy Timed(const std::vector<std::vector<double>>& seconds) {
  std::vector<Value> batches;
  for (size_t i = 0; i < seconds.size(); ++i) batches.emplace_back(static_cast<double>(i + 1));
  TestStudy test = CrossingOf({{"batch", batches}}, 3);
  AddRuns(test, seconds);
  return test;
}

StudyComparison Compared(const TestStudy& first, const TestStudy& second,
                         const ComparisonRequest& request = {}) {
  auto comparison = CompareStudies(SideOf(first, "before"), SideOf(second, "after"), request);
  EXPECT_TRUE(comparison.ok()) << comparison.error().message();
  return std::move(comparison).value();
}

// testdata/make_sample_ratios.R, case 1: t.test(log(b), log(a)).
const std::vector<double> kA = {10.1, 10.4, 9.9};
const std::vector<double> kB = {11.0, 10.8, 11.3};

TEST(StudyComparison, OneScenarioIsWelchsTestOfLogarithms) {
  const StudyComparison found = Compared(Timed({kA}), Timed({kB}));
  ASSERT_EQ(found.metrics.size(), 1u);
  const MetricChange& time = found.metrics[0];
  EXPECT_EQ(time.metric, "train_s");
  ASSERT_EQ(time.scenarios.size(), 1u);
  const ScenarioChange& change = time.scenarios[0];
  EXPECT_EQ(change.first_n, 3u);
  EXPECT_NEAR(*change.first_mean, std::cbrt(10.1 * 10.4 * 9.9), 1e-9);
  EXPECT_NEAR(change.ratio->interval.ratio, 1.0888506769967947, 1e-9);
  EXPECT_NEAR(*change.ratio->interval.low, 1.0315184684787881, 1e-9);
  EXPECT_NEAR(*change.ratio->interval.high, 1.1493694325655772, 1e-9);
  EXPECT_NEAR(*change.p, 0.012049187574520311, 1e-9);
  EXPECT_EQ(change.verdict, PairVerdict::kSlower);
  EXPECT_NEAR(*time.overall->low, 1.0315184684787881, 1e-9);
  EXPECT_FALSE(time.by_scenarios);
  EXPECT_EQ(found.guard, ThresholdVerdict::kNotAsked);
}

// 24 scenarios: R's interval at 1 - 0.05 ÷ 24, and p times 24.
TEST(StudyComparison, AllowsForTheNumberOfScenarios) {
  const StudyComparison found = Compared(Timed(std::vector(24, kA)), Timed(std::vector(24, kB)));
  const MetricChange& time = found.metrics[0];
  EXPECT_EQ(time.tested, 24u);
  for (const ScenarioChange& change : time.scenarios) {
    EXPECT_NEAR(*change.ratio->interval.low, 0.94769486487792276, 1e-9);
    EXPECT_NEAR(*change.ratio->interval.high, 1.2510311501467304, 1e-9);
    EXPECT_NEAR(*change.p, 24 * 0.012049187574520311, 1e-9);
    EXPECT_EQ(change.verdict, PairVerdict::kCannotTell);
  }
  // Together they tell: the same ratio, an error of a single one divided by the root of 24.
  EXPECT_NEAR(time.overall->ratio, 1.0888506769967947, 1e-9);
  EXPECT_EQ(time.verdict, PairVerdict::kSlower);
  EXPECT_GT(*time.overall->low, 1.07);
}

TEST(StudyComparison, FasterTheSameAndCannotTell) {
  const StudyComparison found =
      Compared(Timed({{10, 10.01, 9.99}, {10, 10.01, 9.99}, {10, 10.01, 9.99}, {10}}),
               Timed({{5, 5.01, 4.99}, {10.1, 10.11, 10.09}, {8, 12, 10}, {11}}));
  const auto& changes = found.metrics[0].scenarios;
  EXPECT_EQ(changes[0].verdict, PairVerdict::kFaster);
  EXPECT_EQ(changes[1].verdict, PairVerdict::kSame) << "1 % more, certainly within 5 %";
  EXPECT_EQ(changes[2].verdict, PairVerdict::kCannotTell);
  EXPECT_EQ(changes[3].verdict, PairVerdict::kCannotTell) << "single runs";
  EXPECT_NEAR(changes[3].ratio->interval.ratio, 1.1, 1e-12);
  EXPECT_EQ(found.metrics[0].tested, 3u);
  EXPECT_EQ(found.varying, std::vector<std::string>{"batch"});
}

// Single runs have no spread: then what is known is how ratios differ. exp(t.test(log(c(1.1, 1.2,
// 1.3)))$conf.int) in R is 0.9728219756 1.4733688478, about a mean of 1.197215767.
TEST(StudyComparison, OfSingleRunsByTheSpreadOfRatios) {
  const StudyComparison found = Compared(Timed({{10}, {10}, {10}}), Timed({{11}, {12}, {13}}));
  const MetricChange& time = found.metrics[0];
  EXPECT_TRUE(time.by_scenarios);
  EXPECT_NEAR(time.overall->ratio, 1.197215767, 1e-9);
  EXPECT_NEAR(*time.overall->low, 0.9728219756, 1e-9);
  EXPECT_NEAR(*time.overall->high, 1.4733688478, 1e-9);
}

// Ten runs of a clock that ticks once a second say nothing of how far chance goes.
TEST(StudyComparison, RunsThatDoNotDifferCannotTell) {
  const StudyComparison found = Compared(Timed({{10, 10, 10}, {10, 10}}),
                                         Timed({{12, 12, 12}, {12, 12}}), {.threshold = 0.5});
  for (const ScenarioChange& change : found.metrics[0].scenarios) {
    EXPECT_NEAR(change.ratio->interval.ratio, 1.2, 1e-12);
    EXPECT_FALSE(change.ratio->interval.low || change.ratio->interval.high);
    EXPECT_EQ(change.verdict, PairVerdict::kCannotTell);
    EXPECT_FALSE(change.detectable);
  }
  EXPECT_NEAR(found.metrics[0].overall->ratio, 1.2, 1e-12);
  EXPECT_FALSE(found.metrics[0].overall->low) << "nor do equal ratios";
  EXPECT_EQ(found.guard, ThresholdVerdict::kCannotJudge);
}

TEST(StudyComparison, TheThresholdIsCrossedWithCertaintyAlone) {
  const TestStudy before = Timed({{10, 10.1, 9.9}});
  const auto guard = [&](const std::vector<double>& after) {
    return Compared(before, Timed({after}), {.threshold = 0.05}).guard;
  };
  EXPECT_EQ(guard({12, 12.1, 11.9}), ThresholdVerdict::kCrossed);
  EXPECT_EQ(guard({10.6, 10.7, 10.5}), ThresholdVerdict::kCannotJudge)
      << "6 % more, but not certainly above 5 %, nor certainly below";
  EXPECT_EQ(guard({10.1, 10.2, 10}), ThresholdVerdict::kKept) << "1 % more, certainly below 5 %";
  EXPECT_EQ(guard({5, 5.1, 4.9}), ThresholdVerdict::kKept);
  EXPECT_EQ(guard({20}), ThresholdVerdict::kCannotJudge) << "a single run has no interval";
}

TEST(StudyComparison, OneScenarioIsEnoughToCross) {
  const StudyComparison found =
      Compared(Timed({{10, 10.1, 9.9}, {10, 10.1, 9.9}}), Timed({{20, 20.2, 19.8}, {5, 5.1, 4.9}}),
               {.threshold = 0.05});
  EXPECT_NEAR(found.metrics[0].overall->ratio, 1, 0.01);
  EXPECT_TRUE(found.metrics[0].scenarios[0].crossed);
  EXPECT_FALSE(found.metrics[0].scenarios[1].crossed);
  EXPECT_FALSE(found.metrics[0].crossed);
  EXPECT_EQ(found.guard, ThresholdVerdict::kCrossed);
}

TEST(StudyComparison, WhatFailsNowCrossesAnyThreshold) {
  TestStudy before = Timed({kA, kA}), after = Timed({kA, {}});
  after.AddRun(1, 1, Outcome::kOutOfMemory);
  const StudyComparison found = Compared(before, after, {.threshold = 0.5});
  EXPECT_EQ(found.failed_second, std::vector<size_t>{1});
  EXPECT_TRUE(found.failed_first.empty());
  EXPECT_FALSE(found.metrics[0].scenarios[1].ratio);
  EXPECT_EQ(found.metrics[0].ratios, 1u);
  EXPECT_EQ(found.guard, ThresholdVerdict::kCrossed);
  EXPECT_EQ(Compared(after, before).failed_first, std::vector<size_t>{1});
  EXPECT_EQ(Compared(after, before, {.threshold = 0.5}).guard, ThresholdVerdict::kKept)
      << "it ends well now: nothing is worse";
}

using Reasons = std::vector<std::pair<GuardReason, std::optional<size_t>>>;

Reasons ReasonsOf(const StudyComparison& comparison) {
  Reasons reasons;
  for (const GuardFinding& finding : comparison.guard_findings) {
    reasons.emplace_back(finding.reason, finding.item);
  }
  return reasons;
}

TEST(ThresholdGuard, AScenarioThatIsNotThereIsNotKept) {
  const TestStudy both = Timed({kA, kA}), one = Timed({kA, {}});
  const StudyComparison found = Compared(both, one, {.threshold = 0.5});
  EXPECT_EQ(found.guard, ThresholdVerdict::kCannotJudge);
  EXPECT_EQ(ReasonsOf(found), (Reasons{{GuardReason::kMissing, 0}}));
  EXPECT_EQ(Compared(one, both, {.threshold = 0.5}).guard, ThresholdVerdict::kKept)
      << "one that is new has nothing to be held against";
}

TEST(ThresholdGuard, OneScenarioThatCannotBeJudgedIsEnough) {
  const StudyComparison single = Compared(Timed({kA, {10}}), Timed({kA, {10}}), {.threshold = 0.5});
  EXPECT_EQ(single.guard, ThresholdVerdict::kCannotJudge);
  EXPECT_EQ(ReasonsOf(single), (Reasons{{GuardReason::kFewRuns, 1}}));
  const StudyComparison wide =
      Compared(Timed({kA, kA}), Timed({kA, {2, 10, 50}}), {.threshold = 0.5});
  EXPECT_EQ(ReasonsOf(wide), (Reasons{{GuardReason::kWide, 1}}));
}

TEST(ThresholdGuard, RunsThatFailNowCross) {
  TestStudy after = Timed({{10.1, 10.4}});
  after.AddRun(0, 3, Outcome::kFailed);
  const StudyComparison found = Compared(Timed({kA}), after, {.threshold = 0.5});
  EXPECT_EQ(found.guard, ThresholdVerdict::kCrossed);
  EXPECT_EQ(ReasonsOf(found), (Reasons{{GuardReason::kFailsMore, 0}}));
  EXPECT_EQ(Compared(after, after, {.threshold = 0.5}).guard, ThresholdVerdict::kKept)
      << "they did before";
}

TEST(ThresholdGuard, CostsThatCannotBeComparedAreNotKept) {
  TestStudy priced = Timed({kA});
  priced.study.environments[0].price = Price{1, "USD", false};
  const StudyComparison found = Compared(priced, Timed({kA}), {.threshold = 0.5});
  EXPECT_EQ(ReasonsOf(found), (Reasons{{GuardReason::kCostUnknown, std::nullopt}}));
  EXPECT_EQ(Compared(priced, Timed({kA}), {.metrics = Metrics::kTime, .threshold = 0.5}).guard,
            ThresholdVerdict::kKept);
  EXPECT_EQ(Compared(Timed({kA}), Timed({kA}), {.threshold = 0.5}).guard, ThresholdVerdict::kKept)
      << "nobody has a price";
}

// exp(half the width of the logarithm's interval) - 1, of R's 1.0315 to 1.1494: a change of 5.56 %
// has an interval that begins at 1.
TEST(ThresholdGuard, WhatCouldHaveBeenSeen) {
  const StudyComparison found = Compared(Timed({kA}), Timed({kB}));
  EXPECT_NEAR(*found.metrics[0].scenarios[0].detectable,
              std::sqrt(1.1493694325655772 / 1.0315184684787881) - 1, 1e-9);
  EXPECT_FALSE(Compared(Timed({{10}}), Timed({kB})).metrics[0].scenarios[0].detectable);
}

TestStudy Priced(TestStudy test, double per_hour, const std::string& currency) {
  test.study.environments[0].price = Price{per_hour, currency, false};
  return test;
}

TEST(StudyComparison, CostsThatFollowTheTimeAreNotSaidTwice) {
  const TestStudy before = Priced(Timed({kA}), 1, "USD"), after = Priced(Timed({kB}), 1, "USD");
  const StudyComparison both = Compared(before, after);
  EXPECT_EQ(both.no_cost, NoCost::kSameAsTime);
  EXPECT_EQ(both.metrics.size(), 1u);
  const StudyComparison cost = Compared(before, after, {.metrics = Metrics::kCost});
  ASSERT_EQ(cost.metrics.size(), 1u);
  EXPECT_EQ(cost.metrics[0].metric, "cost");
  EXPECT_NEAR(cost.metrics[0].overall->ratio, 1.0888506769967947, 1e-9);
}

// Faster, and dearer all the same: twice the price.
TEST(StudyComparison, CostHasAVerdictOfItsOwn) {
  const StudyComparison found =
      Compared(Priced(Timed({kB}), 1, "USD"), Priced(Timed({kA}), 2, "USD"), {.threshold = 0.05});
  ASSERT_EQ(found.metrics.size(), 2u);
  EXPECT_EQ(found.metrics[0].verdict, PairVerdict::kFaster);
  EXPECT_EQ(found.metrics[1].verdict, PairVerdict::kSlower);
  EXPECT_NEAR(found.metrics[1].overall->ratio, 2 / 1.0888506769967947, 1e-9);
  EXPECT_EQ(found.guard, ThresholdVerdict::kCrossed);
  EXPECT_EQ(Compared(Priced(Timed({kB}), 1, "USD"), Priced(Timed({kA}), 2, "USD"),
                     {.metrics = Metrics::kTime, .threshold = 0.05})
                .guard,
            ThresholdVerdict::kKept);
}

TEST(StudyComparison, CurrenciesMeetOnlyByADatedRate) {
  const TestStudy dollars = Priced(Timed({kA}), 1, "USD");
  TestStudy reais = Priced(Timed({kB}), 5, "BRL");
  reais.study.report.currency = "BRL";
  reais.study.report.rates = {{"USD", 4}};
  EXPECT_EQ(Compared(dollars, reais).no_cost, NoCost::kNoRate);
  const auto refused = CompareStudies(SideOf(dollars, "before"), SideOf(reais, "after"),
                                      {.metrics = Metrics::kCost});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::kInput);
  EXPECT_NE(refused.error().message().find("before is in USD and after in BRL"), std::string::npos);
  reais.study.report.rate_date = "2024-01-15";
  const StudyComparison found = Compared(dollars, reais);
  ASSERT_EQ(found.metrics.size(), 2u);
  EXPECT_EQ(found.metrics[1].currency, "BRL");
  EXPECT_NEAR(found.metrics[1].overall->ratio, 5.0 / 4 * 1.0888506769967947, 1e-9);
  EXPECT_EQ(found.rate->date, "2024-01-15");
}

TEST(StudyComparison, WithoutAPriceOnOneSide) {
  const TestStudy priced = Priced(Timed({kA}), 1, "USD"), none = Timed({kB});
  EXPECT_EQ(Compared(priced, none).no_cost, NoCost::kNoPrice);
  const auto refused =
      CompareStudies(SideOf(priced, "before"), SideOf(none, "after"), {.metrics = Metrics::kCost});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message().substr(0, 18), "after has no price");
}

TEST(StudyComparison, WholeRunsWhereOneSideTellsNoTraining) {
  TestStudy whole = Timed({{12, 12.2, 11.9}});
  for (RunRecord& run : whole.runs) run.metrics = {{"wall_s", *run.metric("train_s")}};
  const StudyComparison found =
      Compared(Priced(Timed({{10, 10.1, 9.9}}), 1, "USD"), Priced(whole, 1, "USD"));
  EXPECT_EQ(found.metrics[0].metric, "wall_s");
  EXPECT_EQ(found.metrics[0].scenarios[0].first_n, 3u);
  EXPECT_EQ(found.no_cost, NoCost::kOtherTime);
}

// After a stop rule, what is called 95 % takes a higher quantile.
TEST(StudyComparison, TakesTheHigherQuantileOfTheTwo) {
  StudySide before = SideOf(Timed({kA}), "before"), after = SideOf(Timed({kB}), "after");
  after.confidence = 1 - 0.05 / 24;
  const auto found = CompareStudies(std::move(before), std::move(after), {});
  ASSERT_TRUE(found.ok());
  EXPECT_NEAR(*found.value().metrics[0].scenarios[0].ratio->interval.low, 0.94769486487792276,
              1e-9);
}

}  // namespace
}  // namespace trena
