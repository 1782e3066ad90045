// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/budget.h"

#include <gtest/gtest.h>

#include "plan/test_study.h"
#include "plan/work_left.h"

namespace trena {
namespace {

constexpr double kDeadline = 1705341600;  // 2024-01-15 18:00

// Two scenarios, three replications; 3.6 USD/h are 0.001 USD a second.
Study Limited(const std::string& limits) {
  return StudyOf(
      "factors: { batch: [1, 2] }\nfixed: { framework: fake }\n"
      "environments: { here: { price: 3.6 USD/h } }\n"
      "design: { replications: 3, order: listed }\n" +
      limits);
}

struct Planned {
  Study study;
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {};
  explicit Planned(const std::string& limits) : study(Limited(limits)) {}

  // The first replication took 10 s and 20 s; the second 11 s and 19 s.
  void Measure() {
    runs = {TimedRun(plan, 0, 1, 10), TimedRun(plan, 1, 1, 20), TimedRun(plan, 0, 2, 11),
            TimedRun(plan, 1, 2, 19)};
  }
  SpendingLimits At(double now) const {
    Forecast forecast = MakeForecast(study, plan, RemainingRuns(plan, runs, false), runs);
    return FindSpendingLimits(study, forecast, now);
  }
  Limit Crossed(size_t index, double now) const {
    Forecaster forecaster(study, plan);
    for (const RunRecord& run : runs) forecaster.Measured(run);
    return LimitCrossed(study, forecaster, index, now);
  }
};

TEST(SpendingLimits, WithoutAnyThereAreNone) {
  Planned planned("");
  planned.Measure();
  SpendingLimits limits = planned.At(kDeadline);
  EXPECT_FALSE(limits.budget);
  EXPECT_FALSE(limits.deadline);
  EXPECT_EQ(planned.Crossed(0, 1e12), Limit::kNone);
  EXPECT_TRUE(ToJson(limits).empty());
}

// 60 s are spent: 0.06 USD; 10.5 s and 19.5 s are left, 0.03 USD.
TEST(SpendingLimits, TheBudgetIsForWhatIsSpentAndWhatIsLeft) {
  for (auto [budget, fit] : {std::pair("0.2 USD", Fit::kFits),
                             {"0.0905 USD", Fit::kUnsure},
                             {"0.089 USD", Fit::kDoesNot},
                             {"0.05 USD", Fit::kDoesNot}}) {
    Planned planned(std::string("budget: ") + budget + "\n");
    planned.Measure();
    EXPECT_EQ(planned.At(0).money, fit) << budget;
  }
}

TEST(SpendingLimits, TheDeadlineIsForTheRunsOneAfterTheOther) {
  Planned planned("deadline: 2024-01-15 18:00\n");
  EXPECT_EQ(planned.At(kDeadline - 1000).time, Fit::kUnknown) << "nothing is known";
  EXPECT_EQ(planned.At(kDeadline + 1).time, Fit::kDoesNot) << "it has passed";
  planned.Measure();
  EXPECT_EQ(planned.At(kDeadline - 1000).time, Fit::kFits);
  EXPECT_EQ(planned.At(kDeadline - 30.5).time, Fit::kUnsure);
  EXPECT_EQ(planned.At(kDeadline - 29).time, Fit::kDoesNot);
  Json json = ToJson(planned.At(kDeadline - 29));
  EXPECT_EQ(json["deadline"]["at"], "2024-01-15 18:00 UTC");
  EXPECT_EQ(json["deadline"]["fit"], "does_not");
}

TEST(SpendingLimits, ABudgetInAnotherCurrencyIsKeptAsItWasGiven) {
  EXPECT_FALSE(Planned("budget: 0.2 USD\n").At(0).given_budget);
  const SpendingLimits limits =
      Planned(
          "budget: 200 USD\nreport: { currency: BRL, rate: { USD: 4.865, date: 2024-01-15 } }\n")
          .At(0);
  EXPECT_EQ(limits.given_budget, (Money{200, "USD"}));
  ASSERT_TRUE(limits.budget);
  EXPECT_EQ(limits.budget->currency, "BRL");
  EXPECT_NEAR(limits.budget->amount, 973, 1e-9);
}

TEST(SpendingLimits, NothingLeftAlwaysFits) {
  Planned planned("budget: 0.2 USD\ndeadline: 2024-01-15 18:00\n");
  planned.Measure();
  planned.runs.push_back(TimedRun(planned.plan, 0, 3, 10));
  planned.runs.push_back(TimedRun(planned.plan, 1, 3, 10));
  SpendingLimits limits = planned.At(kDeadline + 5);
  EXPECT_EQ(limits.money, Fit::kFits);
  EXPECT_EQ(limits.time, Fit::kFits);
}

TEST(SpendingLimits, NoRunStartsThatWouldCrossTheBudget) {
  Planned planned("budget: 0.075 USD\n");
  EXPECT_EQ(planned.Crossed(0, 0), Limit::kNone) << "nothing is known of it";
  planned.Measure();  // 0.06 USD
  EXPECT_EQ(planned.Crossed(4, 0), Limit::kNone) << "10.5 s more fit";
  EXPECT_EQ(planned.Crossed(5, 0), Limit::kBudget) << "19.5 s do not";
}

TEST(SpendingLimits, TheFirstRunIsHeldToTheBudgetToo) {
  Planned planned("budget: 0.01 USD\n");
  Forecaster forecaster(planned.study, planned.plan, Piloted(planned.plan.scenarios[0], 100));
  EXPECT_EQ(LimitCrossed(planned.study, forecaster, 0, 0), Limit::kBudget) << "by its pilot";
}

TEST(SpendingLimits, ASpentBudgetStopsWhatIsNotKnownToo) {
  Planned planned("budget: 0.01 USD\n");
  planned.runs = {TimedRun(planned.plan, 0, 1, 10)};
  EXPECT_EQ(planned.Crossed(1, 0), Limit::kBudget);
}

// 36 USD/h are 0.01 USD a second; runs alternate between a and b.
struct PartlyPriced {
  Study study;
  Plan plan = PlanOf(study);
  Forecaster forecaster{study, plan};
  explicit PartlyPriced(const std::string& budget)
      : study(StudyOf("factors: { environment: [a, b] }\nfixed: { framework: fake }\n"
                      "environments: { a: { price: 36 USD/h }, b: {} }\n"
                      "design: { replications: 3, order: listed }\nbudget: " +
                      budget + "\n")) {
    forecaster.Measured(TimedRun(plan, 0, 1, 60));
    forecaster.Measured(TimedRun(plan, 1, 1, 60));
    for (size_t index = 2; index < 6; ++index) forecaster.Await(index);
  }
};

// Each of a's two would fit, both do not; b's has no price.
TEST(SpendingLimits, WhatStartsTogetherIsPaidTogether) {
  PartlyPriced one("1.3 USD");
  auto crossed = [&](const std::vector<size_t>& together) {
    return LimitCrossed(one.study, one.forecaster, together, 0);
  };
  EXPECT_EQ(crossed({2}), Limit::kNone);
  EXPECT_EQ(crossed({2, 3}), Limit::kNone);
  EXPECT_EQ(crossed({2, 3, 4}), Limit::kBudget);
  one.study.budget.reset();
  one.study.deadline = Seconds{130};
  EXPECT_EQ(crossed({2, 3}), Limit::kNone) << "two times 60 s";
  EXPECT_EQ(crossed({2, 3, 4}), Limit::kDeadline);
}

TEST(SpendingLimits, AnAttemptWithoutAPriceDoesNotEndTheBudget) {
  PartlyPriced one("1 USD");
  EXPECT_EQ(LimitCrossed(one.study, one.forecaster, 2, 0), Limit::kBudget)
      << "0.60 USD were spent on a at least, and another 0.60 would be";
  EXPECT_EQ(LimitCrossed(one.study, one.forecaster, 3, 0), Limit::kNone) << "b has no price";
  PartlyPriced spent("0.6 USD");
  EXPECT_EQ(LimitCrossed(spent.study, spent.forecaster, 3, 0), Limit::kBudget)
      << "nothing is left for what has no price";
  PartlyPriced more("1.3 USD");
  EXPECT_EQ(LimitCrossed(more.study, more.forecaster, 2, 0), Limit::kNone);
}

// 0.60 USD are spent on a, 1.20 more are to come there.
TEST(SpendingLimits, WhatHasNoPriceMakesTheFitUnknownNotGood) {
  for (auto [budget, fit] : {std::pair("0.5 USD", Fit::kDoesNot),
                             {"1.7 USD", Fit::kDoesNot},
                             {"1.9 USD", Fit::kUnknown}}) {
    PartlyPriced partly(budget);
    EXPECT_EQ(FindSpendingLimits(partly.study, partly.forecaster.Now(), 0).money, fit) << budget;
  }
  // The rest is on a alone and its price known, but what b cost is not.
  PartlyPriced partly("1.9 USD");
  partly.forecaster.NoLonger(3);
  partly.forecaster.NoLonger(5);
  EXPECT_EQ(FindSpendingLimits(partly.study, partly.forecaster.Now(), 0).money, Fit::kUnknown);
  partly.forecaster.NoLonger(2);
  partly.forecaster.NoLonger(4);
  EXPECT_EQ(FindSpendingLimits(partly.study, partly.forecaster.Now(), 0).money, Fit::kFits)
      << "nothing is left";
}

TEST(SpendingLimits, NoRunStartsThatWouldEndAfterTheDeadline) {
  Planned planned("deadline: 2024-01-15 18:00\n");
  EXPECT_EQ(planned.Crossed(0, kDeadline - 1), Limit::kNone) << "nothing is known of it";
  EXPECT_EQ(planned.Crossed(0, kDeadline), Limit::kDeadline);
  planned.Measure();
  EXPECT_EQ(planned.Crossed(4, kDeadline - 10.6), Limit::kNone);
  EXPECT_EQ(planned.Crossed(4, kDeadline - 10.4), Limit::kDeadline);
}

}  // namespace
}  // namespace trena
