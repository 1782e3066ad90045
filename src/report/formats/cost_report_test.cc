// SPDX-License-Identifier: Apache-2.0
// What is said and shown about money.
#include <gtest/gtest.h>

#include "report/answer/answer.h"
#include "report/answer/cost_answer.h"
#include "report/answer/short_answer.h"
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
            "The bill of 24 attempts comes to 0.0310 USD; 22.6% of it is not training.");
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
  EXPECT_TRUE(Has(Said(SayBreakEvens, analysis), "no interval without replications that differ"));
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
            "Worth choosing from, since no other is both faster and cheaper: C5 (6.50 s, 0.650 "
            "USD per 1,000 trainings) and C1 (7.50 s, 0.750 USD per 1,000 trainings).");
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

// C1 to C8 take from 6.5 to 13.5 s: whatever the Pareto set says is shown, up to six of it.
TEST(CostReport, SixChoicesAreShownAndTheRestCounted) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost.pareto = {"C1", "C2", "C3", "C4", "C5", "C6"};
  EXPECT_FALSE(Has(Said(SayChoices, analysis), "more"));
  analysis.cost.pareto.emplace_back("C7");
  analysis.cost.pareto.emplace_back("C8");
  const std::string said = Said(SayChoices, analysis)[0];
  EXPECT_TRUE(Has(said, "C6 (8.50 s, 0.850 USD per 1,000 trainings) and 2 more")) << said;
  EXPECT_FALSE(Has(said, "C7"));
  EXPECT_TRUE(Has(Said(SayChoices, analysis, Language::kPortuguese), "e mais 2"));
}

TEST(CostReport, NothingIsToBeChosenFromOneScenario) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Said(SayChoices, analysis).empty()) << "nothing has both a time and a cost";
  analysis.cost.pareto = {"C1"};
  analysis.scenarios.resize(1);
  EXPECT_TRUE(Said(SayChoices, analysis).empty());
  analysis.fastest_not_told_apart = {"C2", "C3"};
  EXPECT_EQ(Said(SayChoices, analysis, Language::kPortuguese),
            std::vector<std::string>{"Não se exclui que tão rápido seja C2 e C3."});
}

TEST(CostReport, ABillThatIsNotKnownIsNotSaid) {
  Analysis analysis = WithBill();
  analysis.cost.bill.total.reset();
  EXPECT_TRUE(Said(SayBill, analysis).empty());
  analysis = WithBill();
  for (BillLine& line : analysis.cost.bill.lines) line.amount = 0;
  analysis.cost.bill.total = 0;
  EXPECT_TRUE(Has(Said(SayBill, analysis), "comes to 0.00 USD; 0.0% of it")) << "no 0 ÷ 0";
  analysis.cost.bill.lines[0].amount.reset();
  analysis.cost.bill.total = 1;
  EXPECT_TRUE(Has(Said(SayBill, analysis), "100.0% of it is not training"));
}

TEST(CostReport, AnotherCheapestByTheBillIsSaid) {
  Analysis analysis = WithBill();
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    const double bill = scenario.id == "C1" ? 0.02 : 0.03;
    scenario.metrics["bill"].summary = Summarize(std::vector<double>{bill});
  }
  analysis.cost.cheapest = "C5";
  analysis.cost.cheapest_bill = "C5";
  EXPECT_TRUE(Said(SayBillOrder, analysis).empty());
  analysis.cost.cheapest_bill = "C1";
  const auto said = Said(SayBillOrder, analysis);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(
      Has(said[0], "the cheapest is C1, 20.00 USD per 1,000 trainings, and not C5, 30.00 USD"))
      << said[0];
  EXPECT_TRUE(Has(Said(SayBillOrder, analysis, Language::kPortuguese), "o mais barato é C1, US$"));
  const Words english(Language::kEnglish);
  EXPECT_TRUE(Has(AnswerInWords(analysis, english).costs, "By the whole bill"));
  EXPECT_TRUE(Has(ShortAnswer(analysis, english), "By the whole bill")) << "on the screen as well";
  analysis.cost.cheapest.reset();
  EXPECT_TRUE(Said(SayBillOrder, analysis).empty());
}

