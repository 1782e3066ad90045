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

TEST(TablesTest, TheLargestBatchThatFits) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(LargestBatchTable(analysis, kEnglish).rows.empty()) << "every run fitted";
  analysis.largest_batches = {{{{"network", "alexnet"}}, 128, 256},
                              {{{"network", "googlenet"}}, std::nullopt, 8},
                              {{{"network", "lenet"}}, 256, std::nullopt}};
  const ReportTable table = LargestBatchTable(analysis, kEnglish);
  EXPECT_EQ(table.title, "Largest batch that fits");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(Texts(table.rows[0]), (std::vector<std::string>{"alexnet", "128", "256"}));
  EXPECT_EQ(Texts(table.rows[1]), (std::vector<std::string>{"googlenet", "none", "8"}));
  EXPECT_EQ(Texts(table.rows[2]), (std::vector<std::string>{"lenet", "256", "all fit"}));
  EXPECT_EQ(LargestBatchTable(analysis, kPortuguese).rows[1][1].text, "nenhum");
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

// Omega squared, the share beyond what chance shows (anova_test.cc has R's).
TEST(TablesTest, WhatATermExplainsBeyondChanceIsTheLastColumn) {
  Analysis analysis = ExampleAnalysis();
  for (AnovaRow& row : analysis.main.stated->model.rows) {
    if (row.term == "image") row.omega_percent = 12.34;
  }
  const ReportTable table = VariationTable(analysis, kEnglish, 3);
  EXPECT_EQ(table.columns.back().title, "adjusted");
  EXPECT_EQ(table.rows[0].back().text, "12.3%");
  EXPECT_EQ(table.rows[3].back().text, "—") << "residuals have none";
  EXPECT_EQ(VariationTable(analysis, kPortuguese, 3).columns.back().title, "ajustada");
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

// A cost is the time at one price: the same shares. 10 s on average are 0.001 USD.
TEST(TablesTest, OtherMetricsHaveTheirThreeLargestTerms) {
  Analysis analysis = ExampleAnalysis();
  ReportTable table = OtherResponsesTable(analysis, kEnglish);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][0].text, "cost (USD per 1,000)");
  EXPECT_TRUE(table.rows[0][1].text.starts_with("1.000")) << table.rows[0][1].text;
  EXPECT_EQ(table.rows[0][2].text, "image 76.1%, network 19.0%, batch 4.8%");
  EXPECT_EQ(table.rows[0][3].text, "0.1%");
  auto& rows = analysis.others[0].stated->model.rows;
  for (AnovaRow& row : rows) {
    if (row.factors.size() != 1) row.percent.reset();
  }
  rows[1].percent.reset();  // image
  table = OtherResponsesTable(analysis, kPortuguese);
  EXPECT_EQ(table.rows[0][2].text, "network 19,0%, batch 4,8%");
  EXPECT_EQ(table.rows[0][3].text, "—");
  for (AnovaRow& row : rows) row.percent.reset();
  EXPECT_EQ(OtherResponsesTable(analysis, kEnglish).rows[0][2].text, "—");
  analysis.others[0].stated.reset();
  EXPECT_TRUE(OtherResponsesTable(analysis, kEnglish).rows.empty());
}

TEST(TablesTest, AFrameworkIsEqualOrTheTableSaysWhyNot) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(VerificationTable(analysis, kEnglish).rows.empty());
  VerifyRow good{"caffe@1.0", "lenet, mnist 28×28"};
  good.equivalence.parameters = good.equivalence.expected_parameters = 431'080;
  good.equivalence.logits = good.equivalence.gradients = {2.5e-6, 1e-4};
  good.equivalence.losses = {0, 1e-4};
  good.equivalence.same_images = true;
  VerifyRow bad = good;
  bad.framework = "mxnet@1.9";
  bad.equivalence.logits.seen.reset();
  analysis.verification.rows = {good, bad};
  ReportTable table = VerificationTable(analysis, kEnglish);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(
      Texts(table.rows[0]),
      (std::vector<std::string>{"caffe@1.0", "lenet, mnist 28×28", "431,080", "2.5e-06 (1e-04)",
                                "2.5e-06 (1e-04)", "0.0e+00 (1e-04)", "yes"}));
  EXPECT_EQ(table.rows[1][3].text, "— (1e-04)") << "not a number";
  EXPECT_FALSE(table.rows[1][3].sort.has_value());
  EXPECT_TRUE(table.rows[1][6].text.starts_with("no: ")) << table.rows[1][6].text;
  table = VerificationTable(analysis, kPortuguese);
  EXPECT_EQ(table.rows[0][3].text, "2,5e-06 (1e-04)");
  EXPECT_EQ(table.rows[0][6].text, "sim");
  EXPECT_TRUE(table.rows[1][6].text.starts_with("não: "));
}

