// SPDX-License-Identifier: Apache-2.0
// What is said and shown about money.
#include <gtest/gtest.h>

#include "report/answer/cost_answer.h"
#include "report/formats/example_analysis.h"
#include "report/formats/json_report.h"
#include "report/tables/cost_tables.h"
#include "report/words/test_words.h"

namespace trena {
namespace {

Analysis WithBill() {
  Analysis analysis = ExampleAnalysis();
  analysis.cost.bill.lines = {
      {"laptop", BillItem::kTraining, 24, 240.0, 0.024, ""},
      {"laptop", BillItem::kSetup, 24, 60.0, 0.006, "bill.setup: 2.50 s"},
      {"laptop", BillItem::kInterruptions, 24, 10.0, 0.001, "spot.interrupted_every: 1 h 00 min"}};
  analysis.cost.bill.attempts = 24;
  analysis.cost.bill.total = 0.031;
  analysis.cost.rates = {{"EUR", 1.09, "2024-01-15"}};
  return analysis;
}

BreakEven Point(Standing standing) {
  BreakEven point;
  point.environment = "t4";
  point.against = "f4s_v2";
  point.against_price = 0.169;
  point.price = 0.526;
  point.below = 2.5;
  point.low = 2.25;
  point.high = 2.75;
  point.least = 2;
  point.most = 3;
  point.scenarios = 24;
  point.standing = standing;
  return point;
}

TEST(CostReport, TheBillNamesTheSourceOfEachItem) {
  const ReportTable table = BillTable(WithBill(), Words(Language::kEnglish));
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[0][4].text, "measured × 0.360 USD/h");
  EXPECT_EQ(table.rows[1][1].text, "set-up");
  EXPECT_EQ(table.rows[1][2].text, "1 min 00 s");
  EXPECT_EQ(table.rows[1][4].text, "bill.setup: 2.50 s");
  EXPECT_EQ(table.rows[2][4].text,
            "expected, not measured (Daly 2006): spot.interrupted_every: 1 h 00 min");
  EXPECT_EQ(table.rows[3][1].text, "total");
  EXPECT_EQ(table.rows[3][3].text, "0.0310");
  EXPECT_TRUE(Has(table.note, "1 EUR = 1.090 USD (2024-01-15)."));
  EXPECT_TRUE(BillTable(ExampleAnalysis(), Words(Language::kEnglish)).rows.empty());
}

// 0.031 of which 0.024 is training: 22.6 % is not.
TEST(CostReport, TellsTheBillAndTheInvoice) {
  Analysis analysis = WithBill();
  EXPECT_EQ(Said(SayBill, analysis)[0],
            "The bill of all 24 attempts comes to 0.0310 USD; 22.6% of it is not training.");
  analysis.cost.bill.invoice = InvoiceGap{0.04, 0.009, 3.75, 29.03};
  const auto said = Said(SayBill, analysis);
  EXPECT_EQ(said[1], "The invoice of 0.0400 USD is 0.00900 USD (22.5% of it) above the bill.");
  EXPECT_EQ(
      said[2],
      "3.75 s more of machine time for each of 24 attempts, or 29.0% more of all machine time, "
      "would close the gap: a hypothesis, not a finding.");
  EXPECT_EQ(BillTable(analysis, Words(Language::kEnglish)).rows.size(), 6u);
  analysis.cost.bill.invoice = InvoiceGap{0.03, -0.001, std::nullopt, std::nullopt};
  EXPECT_TRUE(Has(Said(SayBill, analysis), "0.00100 USD below the bill"));
}

TEST(CostReport, SaysNothingOfABillOfTrainingAlone) {
  EXPECT_TRUE(Said(SayBill, ExampleAnalysis()).empty());
}

TEST(CostReport, PricesOfTheCommandLineAreLabelled) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Said(SayRepriced, analysis).empty());
  analysis.cost.repriced = {{"t4", Price{0.526, "USD", false}, Price{0.11, "USD", false}},
                            {"moon", std::nullopt, Price{0, "", true}}};
  EXPECT_EQ(Said(SayRepriced, analysis)[0],
            "Costs are at prices given on the command line, not at the study's: t4 at 0.110 USD/h "
            "instead of 0.526 USD/h and moon at free (the study has no price).");
}

