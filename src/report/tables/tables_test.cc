// SPDX-License-Identifier: Apache-2.0
#include "report/tables/tables.h"

#include <gtest/gtest.h>

#include "report/formats/example_analysis.h"
#include "report/words/cause_words.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);
const Words kPortuguese(Language::kPortuguese);

std::vector<std::string> Texts(const std::vector<TableCell>& row) {
  std::vector<std::string> texts;
  for (const TableCell& cell : row) texts.push_back(cell.text);
  return texts;
}

TEST(TablesTest, ScenariosHaveLevelsNAndIntervals) {
  ReportTable table = ScenarioTable(ExampleAnalysis(), kEnglish);
  ASSERT_EQ(table.rows.size(), 8u);
  std::vector<std::string> row = Texts(table.rows[4]);
  std::vector<std::string> start(row.begin(), row.begin() + 6);
  EXPECT_EQ(start, (std::vector<std::string>{"C5", "128", "32", "network1", "3", "6.50 ± 0.25"}));
  EXPECT_TRUE(Has(table.note, "95% interval"));
  EXPECT_FALSE(Has(table.note, "single run"));
}

TEST(TablesTest, SaysWhyThereIsNoInterval) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].metrics["train_s"].summary = Summarize(std::vector<double>{7.5});
  analysis.scenarios[0].metrics.erase("accuracy");
  ReportTable table = ScenarioTable(analysis, kEnglish);
  EXPECT_EQ(table.rows[0][4].text, "1");
  EXPECT_EQ(table.rows[0][5].text, "7.500");
  EXPECT_EQ(table.rows[0][8].text, "—") << "missing, not zero";
  EXPECT_FALSE(table.rows[0][8].sort.has_value());
  EXPECT_TRUE(Has(table.rows[0][7].text, "(n = 3)")) << "another n than the row's is said";
  EXPECT_TRUE(Has(table.note, "A single run has no interval."));
}

TEST(TablesTest, EnergyIsShownWhereItIsKnown) {
  auto titles = [](const ReportTable& table) {
    std::string all;
    for (const auto& column : table.columns) all += column.title + "|";
    return all;
  };
  Analysis analysis = ExampleAnalysis();
  EXPECT_FALSE(Has(titles(ScenarioTable(analysis, kEnglish)), "energy"));
  analysis.scenarios[0].metrics["gpu_energy_j"].summary = Summarize(std::vector<double>{900, 910});
  analysis.scenarios[0].metrics["gpu_temp_c_max"].summary = Summarize(std::vector<double>{61, 62});
  std::string english = titles(ScenarioTable(analysis, kEnglish));
  EXPECT_TRUE(Has(english, "GPU energy (J)")) << english;
  EXPECT_FALSE(Has(english, "gpu_temp")) << "the page is not flooded";
  EXPECT_TRUE(
      Has(titles(ScenarioTable(analysis, Words(Language::kPortuguese))), "energia da GPU (J)"));
}

TEST(TablesTest, StandInsAreMarked) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[0].stand_in = true;
  ReportTable table = ScenarioTable(analysis, kEnglish);
  EXPECT_EQ(table.rows[0][0].text, "C1*");
  EXPECT_EQ(table.rows[1][0].text, "C2");
  EXPECT_TRUE(Has(table.note, "stand-in"));
}

TEST(TablesTest, VariationIsLargestFirstAndResidualsLast) {
  ReportTable table = VariationTable(ExampleAnalysis(), kEnglish, 3);
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(table.rows[0][0].text, "image");
  EXPECT_EQ(table.rows[0][1].text, "76.1%");
  EXPECT_EQ(table.rows[1][0].text, "network");
  EXPECT_EQ(table.rows[3][0].text, "residuals (replications)");
  EXPECT_TRUE(Has(table.note, "4 more terms"));
}

TEST(TablesTest, EffectsHaveIntervalsInSeconds) {
  ReportTable table = EffectTable(ExampleAnalysis(), kEnglish, 1);
  ASSERT_EQ(table.rows.size(), 6u);
  EXPECT_EQ(Texts(table.rows[3]),
            (std::vector<std::string>{"image 64", "12", "12.000", "2.000 ± 0.043",
                                      "from 1.957 to 2.043"}));
  EXPECT_TRUE(Has(table.note, "adds to the mean of all runs"));
  table = EffectTable(ExampleAnalysis(), kEnglish, 2);
  EXPECT_EQ(table.rows.size(), 12u);
  EXPECT_EQ(table.note,
            "An effect is what two levels together add, beyond what each of them adds alone.");
}

TEST(TablesTest, FailuresHaveTheirReason) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(FailureTable(analysis, kEnglish).rows.empty());
  analysis.runs[3].outcome = Outcome::kOutOfMemory;
  analysis.runs[3].cause = cause::kKernelOutOfMemory;
  analysis.runs[3].reason = "killed at 7.9 GB";
  ReportTable table = FailureTable(analysis, kEnglish);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(Texts(table.rows[0]),
            (std::vector<std::string>{"C2", "1", "1", "out of memory", "killed by the kernel",
                                      "killed at 7.9 GB"}));
  EXPECT_EQ(RunTable(analysis, kEnglish).rows.size(), 24u);
}

TEST(TablesTest, EveryCauseHasWords) {
  for (const cause::Row& row : cause::kAll) {
    EXPECT_NE(CauseWord(row.code, kEnglish), row.code);
    EXPECT_NE(CauseWord(row.code, kPortuguese), CauseWord(row.code, kEnglish)) << row.code;
  }
  EXPECT_EQ(CauseWord("", kEnglish), "—");
  EXPECT_EQ(CauseWord("of_a_newer_trena", kEnglish), "of_a_newer_trena");
}

TEST(TablesTest, DatesAreTheReadersAndOrderedByTime) {
  Analysis analysis = ExampleAnalysis();
  ReportTable table = RunTable(analysis, kPortuguese);
  EXPECT_EQ(table.rows[0].back().text, "15/01/2024 12:00 UTC");
  EXPECT_EQ(table.rows[0].back().sort, 19737 * 86400.0 + 43200) << "days since 1970, and noon";
}

}  // namespace
}  // namespace trena
