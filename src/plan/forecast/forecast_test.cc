// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/forecast.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plan/test_study.h"
#include "plan/work_left.h"

namespace trena {
namespace {

// C1 … C4: small batch 1, small batch 2, large batch 1, large batch 2; twice each, as listed.
// 3.6 USD/h are 0.001 USD a second.
Study TwoMachines(const std::string& small = "3.6 USD/h", const std::string& large = "36 USD/h",
                  const std::string& more = "") {
  auto price = [](const std::string& text) {
    return text.empty() ? "{}" : "{ price: " + text + " }";
  };
  return StudyOf(
      "factors: { environment: [small, large], batch: [1, 2] }\n"
      "fixed: { framework: fake }\n"
      "environments: { small: " +
      price(small) + ", large: " + price(large) +
      " }\n"
      "design: { replications: 2, order: listed }\n" +
      more);
}

Forecast Of(const Study& study, const Plan& plan, const std::vector<RunRecord>& runs) {
  return MakeForecast(study, plan, RemainingRuns(plan, runs, false), runs);
}

void ExpectMoney(const std::optional<Money>& money, double amount, const std::string& currency) {
  ASSERT_TRUE(money.has_value());
  EXPECT_NEAR(money->amount, amount, 1e-12);
  EXPECT_EQ(money->currency, currency);
}

TEST(Forecast, NothingMeasuredNothingKnown) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecast forecast = Of(study, plan, {});
  EXPECT_EQ(forecast.remaining_runs, 8u);
  EXPECT_EQ(forecast.known_runs, 0u);
  EXPECT_EQ(forecast.rough_time, std::nullopt);
  EXPECT_EQ(forecast.known_money, std::nullopt);
  EXPECT_EQ(forecast.rough_money, std::nullopt);
  EXPECT_EQ(forecast.spent, std::nullopt);
  EXPECT_TRUE(forecast.without_price.empty());
}

TEST(Forecast, ByHand) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  // C1 r1 10 s, C3 r1 20 s, both well; C2 r1 failed after 4 s.
  std::vector<RunRecord> runs = {TimedRun(plan, 0, 1, 10), TimedRun(plan, 2, 1, 20),
                                 TimedRun(plan, 1, 1, 4, Outcome::kFailed)};
  Forecast forecast = Of(study, plan, runs);
  // Left: C4 r1 and all four of r2. Known: C1 (10 s) and C3 (20 s); C2 and C4 never ended well and
  // take the mean of those, 15 s: C4 twice and C2 once.
  EXPECT_EQ(forecast.remaining_runs, 5u);
  EXPECT_EQ(forecast.known_runs, 2u);
  EXPECT_DOUBLE_EQ(forecast.known_time.value, 30);
  ASSERT_TRUE(forecast.rough_time.has_value());
  EXPECT_DOUBLE_EQ(forecast.rough_time->value, 30 + 3 * 15);
  ExpectMoney(forecast.known_money, 10 * 0.001 + 20 * 0.01, "USD");
  ExpectMoney(forecast.rough_money, (10 + 15) * 0.001 + (20 + 2 * 15) * 0.01, "USD");
  // Failed attempts are paid for.
  ExpectMoney(forecast.spent, (10 + 4) * 0.001 + 20 * 0.01, "USD");
  EXPECT_EQ(forecast.spent_at_least, forecast.spent);
  EXPECT_EQ(forecast.attempts_without_price, 0u);
}

TEST(Forecast, AScenarioTakesTheMeanOfItsRuns) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TimedRun(plan, 0, 1, 10), TimedRun(plan, 0, 2, 13)};
  Forecast forecast = MakeForecast(study, plan, {0}, runs);
  EXPECT_EQ(forecast.known_runs, 1u);
  EXPECT_DOUBLE_EQ(forecast.known_time.value, 11.5);
}

