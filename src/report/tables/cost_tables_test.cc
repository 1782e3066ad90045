// SPDX-License-Identifier: Apache-2.0
#include "report/tables/cost_tables.h"

#include <gtest/gtest.h>

#include <set>

#include "report/formats/example_analysis.h"

namespace trena {
namespace {

const Words kMoneyEnglish(Language::kEnglish);
const Words kMoneyPortuguese(Language::kPortuguese);

Analysis WithLine(const BillLine& line) {
  Analysis analysis = ExampleAnalysis();
  analysis.cost.bill.lines = {line};
  analysis.cost.bill.total = line.amount;
  return analysis;
}

constexpr BillItem kItems[] = {BillItem::kTraining,      BillItem::kAround,   BillItem::kFailed,
                               BillItem::kPilots,        BillItem::kSetup,    BillItem::kIdle,
                               BillItem::kInterruptions, BillItem::kRounding, BillItem::kUnused,
                               BillItem::kDisk,          BillItem::kData};

TEST(BillTableTest, EveryItemHasAWordOfItsOwnInBothLanguages) {
  std::set<std::string> english, portuguese;
  for (BillItem item : kItems) {
    const Analysis analysis = WithLine({"laptop", item, 1, 10.0, 1.0, ""});
    english.insert(BillTable(analysis, kMoneyEnglish).rows[0][1].text);
    portuguese.insert(BillTable(analysis, kMoneyPortuguese).rows[0][1].text);
  }
  EXPECT_EQ(english.size(), std::size(kItems));
  EXPECT_EQ(portuguese.size(), std::size(kItems));
  EXPECT_FALSE(english.contains(""));
  for (const std::string& word : english) {
    EXPECT_FALSE(portuguese.contains(word)) << word << " is said in English to a Portuguese reader";
  }
}

TEST(BillTableTest, TheMachineWithoutANameIsNamedInTheReadersLanguage) {
  const Analysis analysis = WithLine({kThisMachine, BillItem::kTraining, 24, 240.0, 0.024, ""});
  EXPECT_EQ(BillTable(analysis, kMoneyEnglish).rows[0][0].text, "this machine");
  EXPECT_EQ(BillTable(analysis, kMoneyPortuguese).rows[0][0].text, "máquina local");
}

TEST(BillTableTest, TheSourceIsTheMeasurementAtItsPrice) {
  const auto source = [](const Analysis& analysis, const Words& words) {
    return BillTable(analysis, words).rows[0][4].text;
  };
  Analysis analysis = WithLine({"laptop", BillItem::kTraining, 24, 240.0, 0.024, ""});
  EXPECT_EQ(source(analysis, kMoneyEnglish), "measured × 0.360 USD/h");
  EXPECT_EQ(source(analysis, kMoneyPortuguese), "medido × US$ 0,360/h");
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.price = Price{0, "USD", true};
  EXPECT_EQ(source(analysis, kMoneyEnglish), "measured × free");
  for (ScenarioAnalysis& scenario : analysis.scenarios) scenario.price.reset();
  EXPECT_EQ(source(analysis, kMoneyEnglish), "measured × —");
  analysis = WithLine({"elsewhere", BillItem::kTraining, 24, 240.0, 0.024, ""});
  EXPECT_EQ(source(analysis, kMoneyEnglish), "measured × —") << "the price of another environment";
}

TEST(BillTableTest, OnlyInterruptionsAreExpected) {
  const auto source = [](BillItem item) {
    return BillTable(WithLine({"laptop", item, 1, 1.0, 1.0, "a: setting"}), kMoneyEnglish)
        .rows[0][4]
        .text;
  };
  EXPECT_EQ(source(BillItem::kInterruptions), "expected, not measured (Daly 2006): a: setting");
  EXPECT_EQ(source(BillItem::kSetup), "a: setting");
}

TEST(BillTableTest, WhatIsNotKnownIsADash) {
  const ReportTable table = BillTable(
      WithLine({"laptop", BillItem::kDisk, 1, std::nullopt, std::nullopt, "disk"}), kMoneyEnglish);
  EXPECT_EQ(table.rows[0][2].text, "—");
  EXPECT_EQ(table.rows[0][3].text, "—");
  EXPECT_FALSE(table.rows[0][3].sort.has_value());
}

TEST(BillTableTest, ARateWithoutADaySaysSo) {
  Analysis analysis = WithLine({"laptop", BillItem::kTraining, 1, 1.0, 1.0, ""});
  EXPECT_FALSE(Has(BillTable(analysis, kMoneyEnglish).note, "="));
  analysis.cost.rates = {{"EUR", 1.0875, std::nullopt}};
  EXPECT_TRUE(Has(BillTable(analysis, kMoneyEnglish).note, "1 EUR = 1.087 USD (no date given)."))
      << BillTable(analysis, kMoneyEnglish).note;
  analysis.cost.rates[0].date = "2024-01-15";
  EXPECT_TRUE(Has(BillTable(analysis, kMoneyPortuguese).note, "(15/01/2024)."));
}

TEST(BillTableTest, EnvironmentAndItemAreItsKeys) {
  const ReportTable table =
      BillTable(WithLine({"laptop", BillItem::kDisk, 1, 1.0, 1.0, "disk"}), kMoneyEnglish);
  ASSERT_EQ(table.columns.size(), 5u);
  EXPECT_TRUE(table.columns[0].key && table.columns[1].key);
  EXPECT_FALSE(table.columns[2].key);
  EXPECT_TRUE(table.columns[2].number && table.columns[3].number);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), 5u);
}