TEST(TablesTest, NotesOnTheAllocationSayWhatIsNotInIt) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_EQ(VariationTable(analysis, kEnglish, 7).note, "") << "all seven terms are shown";
  EXPECT_TRUE(Has(VariationTable(analysis, kEnglish, 6).note, "1 more terms"));
  analysis.main.left_out = {"epochs", "dataset"};
  analysis.main.no_covariates = {"speed"};
  const std::string note = VariationTable(analysis, kEnglish, 7).note;
  EXPECT_TRUE(Has(note, "Only one level was measured of: epochs and dataset.")) << note;
  EXPECT_TRUE(Has(note, "some runs lack it: speed.")) << note;
  EXPECT_TRUE(Has(VariationTable(analysis, kPortuguese, 7).note, "falta em algumas execuções"));
  analysis.main.scale = "log";
  EXPECT_TRUE(Has(VariationTable(analysis, kEnglish, 7).title, "the logarithm of the training"));
  analysis.main.stated.reset();
  EXPECT_TRUE(VariationTable(analysis, kEnglish, 7).rows.empty());
}

// The example's effects taken for logarithms: e^2 = 7.39, e^12 = 162,755.
TEST(TablesTest, EffectsOnALogarithmAreRatios) {
  Analysis analysis = ExampleAnalysis();
  analysis.main.scale = "log";
  const ReportTable table = EffectTable(analysis, kEnglish, 1);
  EXPECT_EQ(Texts(table.rows[3]), (std::vector<std::string>{"image 64", "12", "162,755", "× 7.39",
                                                            "from × 7.08 to × 7.72"}));
  EXPECT_EQ(table.columns[2].title, "geometric mean (s)");
  EXPECT_EQ(table.columns[3].title, "effect") << "a ratio has no unit";
  EXPECT_TRUE(Has(table.note, "multiplies the geometric mean"));
  EXPECT_TRUE(Has(EffectTable(analysis, kEnglish, 2).note, "together multiply"));
  for (Effect& effect : analysis.main.stated->model.effects) effect.low.reset();
  EXPECT_EQ(EffectTable(analysis, kEnglish, 1).rows[3][4].text, "none");
  analysis.main.scale = "raw";
  EXPECT_EQ(EffectTable(analysis, kEnglish, 1).rows[3][4].text, "none (r = 1)");
  EXPECT_EQ(EffectTable(analysis, kPortuguese, 1).rows[3][4].text, "nenhum (r = 1)");
}

TEST(TablesTest, AFactorThatSomeScenariosLackIsADashThere) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios[1].levels.erase(analysis.scenarios[1].levels.begin());  // batch
  ReportTable table = ScenarioTable(analysis, kEnglish);
  EXPECT_EQ(table.columns[1].title, "batch");
  EXPECT_TRUE(table.columns[1].number) << "the others are numbers";
  EXPECT_EQ(table.rows[1][1].text, "—");
  EXPECT_EQ(table.rows[0][1].text, "64");
  analysis.scenarios[1].levels.emplace_back("batch", "all");
  table = ScenarioTable(analysis, kEnglish);
  EXPECT_FALSE(table.columns[1].number);
  EXPECT_EQ(table.rows[1][1].text, "all");
}

TEST(TablesTest, EveryRunIsThereAndWhatItLacksIsADash) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs[1].metrics = {};
  analysis.runs[1].outcome = Outcome::kTimedOut;
  analysis.runs[1].started = "";
  const ReportTable table = RunTable(analysis, kEnglish);
  EXPECT_EQ(Texts(table.rows[0]),
            (std::vector<std::string>{"C1-r1-a1-aaaaaaaaaaaa", "1", "ended well", "8", "7.400",
                                      "2024-01-15 12:00 UTC"}));
  EXPECT_EQ(Texts(table.rows[1]),
            (std::vector<std::string>{"C1-r2-a1-aaaaaaaaaaaa", "2", "timed out", "9", "—", ""}));
  EXPECT_FALSE(table.rows[1][4].sort || table.rows[1][5].sort);
  EXPECT_EQ(FailureTable(analysis, kPortuguese).rows.at(0)[3].text, "tempo esgotado");
  EXPECT_EQ(FailureTable(analysis, kEnglish).rows[0][5].text, "—") << "nobody said why";
}

}  // namespace
}  // namespace trena