TEST(Forecast, RunsOfOtherStudiesAreSpentButTellNothing) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  RunRecord other = TimedRun(plan, 0, 1, 1000);
  other.key = "of other values";
  Forecast forecast = Of(study, plan, {other});
  EXPECT_EQ(forecast.known_runs, 0u);
  EXPECT_EQ(forecast.rough_time, std::nullopt);
  ExpectMoney(forecast.spent, 1, "USD");
}

TEST(Forecast, AMissingPriceMakesMoneyMissingNotLess) {
  Study study = TwoMachines("3.6 USD/h", "");
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TimedRun(plan, 0, 1, 10), TimedRun(plan, 2, 1, 20)};
  Forecast forecast = Of(study, plan, runs);
  EXPECT_DOUBLE_EQ(forecast.known_time.value, 30);
  EXPECT_EQ(forecast.known_money, std::nullopt);
  EXPECT_EQ(forecast.rough_money, std::nullopt);
  EXPECT_EQ(forecast.spent, std::nullopt);
  ExpectMoney(forecast.spent_at_least, 0.01, "USD");
  EXPECT_EQ(forecast.attempts_without_price, 1u);
  EXPECT_EQ(forecast.without_price, std::vector<std::string>{"large"});
  // Where only the priced one is left, its money is known.
  ExpectMoney(MakeForecast(study, plan, {0}, runs).known_money, 0.01, "USD");
}

TEST(Forecast, FreeCostsNothingAndIsAPrice) {
  Study study = TwoMachines("free", "36 USD/h");
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TimedRun(plan, 0, 1, 10), TimedRun(plan, 2, 1, 20)};
  Forecast forecast = Of(study, plan, runs);
  ExpectMoney(forecast.spent, 0.2, "USD");
  ExpectMoney(forecast.known_money, 0.2, "USD");
  EXPECT_TRUE(forecast.without_price.empty());
  ExpectMoney(MakeForecast(study, plan, {0}, {runs[0]}).spent, 0, "");
}

// Set-up 10 s and whole minutes: a run of 70 s is charged 120 s, a failed one of 20 s one minute.
TEST(Forecast, ChargesBesideARunsOwnTimeAreInTheMoney) {
  Study study = StudyOf(
      "factors: { batch: [1, 2] }\n"
      "fixed: { framework: fake, environment: small }\n"
      "environments: { small: { price: 3.6 USD/h,\n"
      "  bill: { unit: 1min, setup: 10s, disk: 0.36 USD/h, data: 0.05 USD } } }\n"
      "design: { replications: 3, order: listed }\n");
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TimedRun(plan, 0, 1, 70), TimedRun(plan, 0, 2, 70),
                                 TimedRun(plan, 1, 1, 20, Outcome::kFailed)};
  const double two_minutes = 120 * 0.0011 + 0.05, one_minute = 60 * 0.0011 + 0.05;
  Forecaster forecaster(study, plan);
  for (const RunRecord& run : runs) forecaster.Measured(run);
  for (size_t index : RemainingRuns(plan, runs, false)) forecaster.Await(index);
  Forecast forecast = forecaster.Now();
  ExpectMoney(forecast.spent, 2 * two_minutes + one_minute, "USD");
  ExpectMoney(forecast.known_money, two_minutes, "USD");
  ExpectMoney(forecast.rough_money, 3 * two_minutes, "USD");
  EXPECT_NEAR(forecast.together.money->amount.value, two_minutes, 1e-12);
  EXPECT_NEAR(forecast.places.at(0).money->amount.value, two_minutes, 1e-12);
  ExpectMoney(forecaster.CostOf(0), two_minutes, "USD");
}

TEST(Forecast, SpotThatNeverEndsHasNoPrice) {
  Study study = StudyOf(
      "fixed: { framework: fake, environment: small }\n"
      "environments: { small: { price: 3.6 USD/h, spot: { interrupted_every: 1s } } }\n"
      "design: { replications: 3 }\n");
  Plan plan = PlanOf(study);
  Forecast forecast = Of(study, plan, {TimedRun(plan, 0, 1, 70)});
  EXPECT_TRUE(forecast.together.time.has_value());
  EXPECT_FALSE(forecast.together.money.has_value());
  EXPECT_EQ(forecast.known_money, std::nullopt);
  EXPECT_EQ(forecast.rough_money, std::nullopt);
}