TEST(BreakEvenTableTest, EveryStandingHasItsWord) {
  Analysis analysis = ExampleAnalysis();
  BreakEven point;
  point.environment = "t4";
  point.against = "cpu";
  point.against_price = 0.169;
  point.below = 2.5;
  point.least = 2;
  point.most = 3;
  point.scenarios = 24;
  const auto word = [&](Standing standing, const Words& words) {
    point.standing = standing;
    analysis.cost.break_evens = {point};
    return BreakEvenTable(analysis, words).rows[0].back().text;
  };
  EXPECT_EQ(word(Standing::kNoPrice, kMoneyEnglish), "has no price");
  EXPECT_EQ(word(Standing::kWins, kMoneyEnglish), "is the cheaper one");
  EXPECT_EQ(word(Standing::kLoses, kMoneyEnglish), "is the dearer one");
  EXPECT_EQ(word(Standing::kCannotTell, kMoneyEnglish), "cannot be told");
  EXPECT_EQ(word(Standing::kLoses, kMoneyPortuguese), "é o mais caro");
  const ReportTable table = BreakEvenTable(analysis, kMoneyEnglish);
  EXPECT_EQ(table.rows[0][1].text, "—") << "without a price";
  EXPECT_EQ(table.rows[0][7].text, "24");
  EXPECT_EQ(table.rows[0].size(), table.columns.size());
  EXPECT_TRUE(BreakEvenTable(ExampleAnalysis(), kMoneyEnglish).rows.empty());
}

TEST(PricesDifferTest, OfScenariosWithACost) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_FALSE(PricesDiffer(analysis));
  analysis.scenarios[0].price->per_hour = 1;
  EXPECT_TRUE(PricesDiffer(analysis));
  analysis.scenarios[0].metrics.erase("cost");
  EXPECT_FALSE(PricesDiffer(analysis)) << "its price made no cost";
  analysis.scenarios[1].price->currency = "EUR";
  EXPECT_TRUE(PricesDiffer(analysis)) << "the same number of another currency";
}

TEST(TimeAndCostTest, BothAreOfTheRawScale) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(FindTimeAndCost(analysis).time, nullptr) << "one price";
  analysis.scenarios[0].price->per_hour = 1;
  EXPECT_EQ(FindTimeAndCost(analysis).time, &analysis.main.stated->model.rows);
  EXPECT_EQ(FindTimeAndCost(analysis).cost, &analysis.others[0].stated->model.rows);
  analysis.main.scale = "log";
  EXPECT_EQ(FindTimeAndCost(analysis).time, nullptr);
  EXPECT_EQ(FindTimeAndCost(analysis).cost, nullptr) << "both or none";
  EXPECT_TRUE(TimeAndCostTable(analysis, kMoneyEnglish).rows.empty());
  analysis.main.scale = "raw";
  analysis.others.clear();
  EXPECT_TRUE(TimeAndCostTable(analysis, kMoneyEnglish).rows.empty());
}

TEST(TimeAndCostTest, ATermThatCostLacksIsADash) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].price->per_hour = 1;
  auto& rows = analysis.others[0].stated->model.rows;
  rows.erase(rows.begin());  // batch
  const ReportTable table = TimeAndCostTable(analysis, kMoneyEnglish);
  ASSERT_EQ(table.rows.size(), 8u);
  EXPECT_EQ(table.rows[0][0].text, "batch");
  EXPECT_EQ(table.rows[0][3].text, "—");
  EXPECT_EQ(table.rows[0][4].text, "—");
  EXPECT_NE(table.rows[1][3].text, "—");
  EXPECT_EQ(table.rows[7][0].text, "residuals (replications)");
  EXPECT_EQ(table.rows[7][2].text, "—") << "residuals have no p";
}

}  // namespace
}  // namespace trena
