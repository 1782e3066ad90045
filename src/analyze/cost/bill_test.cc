// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/bill.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"
#include "analyze/warnings.h"

namespace trena {
namespace {

// One scenario, two runs of 100 and 200 s with 10 s around each, 0.001 USD a second.
TestStudy TwoRuns() {
  TestStudy test = CrossingOf({{"batch", {64}}}, 2);
  test.study.environments = {EnvironmentOf("here", ThousandthPerSecond("USD"))};
  AddRuns(test, {{100, 200}});
  return test;
}

Billing& BillingOf(TestStudy& test) { return test.study.environments[0].billing; }

const BillLine* LineOf(const Analysis& analysis, BillItem item) {
  for (const BillLine& line : analysis.cost.bill.lines) {
    if (line.item == item) return &line;
  }
  return nullptr;
}

void ExpectLine(const Analysis& analysis, BillItem item, double seconds, double amount) {
  const BillLine* line = LineOf(analysis, item);
  ASSERT_NE(line, nullptr) << ToString(item);
  EXPECT_NEAR(*line->seconds, seconds, 1e-9) << ToString(item);
  EXPECT_NEAR(*line->amount, amount, 1e-12) << ToString(item);
}

TEST(Bill, IsPriceTimesTheWholeRunWhereNothingElseIsSaid) {
  const Analysis analysis = TwoRuns().Analyze();
  ExpectLine(analysis, BillItem::kTraining, 300, 0.3);
  ExpectLine(analysis, BillItem::kAround, 20, 0.02);
  EXPECT_EQ(analysis.cost.bill.lines.size(), 2u);
  EXPECT_EQ(analysis.cost.bill.attempts, 2u);
  EXPECT_NEAR(*analysis.cost.bill.total, 0.32, 1e-12);
  EXPECT_NEAR(*analysis.cost.bill.total, *analysis.cost.spent, 1e-12);
  EXPECT_FALSE(analysis.cost.bill.HasMore());
}

TEST(Bill, AddsWhatTheStudySays) {
  TestStudy test = TwoRuns();
  BillingOf(test).setup = Seconds{30};
  BillingOf(test).idle = Seconds{5};
  BillingOf(test).data = Money{0.05, "USD"};
  BillingOf(test).disk = Price{0.36, "USD", false};  // 0.0001 a second
  const Analysis analysis = test.Analyze();
  ExpectLine(analysis, BillItem::kSetup, 60, 0.06);
  ExpectLine(analysis, BillItem::kIdle, 10, 0.01);
  ExpectLine(analysis, BillItem::kDisk, 390, 0.039);  // 320 + 60 + 10
  EXPECT_NEAR(*LineOf(analysis, BillItem::kData)->amount, 0.1, 1e-12);
  EXPECT_EQ(LineOf(analysis, BillItem::kData)->seconds, std::nullopt);
  EXPECT_NEAR(*analysis.cost.bill.total, 0.32 + 0.06 + 0.01 + 0.039 + 0.1, 1e-12);
  EXPECT_EQ(LineOf(analysis, BillItem::kSetup)->setting, "bill.setup: 30.00 s");
  EXPECT_EQ(LineOf(analysis, BillItem::kTraining)->setting, "");
  // Of a run: 110 + 35 s at 0.0011 and the data.
  EXPECT_NEAR(analysis.scenarios[0].metrics.at("bill").values[0], 145 * 0.0011 + 0.05, 1e-12);
}

TEST(Bill, TimeIsChargedInWholeUnitsAndAtLeastTheMinimum) {
  TestStudy test = TwoRuns();  // 110 and 210 s
  BillingOf(test).unit = Seconds{60};
  ExpectLine(test.Analyze(), BillItem::kRounding, 10 + 30, 0.04);
  BillingOf(test).minimum = Seconds{185};
  ExpectLine(test.Analyze(), BillItem::kRounding, (240 - 110) + 30, 0.16);
  // What is whole already stays as it is.
  BillingOf(test) = {};
  BillingOf(test).unit = Seconds{10};
  ExpectLine(test.Analyze(), BillItem::kRounding, 0, 0);
}

TEST(Bill, FailedAttemptsAreAnItemAndPartOfTheirReplication) {
  TestStudy test = TwoRuns();
  test.Run(0, 1).outcome = Outcome::kFailed;
  test.Run(0, 1).metrics = {{"wall_s", 40}};
  test.AddAttempt(RunRecord(test.Run(0, 1)), 100);
  const Analysis analysis = test.Analyze();
  ExpectLine(analysis, BillItem::kFailed, 40, 0.04);
  EXPECT_TRUE(analysis.cost.bill.HasMore());
  EXPECT_EQ(analysis.cost.bill.attempts, 3u);
  EXPECT_NEAR(analysis.scenarios[0].metrics.at("bill").values[0], 0.04 + 0.11, 1e-12);
  EXPECT_NEAR(analysis.scenarios[0].metrics.at("bill").values[1], 0.21, 1e-12);
}

TEST(Bill, PilotsAreAnItemAndNoAttempts) {
  TestStudy test = TwoRuns();
  BillingOf(test).setup = Seconds{30};
  PaidTime pilot{test.study.environments[0].name, 20};
  const Analysis analysis = Analyze(test.study, test.plan, test.runs, {}, {}, {}, {pilot, pilot});
  ExpectLine(analysis, BillItem::kPilots, 40, 0.04);
  EXPECT_EQ(LineOf(analysis, BillItem::kPilots)->attempts, 2u);
  EXPECT_EQ(analysis.cost.bill.attempts, 2u);
  ExpectLine(analysis, BillItem::kSetup, 60, 0.06);
  EXPECT_NEAR(*analysis.cost.spent, *test.Analyze().cost.spent + 0.04, 1e-12);
  // A machine without a price is on no bill, and the report says that something is missing.
  pilot.environment = "nowhere";
  const Analysis without = Analyze(test.study, test.plan, test.runs, {}, {}, {}, {pilot});
  EXPECT_EQ(LineOf(without, BillItem::kPilots), nullptr);
  EXPECT_TRUE(WarningArguments(without, warning::kNotBilled).has_value());
}

TEST(Bill, AnAttemptThatNeverStartedCostsNothing) {
  TestStudy test = TwoRuns();
  test.Run(0, 1).outcome = Outcome::kRefused;
  test.Run(0, 1).metrics.clear();
  test.AddAttempt(RunRecord(test.Run(0, 1)), 100);
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.cost.bill.attempts, 2u);
  EXPECT_NEAR(analysis.scenarios[0].metrics.at("bill").values[0], 0.11, 1e-12);
}

TEST(Bill, ABillWithAnAttemptOfUnknownTimeIsMissing) {
  TestStudy test = TwoRuns();
  test.Run(0, 1).outcome = Outcome::kFailed;
  test.Run(0, 1).metrics.clear();
  test.AddAttempt(RunRecord(test.Run(0, 1)), 100);
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(analysis.scenarios[0].metrics.at("bill").values.size(), 1u);
}

TEST(Bill, SpotAddsExpectedInterruptionsOfRunsThatEndedWell) {
  TestStudy test = TwoRuns();
  const SpotTerms terms{Seconds{3600}, std::nullopt, Seconds{60}};
  BillingOf(test).spot = terms;
  const double more =
      *ExpectedSpotSeconds(110, terms) + *ExpectedSpotSeconds(210, terms) - 110 - 210;
  EXPECT_GT(more, 0);
  ExpectLine(test.Analyze(), BillItem::kInterruptions, more, more / 1000);
  test.Run(0, 1).outcome = Outcome::kFailed;
  EXPECT_EQ(LineOf(test.Analyze(), BillItem::kInterruptions)->attempts, 1u);
}

TEST(Bill, SpotThatNeverEndsHasNoTotal) {
  TestStudy test = TwoRuns();
  BillingOf(test).spot = SpotTerms{Seconds{1}, std::nullopt, Seconds{0}};
  const Analysis analysis = test.Analyze();
  EXPECT_EQ(LineOf(analysis, BillItem::kInterruptions)->amount, std::nullopt);
  EXPECT_EQ(analysis.cost.bill.total, std::nullopt);
  EXPECT_FALSE(analysis.scenarios[0].metrics.contains("bill"));
}

TEST(Bill, ReservedTimeThatNobodyUsesIsPaidFor) {
  TestStudy test = TwoRuns();
  BillingOf(test).reserved_use = 0.8;
  const Analysis analysis = test.Analyze();
  ExpectLine(analysis, BillItem::kUnused, 80, 0.08);  // 320 ÷ 0.8 - 320
  EXPECT_NEAR(*analysis.cost.bill.total, 0.4, 1e-12);
}

TEST(Bill, IsInTheReportsCurrencyAtDatedRates) {
  TestStudy test = TwoRuns();
  BillingOf(test).data = Money{1, "EUR"};
  test.study.report.currency = "BRL";
  test.study.report.rates = {{"USD", 5}, {"EUR", 6}};
  test.study.report.rate_date = "2024-01-15";
  test.study.report.rate_dates = {{"EUR", "2024-02-01"}};
  const Analysis analysis = test.Analyze();
  EXPECT_NEAR(*analysis.cost.bill.total, 5 * 0.32 + 6 * 2, 1e-12);
  ASSERT_EQ(analysis.cost.rates.size(), 2u);
  EXPECT_EQ(analysis.cost.rates[0].currency, "EUR");
  EXPECT_EQ(analysis.cost.rates[0].date, "2024-02-01");
  EXPECT_EQ(analysis.cost.rates[1].rate, 5);
  EXPECT_EQ(analysis.cost.rates[1].date, "2024-01-15");
}

// 0.32 against 0.40: 0.08 is 40 s of each of two attempts at 0.001, a quarter of all the time.
TEST(Bill, TheInvoiceIsHeldAgainstIt) {
  TestStudy test = TwoRuns();
  test.study.invoice = Money{0.4, "USD"};
  const InvoiceGap gap = *test.Analyze().cost.bill.invoice;
  EXPECT_NEAR(gap.gap, 0.08, 1e-12);
  EXPECT_NEAR(*gap.seconds_per_attempt, 40, 1e-9);
  EXPECT_NEAR(*gap.percent_of_time, 25, 1e-9);
  // The allowance does close the gap.
  BillingOf(test).setup = Seconds{40};
  EXPECT_NEAR(test.Analyze().cost.bill.invoice->gap, 0, 1e-12);
  test.study.invoice = Money{0.1, "USD"};
  EXPECT_EQ(test.Analyze().cost.bill.invoice->seconds_per_attempt, std::nullopt);
}

TEST(Bill, NothingWithoutAPrice) {
  TestStudy test = TwoRuns();
  test.study.environments[0].price.reset();
  const Analysis analysis = test.Analyze();
  EXPECT_TRUE(analysis.cost.bill.lines.empty());
  EXPECT_EQ(analysis.cost.bill.total, std::nullopt);
}

TEST(Bill, ASimulatedRunHasTheTimeItTells) {
  TestStudy test = TwoRuns();
  for (RunRecord& run : test.runs) {
    run.simulated = true;
    run.metrics["wall_s"] = 0.01;
  }
  const Analysis analysis = test.Analyze();
  ExpectLine(analysis, BillItem::kTraining, 300, 0.3);
  EXPECT_NEAR(*analysis.cost.bill.total, 0.3, 1e-12);
}

}  // namespace
}  // namespace trena