TEST(CostReport, WhatWouldCloseTheGapIsSaidWhereBothAreKnown) {
  Analysis analysis = WithBill();
  analysis.cost.bill.invoice = InvoiceGap{0.04, 0.009, 3.75, std::nullopt};
  EXPECT_TRUE(Has(Said(SayBill, analysis), "above the bill"));
  EXPECT_FALSE(Has(Said(SayBill, analysis), "would close the gap"));
  analysis.cost.bill.invoice = InvoiceGap{0.03, -0.001, 3.75, 29};
  EXPECT_FALSE(Has(Said(SayBill, analysis), "would close the gap")) << "there is none";
  EXPECT_FALSE(Has(Said(SayBill, analysis), "above the bill"));
  EXPECT_TRUE(Has(Said(SayBill, analysis, Language::kPortuguese),
                  "A fatura de US$ 0,0300 está US$ 0,00100 abaixo da conta."));
}

TEST(CostReport, ThreeBreakEvensAreSaidAndWhoLosesFirst) {
  Analysis analysis = ExampleAnalysis();
  for (const char* environment : {"a", "b", "c", "d"}) {
    BreakEven point = Point(environment == std::string("c")   ? Standing::kLoses
                            : environment == std::string("d") ? Standing::kNoPrice
                            : environment == std::string("b") ? Standing::kCannotTell
                                                              : Standing::kWins);
    point.environment = environment;
    if (point.standing == Standing::kNoPrice) point.price.reset();
    analysis.cost.break_evens.push_back(point);
  }
  const auto said = Said(SayBreakEvens, analysis);
  ASSERT_EQ(said.size(), 3u) << "four pairs are one too many";
  EXPECT_TRUE(said[0].starts_with("c costs less than")) << said[0];
  EXPECT_TRUE(said[1].starts_with("d costs less than")) << said[1];
  EXPECT_TRUE(said[1].ends_with("; it has no price yet.")) << said[1];
  EXPECT_TRUE(said[2].starts_with("b costs less than")) << said[2];
  EXPECT_TRUE(Said(SayBreakEvens, ExampleAnalysis()).empty());
}

// The shares of time in the example: image 76.1 %, network 19.0 %, batch 4.8 %.
TEST(CostReport, TimeAndCostAreNotAlikeFromTenPercentOn) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].price->per_hour = 1;
  auto& time = analysis.main.stated->model.rows;
  auto& cost = analysis.others[0].stated->model.rows;
  EXPECT_TRUE(Said(SayTimeAndCost, analysis).empty()) << "the same shares";
  time[0].percent = 50;
  cost[0].percent = 59.5;
  EXPECT_TRUE(Said(SayTimeAndCost, analysis).empty());
  cost[0].percent = 60;
  EXPECT_TRUE(Has(Said(SayTimeAndCost, analysis),
                  "batch accounts for 50.0% of the variation of time and 60.0% of that of cost"));
  cost[0].percent = 40;
  EXPECT_TRUE(Has(Said(SayTimeAndCost, analysis, Language::kPortuguese),
                  "batch responde por 50,0% da variação do tempo e 40,0% da do custo"));
  cost[0].percent.reset();
  EXPECT_TRUE(Said(SayTimeAndCost, analysis).empty());
}

TEST(CostReport, TheThreeLargestDifferencesComeFirst) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].price->per_hour = 1;
  auto& time = analysis.main.stated->model.rows;
  auto& cost = analysis.others[0].stated->model.rows;
  for (size_t i = 0; i < 4; ++i) {
    time[i].percent = 10;
    cost[i].percent = 30 + 10 * static_cast<double>(i);  // 20, 30, 40 and 50 apart
  }
  time.back().percent = 0;
  cost.back().percent = 100;
  const std::string said = Said(SayTimeAndCost, analysis).at(0);
  const size_t most = said.find("batch:image accounts"), less = said.find("network accounts");
  ASSERT_NE(most, std::string::npos) << said;
  EXPECT_LT(most, less);
  EXPECT_LT(less, said.find("image accounts", less)) << said;
  EXPECT_FALSE(Has(said, "batch accounts")) << "the fourth";
  EXPECT_FALSE(Has(said, "residuals")) << "no factor is behind them";
}

TEST(CostReport, PricesAreNullFreeOrANumber) {
  EXPECT_TRUE(PriceJson(std::nullopt).is_null());
  EXPECT_EQ(PriceJson(Price{0, "USD", true}), "free");
  EXPECT_EQ(PriceJson(Price{0.5, "EUR", false}), Json({{"per_hour", 0.5}, {"currency", "EUR"}}));
  EXPECT_EQ(CostJson(CostAnalysis{})["bill"]["lines"], Json::array());
  EXPECT_TRUE(CostJson(CostAnalysis{})["bill"]["invoice"].is_null());
  EXPECT_TRUE(CostJson(CostAnalysis{})["bill"]["total"].is_null());
}

}  // namespace
}  // namespace trena