TEST(Forecast, MoneyIsInTheReportsCurrency) {
  Study study = TwoMachines("3.6 USD/h", "free", "report: { currency: BRL, rate: { USD: 5 } }\n");
  Plan plan = PlanOf(study);
  Forecast forecast = MakeForecast(study, plan, {4}, {TimedRun(plan, 0, 1, 10)});
  ExpectMoney(forecast.known_money, 10 * 0.001 * 5, "BRL");
  ExpectMoney(forecast.spent, 0.05, "BRL");
  ExpectMoney(InReportCurrency(study, {2, "USD"}), 10, "BRL");
  ExpectMoney(InReportCurrency(study, {2, "BRL"}), 2, "BRL");
  ExpectMoney(InReportCurrency(study, {0, ""}), 0, "BRL");
  EXPECT_EQ(InReportCurrency(study, {2, "EUR"}), std::nullopt);
}

TEST(Forecast, TwoCurrenciesAreNotAddedUp) {
  Study study = TwoMachines("3.6 USD/h", "36 EUR/h");
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TimedRun(plan, 0, 1, 10), TimedRun(plan, 2, 1, 20)};
  EXPECT_EQ(Of(study, plan, runs).spent, std::nullopt);
  ExpectMoney(Of(study, plan, runs).spent_at_least, 0.01, "USD");
  EXPECT_EQ(Of(study, plan, runs).known_money, std::nullopt);
}

// Nothing is awaited of the piloted scenario, and one does not tell the others.
TEST(Forecast, APilotedScenarioIsTheMeanOfWhatIsNotKnown) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecast forecast = MakeForecast(study, plan, {3}, {}, Piloted(plan.scenarios[0], 50));
  EXPECT_FALSE(forecast.together.time.has_value());
  ASSERT_TRUE(forecast.rough_time.has_value());
  EXPECT_NEAR(forecast.rough_time->value, 50, 1e-9);
  ExpectMoney(forecast.rough_money, 50 * 0.01, "USD");
}

// Batch 2 was never seen: it takes the mean over scenarios, 10 and 40 s, however often each ran.
TEST(Forecast, WhatIsNotKnownTakesTheMeanOverScenarios) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  std::vector<RunRecord> runs = {TimedRun(plan, 0, 1, 10), TimedRun(plan, 0, 2, 10),
                                 TimedRun(plan, 2, 1, 40)};
  ASSERT_EQ(plan.runs[1].scenario, 1u);
  EXPECT_DOUBLE_EQ(MakeForecast(study, plan, {1}, runs).rough_time->value, 25);
  // A pilot tells until the scenario is measured.
  const ForetoldTimes pilots = Piloted(plan.scenarios[0], 70);
  EXPECT_NEAR(MakeForecast(study, plan, {1}, {runs[2]}, pilots).rough_time->value, 55, 1e-9);
  EXPECT_NEAR(MakeForecast(study, plan, {1}, runs, pilots).rough_time->value, 25, 1e-9);
}

TEST(Forecast, PilotsArePaidForByTheirTime) {
  Study study = TwoMachines("3.6 USD/h", "36 USD/h");
  Plan plan = PlanOf(study);
  Forecaster forecaster(study, plan);
  forecaster.Measured(TimedRun(plan, 0, 1, 10));
  forecaster.Paid("large", Seconds{5});
  ExpectMoney(forecaster.Now().spent, 10 * 0.001 + 5 * 0.01, "USD");
  forecaster.Paid("nowhere", Seconds{5});
  EXPECT_EQ(forecaster.Now().spent, std::nullopt);
  ExpectMoney(forecaster.Now().spent_at_least, 0.06, "USD");
}

