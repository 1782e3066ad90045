// SPDX-License-Identifier: Apache-2.0
// What is said of a table, of records made by hand: what was read and what was left out, which
// columns are factors and why, what drives the response, and how sure that is.
#include "report/table/table_answer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/json.h"
#include "core/text/text.h"
#include "report/formats/example_analysis.h"
#include "report/table/table_json.h"
#include "report/table/table_report.h"

namespace trena {
namespace {

const Words kTableEnglish(Language::kEnglish);
const Words kTablePortuguese(Language::kPortuguese);

// The example's model as if it had been read from a table of 24 rows.
TableAnalysis AsTable() {
  TableAnalysis table;
  table.path = "runs.csv";
  table.read.format = "csv";
  table.read.rows = table.read.used = 24;
  table.stated = *ExampleAnalysis().main.stated;
  for (size_t i = 0; i < table.stated.cells.cells.size(); ++i) {
    table.ids.push_back("C" + std::to_string(i + 1));
    table.summaries.push_back(SummaryOfCell(table.stated.cells.cells[i], 0.95));
  }
  table.verdict = Verdict::kValid;
  return table;
}

std::vector<std::string> Reading(const TableAnalysis& table, const Words& words = kTableEnglish) {
  return ReadingInWords(table, words);
}

std::vector<std::string> Answered(const TableAnalysis& table, const Words& words = kTableEnglish) {
  return AnswerInWords(table, words);
}

TEST(TableReadingTest, SaysWhatWasReadAndNoMore) {
  EXPECT_EQ(Reading(AsTable()), std::vector<std::string>{"runs.csv (csv): 24 rows, 24 analysed."});
  TableAnalysis table = AsTable();
  table.path = "-";
  table.read.rows = 1'234'567;
  EXPECT_EQ(Reading(table)[0], "standard input (csv): 1,234,567 rows, 24 analysed.");
  EXPECT_EQ(Reading(table, kTablePortuguese)[0],
            "entrada padrão (csv): 1.234.567 linhas, 24 analisadas.");
}

TEST(TableReadingTest, RowsThatDidNotEndWellAreCountedByTheirOutcome) {
  TableAnalysis table = AsTable();
  table.read.rows = 30;
  table.read.not_ok = {{"failed", 3}, {"oom", 1}};
  table.read.missing = 2;
  auto said = Reading(table);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(Has(said[1],
                  "6 rows are left out: failed (3), oom (1) and without a value of "
                  "train_s (2)."))
      << said[1];
  EXPECT_TRUE(Has(Reading(table, kTablePortuguese)[1], "6 linhas ficam de fora: failed (3), oom"));
  table.read.not_ok.clear();
  table.read.rows = 26;
  said = Reading(table);
  ASSERT_EQ(said.size(), 2u) << "a missing value is not a slow run";
  EXPECT_TRUE(Has(said[1], "2 rows are left out: without a value of train_s (2)."));
}

TEST(TableReadingTest, FactorsAreExplainedOnlyWhereTheyWereFound) {
  TableAnalysis table = AsTable();
  table.read.left_out = {{"id", LeftOut::kIdentifier}};
  EXPECT_EQ(Reading(table).size(), 1u) << "named by the person";
  table.read.factors_found = true;
  auto said = Reading(table);
  ASSERT_EQ(said.size(), 3u);
  EXPECT_TRUE(Has(said[1], "Factors found: batch, image and network."));
  EXPECT_TRUE(Has(said[2], "no factors: id ("));
  table.read.left_out.clear();
  EXPECT_EQ(Reading(table).size(), 2u);
}

TEST(TableReadingTest, EveryReasonHasItsWords) {
  TableAnalysis table = AsTable();
  table.read.factors_found = true;
  const auto reason = [&](LeftOut why, const Words& words) {
    table.read.left_out = {{"x", why, "detail"}};
    return Reading(table, words)[2];
  };
  std::set<std::string> all;
  for (LeftOut why :
       {LeftOut::kConstant, LeftOut::kTooManyLevels, LeftOut::kEmptyFields, LeftOut::kIdentifier,
        LeftOut::kTimestamp, LeftOut::kMeasured, LeftOut::kSameAs, LeftOut::kLabel}) {
    for (const Words& words : {kTableEnglish, kTablePortuguese}) {
      const std::string said = reason(why, words);
      EXPECT_TRUE(Has(said, "x (")) << said;
      EXPECT_TRUE(all.insert(said).second) << said;
      const bool names = why == LeftOut::kConstant || why == LeftOut::kSameAs;
      EXPECT_EQ(Has(said, "detail"), names) << said;
    }
  }
}

// SS: image 96, network 24, batch 6, residuals 0.16 of 126.16; C5 takes 6.5 s and C4 13.5 s.
TEST(TableAnswerTest, SaysWhatDrivesItAndWhereItIsLeastAndMost) {
  const auto said = Answered(AsTable());
  EXPECT_TRUE(Has(said[0],
                  "train_s, in percent of its variation: image (76.1%, p < 0.001), "
                  "network (19.0%, p < 0.001) and batch (4.8%, p < 0.001)."))
      << said[0];
  EXPECT_TRUE(Has(said,
                  "train_s goes from 6.500 at batch 128, image 32, network network1 to "
                  "13.50 at batch 64, image 64, network network2."));
  EXPECT_EQ(said.back(), "The answer is valid: 24 of 24 rows are analysed.");
  EXPECT_TRUE(Has(Answered(AsTable(), kTablePortuguese), "train_s vai de 6,500 em batch 128"));
}

TEST(TableAnswerTest, OnlyDriversWorthSayingAreSaid) {
  TableAnalysis table = AsTable();
  auto& rows = table.stated.model.rows;
  for (AnovaRow& row : rows) row.percent = row.factors.size() == 1 ? 20 : 0.99;
  EXPECT_FALSE(Has(Answered(table)[0], ":image")) << "three factors are enough";
  for (AnovaRow& row : rows) {
    row.percent = row.term == "batch" ? 0.5 : 0.25;
    row.p = row.adjusted_p = 0.01;
  }
  EXPECT_TRUE(Has(Answered(table)[0], "less than 1% of the variation each: batch"))
      << Answered(table)[0];
  rows[1].percent = 1;
  rows[0].percent = 1.5;
  EXPECT_TRUE(Has(Answered(table)[0], "batch (1.5%, p = 0.010) and image (1.0%, p = 0.010)."));
  for (AnovaRow& row : rows) row.p = row.adjusted_p = 0.5;
  EXPECT_TRUE(Has(Answered(table)[0], "No effect of any factor can be told from chance."));
  EXPECT_TRUE(Has(Answered(table, kTablePortuguese)[0], "Não se distingue do acaso"));
}

TEST(TableAnswerTest, WhatNeverChangesHasNothingToExplain) {
  TableAnalysis table = AsTable();
  table.stated.model.total_ss = 0;
  table.verdict = Verdict::kInconclusive;
  table.verdict_reasons = {"no_replication"};
  const auto said = Answered(table);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_TRUE(Has(said[0], "train_s is the same in all rows"));
  EXPECT_TRUE(Has(said[1], "The answer is inconclusive: "));
  EXPECT_TRUE(Has(said[1], "; 24 of 24 rows are analysed."));
  EXPECT_TRUE(Has(Answered(table, kTablePortuguese)[1], "A resposta é inconclusiva: "));
}

// e^6.5 = 665.1 and e^13.5 = 729,416.
TEST(TableAnswerTest, OfLogarithmsGeometricMeansAreShown) {
  TableAnalysis table = AsTable();
  EXPECT_EQ(ShownMean(table, 2), 2);
  table.log = true;
  EXPECT_EQ(ShownMean(table, 2), std::exp(2.0));
  const auto said = Answered(table);
  EXPECT_TRUE(Has(said[0], "What drives the logarithm of train_s, ")) << said[0];
  EXPECT_TRUE(Has(said, "goes from 665.1 at batch 128")) << said.back();
  EXPECT_TRUE(Has(said, "to 729,416 at batch 64"));
}

TEST(TableReportPageTest, SixtyCellsAreShownAndTheRestCounted) {
  TableAnalysis table = AsTable();
  const auto repeat = [&](size_t cells) {
    table.stated.cells.cells.resize(cells, table.stated.cells.cells[0]);
    table.ids.resize(cells, "Cx");
    table.summaries.resize(cells, table.summaries[0]);
    return TableReport(table, {});
  };
  EXPECT_FALSE(Has(repeat(60), "more are in --json"));
  EXPECT_TRUE(Has(repeat(61), "1 more are in --json."));
}

TEST(TableReportPageTest, ACellOfOneRowHasNoInterval) {
  TableAnalysis table = AsTable();
  table.summaries[0] = Summary{};
  table.summaries[0].n = 1;
  table.summaries[0].mean = 7.5;
  const std::string page = TableReport(table, {});
  EXPECT_TRUE(Has(page, "1  7.5000")) << page;
  EXPECT_TRUE(Has(page, "Means of train_s"));
  table.stated.model.orthogonal = false;
  EXPECT_TRUE(Has(page, "The design is balanced"));
  EXPECT_FALSE(Has(TableReport(table, {}), "The design is balanced"));
}

TEST(TableReportPageTest, NamesFromATableAreTextOnly) {
  TableAnalysis table = AsTable();
  table.path = "<script>\x1b[2J.csv";
  table.stated.cells.factors[0].name = "ba\ntch";
  table.stated.cells.factors[1].levels[0] = "\x1b[31m" + std::string(100, 'x');
  table.stated.cells.response = "y\x07";
  const std::string page = TableReport(table, {});
  for (const char* harm : {"\x1b", "\x07", "ba\ntch"}) EXPECT_FALSE(Has(page, harm));
  EXPECT_TRUE(Has(page, "ba\\u{a}tch"));
  for (const std::string& line : Split(page, '\n')) {
    if (!line.starts_with("  C1 ")) continue;
    EXPECT_FALSE(Has(line, std::string(41, 'x'))) << "a level is cut in the table of means";
  }
  const Json json = ParseJson(TableJson(table, {})).value();
  EXPECT_EQ(json["path"], table.path) << "programs read it as it is";
}

// A level that is written as a number is written is one; any other writing is a name.
TEST(TableJsonTest, LevelsAreNumbersWhereTheyAreWrittenSo) {
  TableAnalysis table = AsTable();
  const auto level = [&](const std::string& written) {
    table.stated.cells.factors[0].levels[0] = written;
    return ParseJson(TableJson(table, {})).value()["scenarios"][0]["levels"]["batch"];
  };
  EXPECT_EQ(level("64"), 64);
  EXPECT_TRUE(level("64").is_number_integer());
  EXPECT_EQ(level("-3"), -3);
  EXPECT_EQ(level("0.5"), 0.5);
  for (const char* name :
       {"064", "6.0", "+6", "1e3", " 6", "", "x", "nan", "inf", "0x10", "true"}) {
    EXPECT_EQ(level(name), name);
  }
  EXPECT_EQ(level("1e+30"), 1e30) << "larger than any whole number of 64 bits";
  EXPECT_EQ(level("-1e+30"), -1e30);
}

TEST(TableJsonTest, SaysWhatWasReadAndHow) {
  TableAnalysis table = AsTable();
  table.read.rows = 30;
  table.read.not_ok = {{"failed", 4}};
  table.read.missing = 2;
  table.read.left_out = {{"id", LeftOut::kIdentifier}};
  Json json = ParseJson(TableJson(table, {})).value();
  EXPECT_EQ(json["runs"]["outcomes"], Json({{"ok", 26}, {"failed", 4}})) << "24 used, 2 missing";
  EXPECT_EQ(json["runs"]["finished"], 24);
  EXPECT_EQ(json["table"]["no_factors"], Json({"id"}));
  EXPECT_EQ(json["table"]["scale"], "raw");
  EXPECT_EQ(json["response"], "train_s");
  EXPECT_TRUE(json["cost"]["currency"].is_null());
  table.log = true;
  json = ParseJson(TableJson(table, {})).value();
  EXPECT_EQ(json["response"], "ln(train_s)");
  EXPECT_TRUE(json["scenarios"][0]["metrics"].contains("ln(train_s)"));
  EXPECT_EQ(json["model"]["scale"], "log");
}

}  // namespace
}  // namespace trena
