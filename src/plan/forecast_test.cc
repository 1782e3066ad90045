// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast.h"

#include <gtest/gtest.h>

#include "plan/remaining.h"
#include "plan/test_study.h"

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
  EXPECT_EQ(Of(study, plan, runs).known_money, std::nullopt);
}

TEST(Forecast, ARunThatWasNotTimedIsNotCounted) {
  Study study = TwoMachines();
  Plan plan = PlanOf(study);
  Forecast forecast = Of(study, plan, {RunOf(plan, 0, 1, Outcome::kInterrupted)});
  EXPECT_EQ(forecast.spent, std::nullopt);
  EXPECT_EQ(forecast.known_runs, 0u);
}

TEST(Forecast, ProgramsReadNullWhereNothingIsKnown) {
  Study study = TwoMachines("3.6 USD/h", "");
  Plan plan = PlanOf(study);
  Json none = ToJson(Of(study, plan, {}));
  EXPECT_EQ(none["remaining_runs"], 8);
  EXPECT_TRUE(none["rough_s"].is_null());
  EXPECT_TRUE(none["rough_money"].is_null());
  EXPECT_TRUE(none["spent"].is_null());
  EXPECT_EQ(none["without_price"], Json::array({"large"}));
  Json some = ToJson(MakeForecast(study, plan, {0}, {TimedRun(plan, 0, 2, 10)}));
  EXPECT_EQ(some["known_runs"], 1);
  EXPECT_EQ(some["known_s"], 10);
  EXPECT_EQ(some["rough_s"], 10);
  EXPECT_EQ(some["known_money"]["currency"], "USD");
  EXPECT_NEAR(some["known_money"]["amount"].get<double>(), 0.01, 1e-12);
}

}  // namespace
}  // namespace trena