TEST(Forecast, ARunThatWasNotTimedIsNotCounted) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecast forecast = Of(study, plan, {RunOf(plan, 0, 1, Outcome::kInterrupted)});
  EXPECT_EQ(forecast.spent, std::nullopt);
  EXPECT_EQ(forecast.known_runs, 0u);
}

TEST(Forecast, WhatAPersonSaysIsOfRunsOfWhichNothingElseTells) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecaster forecaster(study, plan);
  // Small batch 1 is known; the model over one scenario tells of no other.
  forecaster.Measured(TimedRun(plan, 0, 1, 10));
  forecaster.Await(1);  // C2, small
  forecaster.Await(2);  // C3, large
  forecaster.Await(4);  // C1 again
  forecaster.Suppose(Seconds{100});
  forecaster.FitModel();
  Forecast forecast = forecaster.Now();
  EXPECT_EQ(forecast.together.by_source[static_cast<size_t>(TimeSource::kGiven)], 2u);
  EXPECT_EQ(forecast.together.by_source[static_cast<size_t>(TimeSource::kRuns)], 1u);
  EXPECT_EQ(forecast.together.time->value, 210);
  EXPECT_FALSE(forecast.together.time->low);
  // 110 s at 0.001 USD and 100 s at 0.01 USD.
  EXPECT_NEAR(forecast.together.money->amount.value, 1.11, 1e-12);
}

TEST(Forecast, ProgramsReadNullWhereNothingIsKnown) {
  Study study = TwoMachines("3.6 USD/h", "");
  Plan plan = PlanOf(study);
  Json none = ToJson(Of(study, plan, {}));
  EXPECT_EQ(none["remaining_runs"], 8);
  EXPECT_TRUE(none["rough_s"].is_null());
  EXPECT_TRUE(none["rough_money"].is_null());
  EXPECT_TRUE(none["spent"].is_null());
  EXPECT_TRUE(none["spent_at_least"].is_null());
  EXPECT_EQ(none["attempts_without_price"], 0);
  EXPECT_EQ(none["without_price"], Json::array({"large"}));
  Json some = ToJson(MakeForecast(study, plan, {0}, {TimedRun(plan, 0, 2, 10)}));
  EXPECT_EQ(some["known_runs"], 1);
  EXPECT_EQ(some["known_s"], 10);
  EXPECT_EQ(some["rough_s"], 10);
  EXPECT_EQ(some["known_money"]["currency"], "USD");
  EXPECT_NEAR(some["known_money"]["amount"].get<double>(), 0.01, 1e-12);
}

// Four scenarios measured twice, C2 never: C1 10 and 11 s, C3 20 and 22 s, C4 40 and 44 s. On the
// log scale every scenario deviates by ln(1.1) ÷ √2.
std::vector<RunRecord> AllButTheSecond(const Plan& plan) {
  std::vector<RunRecord> runs;
  for (auto [scenario, seconds] : {std::pair<size_t, double>(0, 10), {2, 20}, {3, 40}}) {
    runs.push_back(TimedRun(plan, scenario, 1, seconds));
    runs.push_back(TimedRun(plan, scenario, 2, seconds * 1.1));
  }
  return runs;
}

TEST(Forecast, AnotherRunHasTheIntervalOfAPrediction) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecast forecast = MakeForecast(study, plan, {0}, AllButTheSecond(plan));
  ASSERT_TRUE(forecast.deviation);
  EXPECT_EQ(forecast.deviation->df, 3);
  EXPECT_NEAR(forecast.deviation->relative, std::log(1.1) / std::sqrt(2), 1e-12);
  const Expected& all = forecast.together;
  EXPECT_DOUBLE_EQ(all.time->value, 10.5);
  // t of 0.95 with 3 degrees of freedom is 2.353363.
  double factor = std::exp(2.353363 * std::log(1.1) / std::sqrt(2) * std::sqrt(1.5));
  EXPECT_NEAR(*all.time->high, 10.5 * factor, 1e-4);
  EXPECT_NEAR(*all.time->low, 10.5 / factor, 1e-4);
  EXPECT_NEAR(*all.money->amount.high, 10.5 * factor * 0.001, 1e-7);
}

