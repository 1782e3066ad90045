// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/pricing.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"
#include "analyze/warnings.h"
#include "plan/forecast/forecast.h"

namespace trena {
namespace {

using PricingNames = std::vector<std::string>;

// Two environments at two prices, with one run of 100 s (and 10 s beside it) on each.
TestStudy TwoPrices(std::optional<Price> first, std::optional<Price> second) {
  TestStudy test = CrossingOf({{"environment", {"a", "b"}}}, 1);
  test.study.environments = {EnvironmentOf("a", first), EnvironmentOf("b", second)};
  AddRuns(test, {{100}, {100}});
  return test;
}

std::optional<double> CostOf(const Analysis& analysis, size_t scenario) {
  const auto& metrics = analysis.scenarios[scenario].metrics;
  const auto it = metrics.find("cost");
  return it == metrics.end() ? std::nullopt : it->second.summary.mean;
}

TEST(Pricing, OwnCurrencyWherePricesAgree) {
  const Analysis analysis =
      TwoPrices(ThousandthPerSecond("USD"), Price{7.2, "USD", false}).Analyze();
  EXPECT_EQ(analysis.cost.currency, "USD");
  EXPECT_NEAR(*CostOf(analysis, 0), 0.1, 1e-12);
  EXPECT_NEAR(*CostOf(analysis, 1), 0.2, 1e-12);
  EXPECT_NEAR(*analysis.cost.spent, 0.11 + 0.22, 1e-12);
  EXPECT_NEAR(*analysis.scenarios[1].metrics.at("bill").summary.mean, 0.22, 1e-12);
}

TEST(Pricing, ConvertsAtTheStudysRate) {
  TestStudy test = JainStudy();
  test.study.environments[0].price = ThousandthPerSecond("USD");
  test.study.report.currency = "BRL";
  test.study.report.rates = {{"USD", 4.865}};
  test.study.budget = Money{200, "USD"};
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.cost.currency, "BRL");
  EXPECT_NEAR(*CostOf(analysis, 0), 0.015 * 4.865, 1e-12);
  EXPECT_NEAR(*analysis.cost.spent, 0.612 * 4.865, 1e-12);
  EXPECT_NEAR(*analysis.cost.budget, 973, 1e-9);
  EXPECT_EQ(analysis.cost.given_budget, (Money{200, "USD"})) << "as the study has it";
  EXPECT_EQ(WarningArguments(analysis, warning::kNoRate), std::nullopt);
}

TEST(Pricing, WithoutARateThePricesOwnCurrencyIsKept) {
  TestStudy test = TwoPrices(ThousandthPerSecond("USD"), ThousandthPerSecond("USD"));
  test.study.report.currency = "BRL";
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.cost.currency, "USD");
  EXPECT_NEAR(*CostOf(analysis, 0), 0.1, 1e-12);
  EXPECT_EQ(WarningArguments(analysis, warning::kNoRate), (PricingNames{"USD", "BRL"}));
}

TEST(Pricing, OneOfTwoCurrenciesWithoutARateHasNoCost) {
  TestStudy test = TwoPrices(ThousandthPerSecond("USD"), ThousandthPerSecond("EUR"));
  test.study.report.currency = "BRL";
  test.study.report.rates = {{"USD", 5}};
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.cost.currency, "BRL");
  EXPECT_NEAR(*CostOf(analysis, 0), 0.5, 1e-12);
  EXPECT_EQ(CostOf(analysis, 1), std::nullopt);
  EXPECT_EQ(WarningArguments(analysis, warning::kNoRate), (PricingNames{"EUR", "BRL"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kNotBilled), PricingNames{"1"});
  EXPECT_NEAR(*analysis.cost.spent, 0.55, 1e-12);
}

TEST(Pricing, CurrenciesThatDisagreeAreNotAdded) {
  const Analysis analysis =
      TwoPrices(ThousandthPerSecond("USD"), ThousandthPerSecond("EUR")).Analyze();
  EXPECT_EQ(analysis.cost.currency, "");
  EXPECT_EQ(CostOf(analysis, 0), std::nullopt);
  EXPECT_EQ(analysis.cost.spent, std::nullopt);
  EXPECT_EQ(WarningArguments(analysis, warning::kMixedCurrencies), (PricingNames{"EUR", "USD"}));
}