TEST(CostReport, BreakEvenPricesInWords) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost.break_evens = {Point(Standing::kLoses)};
  const std::string point =
      "t4 costs less than f4s_v2 (at 0.169 USD/h) below 2.50 USD/h (95% interval from 2.25 to "
      "2.75, "
      "24 scenarios compared); at 0.526 USD/h ";
  EXPECT_EQ(Said(SayBreakEvens, analysis)[0], point + "it is the dearer one.");
  analysis.cost.break_evens = {Point(Standing::kWins)};
  EXPECT_EQ(Said(SayBreakEvens, analysis)[0], point + "it is the cheaper one.");
  analysis.cost.break_evens = {Point(Standing::kCannotTell)};
  EXPECT_EQ(Said(SayBreakEvens, analysis)[0], point + "the two cannot be told apart.");
  analysis.cost.break_evens[0].low.reset();
  EXPECT_TRUE(Has(Said(SayBreakEvens, analysis), "no interval without replications"));
  EXPECT_EQ(BreakEvenTable(analysis, Words(Language::kEnglish)).rows[0][5].text, "none (r = 1)");
}

TEST(CostReport, OneDirectionOfAPairIsSaid) {
  Analysis analysis = ExampleAnalysis();
  BreakEven back = Point(Standing::kLoses);
  std::swap(back.environment, back.against);
  analysis.cost.break_evens = {Point(Standing::kWins), back};
  const auto said = Said(SayBreakEvens, analysis);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("f4s_v2 costs less than t4")) << said[0];
  EXPECT_EQ(BreakEvenTable(analysis, Words(Language::kEnglish)).rows.size(), 2u);
}

TEST(CostReport, WhatIsWorthChoosingFrom) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost.pareto = {"C5"};
  EXPECT_EQ(Said(SayChoices, analysis)[0], "C5 is both the fastest and the cheapest.");
  analysis.cost.pareto = {"C5", "C1"};
  EXPECT_EQ(Said(SayChoices, analysis)[0],
            "Worth choosing from, since no other is both faster and cheaper: C5 (6.50 s, 0.000650 "
            "USD) and C1 (7.50 s, 0.000750 USD).");
  analysis.fastest_not_told_apart = {"C6"};
  EXPECT_EQ(Said(SayChoices, analysis)[0], "C6 may be as fast as the fastest.");
}

TEST(CostReport, TimeAndCostSideBySideWherePricesDiffer) {
  Analysis analysis = ExampleAnalysis();
  const Words words(Language::kEnglish);
  EXPECT_TRUE(TimeAndCostTable(analysis, words).rows.empty()) << "one price: the same shares";
  // The second network runs where a second costs three times as much.
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    if (scenario.levels[2].second.ToString() != "network2") continue;
    scenario.price->per_hour *= 3;
    for (double& cost : scenario.metrics["cost"].values) cost *= 3;
  }
  analysis.others = {ExampleResponse(analysis, "cost", "USD")};
  const ReportTable table = TimeAndCostTable(analysis, words);
  ASSERT_EQ(table.rows.size(), 8u);
  EXPECT_EQ(table.rows[2][0].text, "network");
  EXPECT_EQ(table.rows[2][1].text, "19.0%");
  EXPECT_GT(*table.rows[2][3].sort, 75);
  EXPECT_TRUE(
      Has(Said(SayTimeAndCost, analysis), "network accounts for 19.0% of the variation of"));
}

TEST(CostReport, ProgramsReadItAll) {
  Analysis analysis = WithBill();
  analysis.cost.break_evens = {Point(Standing::kLoses)};
  analysis.cost.repriced = {{"t4", std::nullopt, Price{0.11, "USD", false}}};
  analysis.cost.bill.invoice = InvoiceGap{0.04, 0.009, 3.75, 29.03};
  const Json json = CostJson(analysis.cost);
  EXPECT_EQ(json["bill"]["lines"][0]["source"], "measured");
  EXPECT_EQ(json["bill"]["lines"][1]["setting"], "bill.setup: 2.50 s");
  EXPECT_EQ(json["bill"]["lines"][2]["source"], "expected");
  EXPECT_EQ(json["bill"]["invoice"]["hypothesis"]["seconds_per_attempt"], 3.75);
  EXPECT_EQ(json["break_even"][0]["standing"], "loses");
  EXPECT_EQ(json["repriced"][0]["study_price"], nullptr);
  EXPECT_EQ(json["rates"][0]["date"], "2024-01-15");
}

TEST(CostReport, SpeaksPortuguese) {
  Analysis analysis = WithBill();
  analysis.cost.break_evens = {Point(Standing::kLoses)};
  EXPECT_EQ(Said(SayBreakEvens, analysis, Language::kPortuguese)[0],
            "t4 custa menos que f4s_v2 (a US$ 0,169/h) abaixo de US$ 2,50/h (intervalo de 95% de "
            "2,25 a 2,75, 24 cenários comparados); a US$ 0,526/h é o mais caro.");
  EXPECT_EQ(BillTable(analysis, Words(Language::kPortuguese)).rows[1][1].text, "preparação");
}

}  // namespace
}  // namespace trena