TEST(Forecast, AModelTellsWhatWasNeverMeasured) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecast forecast = MakeForecast(study, plan, {1, 3}, AllButTheSecond(plan));
  ASSERT_EQ(forecast.places.size(), 2u);
  const Expected& small = forecast.places[0];
  EXPECT_EQ(small.environment, "small");
  EXPECT_EQ(small.by_source, (RunsBySource{0, 0, 0, 1}));
  // C4 is twice C3, so C2 is twice C1, in geometric means.
  EXPECT_NEAR(small.time->value, 2 * 10 * std::sqrt(1.1), 1e-9);
  EXPECT_FALSE(small.time->low) << "three effects of three scenarios leave no degree of freedom";
  EXPECT_EQ(forecast.places[1].by_source, (RunsBySource{0, 1, 0, 0}));
  EXPECT_TRUE(forecast.places[1].time->low);
  EXPECT_EQ(forecast.model_scenarios, 3u);
  EXPECT_NEAR(forecast.together.money->amount.value, 20 * std::sqrt(1.1) * 0.001 + 42 * 0.01, 1e-9);
}

TEST(Forecast, APilotTellsBeforeAModelDoesAndARunBeforeAPilot) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  ForetoldTimes told = Piloted(plan.scenarios[1], 30);
  told.by_key.merge(Piloted(plan.scenarios[0], 5).by_key);
  Forecaster forecaster(study, plan, told);
  for (const RunRecord& run : AllButTheSecond(plan)) forecaster.Measured(run);
  forecaster.FitModel();
  std::vector<ScenarioForecast> all = forecaster.PerScenario();
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].estimate.source, TimeSource::kRuns);
  EXPECT_EQ(all[1].estimate.source, TimeSource::kPilot);
  EXPECT_NEAR(all[1].seconds.value, 30, 1e-9);
  ASSERT_TRUE(all[1].seconds.high);
  EXPECT_EQ(forecaster.TimeOf(1), Seconds{all[1].seconds.value});
  Json json = ToJson(plan, all);
  EXPECT_EQ(json[1]["source"], "pilot");
  EXPECT_EQ(json[1]["scenario"], "C2");
}

TEST(Forecast, IsRenewedAfterEveryRun) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecaster forecaster(study, plan);
  for (size_t i = 0; i < plan.runs.size(); ++i) forecaster.Await(i);
  forecaster.FitModel();
  EXPECT_FALSE(forecaster.Now().together.time);
  size_t index = 0;
  for (const RunRecord& run : AllButTheSecond(plan)) {
    forecaster.Measured(run);
    forecaster.NoLonger(index++);
  }
  // As if all had been there from the start.
  Forecast renewed = forecaster.Now();
  Forecast afresh = MakeForecast(study, plan, {6, 7}, AllButTheSecond(plan));
  EXPECT_NEAR(renewed.together.time->value, afresh.together.time->value, 1e-9);
  EXPECT_EQ(renewed.together.by_source, afresh.together.by_source);
  EXPECT_NEAR(*renewed.together.time->high, *afresh.together.time->high, 1e-9);
}

TEST(Forecast, EverySourceIsInTheJson) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Json json = ToJson(MakeForecast(study, plan, {1, 3}, AllButTheSecond(plan)));
  EXPECT_EQ(json["confidence"], 0.9);
  EXPECT_EQ(json["sources"]["model"], 1);
  EXPECT_EQ(json["sources"]["runs"], 1);
  EXPECT_EQ(json["environments"][0]["environment"], "small");
  EXPECT_TRUE(json["time"]["low"].is_null());
  EXPECT_FALSE(json["environments"][1]["money"]["high"].is_null());
}

}  // namespace
}  // namespace trena