TEST(Pricing, FreeIsZeroAndMissingIsMissing) {
  const Analysis analysis = TwoPrices(Free(), std::nullopt).Analyze();
  EXPECT_EQ(CostOf(analysis, 0), 0);
  EXPECT_EQ(CostOf(analysis, 1), std::nullopt);
  EXPECT_EQ(analysis.cost.spent, 0);
  EXPECT_EQ(analysis.cost.without_price, PricingNames{"b"});
  EXPECT_EQ(WarningArguments(analysis, warning::kNoPrice), PricingNames{"b"});
}

TEST(Pricing, NoPriceAtAll) {
  const Analysis analysis = TwoPrices(std::nullopt, std::nullopt).Analyze();
  EXPECT_EQ(analysis.cost.currency, "");
  EXPECT_EQ(analysis.cost.spent, std::nullopt);
  EXPECT_EQ(analysis.cost.cheapest, std::nullopt);
  EXPECT_EQ(WarningArguments(analysis, warning::kNoPrice), (PricingNames{"a", "b"}));
  EXPECT_EQ(WarningArguments(analysis, warning::kNotBilled), std::nullopt);
}

TEST(Pricing, FreeBesideAPriceIsInItsCurrency) {
  const Analysis analysis = TwoPrices(Free(), ThousandthPerSecond("USD")).Analyze();
  EXPECT_EQ(analysis.cost.currency, "USD");
  EXPECT_EQ(CostOf(analysis, 0), 0);
  EXPECT_EQ(analysis.cost.cheapest, "C1");
}

TEST(Pricing, AttemptsOfUnknownTimeAreSaidToBeNotBilled) {
  TestStudy test = TwoPrices(ThousandthPerSecond("USD"), ThousandthPerSecond("USD"));
  test.Run(1, 1).outcome = Outcome::kInterrupted;
  test.Run(1, 1).metrics.clear();
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kNotBilled), PricingNames{"1"});
  // One that never started costs nothing.
  test.Run(1, 1).outcome = Outcome::kRefused;
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kNotBilled), std::nullopt);
}

TEST(Pricing, OverBudget) {
  TestStudy test = TwoPrices(ThousandthPerSecond("USD"), ThousandthPerSecond("USD"));  // 0.22
  test.study.budget = Money{0.25, "USD"};
  EXPECT_EQ(WarningArguments(test.Analyze(), warning::kOverBudget), std::nullopt);
  test.study.budget = Money{0.125, "USD"};
  const auto arguments = WarningArguments(test.Analyze(), warning::kOverBudget);
  ASSERT_TRUE(arguments);
  EXPECT_NEAR(std::stod((*arguments)[0]), 0.22, 1e-12);
  EXPECT_EQ((*arguments)[1], "0.125");
  EXPECT_EQ((*arguments)[2], "USD");
}

// What stops a study at its budget and what its report says was spent are one sum. Two attempts of
// 110 s cost 0.22; 100 s of set-up before each add 0.2, which passes the budget of 0.25.
TEST(Pricing, SpentIsWhatTheBudgetCounts) {
  TestStudy test = TwoPrices(ThousandthPerSecond("USD"), ThousandthPerSecond("USD"));
  test.study.budget = Money{0.25, "USD"};
  for (Environment& environment : test.study.environments) environment.billing.setup = Seconds{100};
  Forecaster forecaster(test.study, test.plan, {});
  for (const RunRecord& run : test.runs) forecaster.Measured(run);
  const Analysis analysis = test.Analyze();
  ASSERT_TRUE(analysis.cost.spent && forecaster.Now().spent);
  EXPECT_NEAR(*analysis.cost.spent, 0.42, 1e-12);
  EXPECT_NEAR(forecaster.Now().spent->amount, 0.42, 1e-12);
  EXPECT_NEAR(analysis.cost.bill.total.value_or(0), 0.42, 1e-12);
  EXPECT_TRUE(WarningArguments(analysis, warning::kOverBudget));
}

TEST(Pricing, BudgetWithoutARateIsMissing) {
  TestStudy test = TwoPrices(ThousandthPerSecond("USD"), ThousandthPerSecond("USD"));
  test.study.budget = Money{1, "BRL"};
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.cost.budget, std::nullopt);
  EXPECT_EQ(WarningArguments(analysis, warning::kNoRate), (PricingNames{"BRL", "USD"}));
}

}  // namespace
}  // namespace trena
