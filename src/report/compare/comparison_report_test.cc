// SPDX-License-Identifier: Apache-2.0
#include "report/compare/comparison_report.h"

#include <gtest/gtest.h>

#include <set>

#include "core/json.h"
#include "report/compare/comparison_json.h"
#include "report/compare/comparison_words.h"
#include "report/compare/example_comparison.h"

namespace trena {
namespace {

const Words kEnglish(Language::kEnglish);
const Words kPortuguese(Language::kPortuguese);

TEST(ComparisonReport, SaysWhatChangedByHowMuchAndHowCertain) {
  const std::string text = TerminalComparison(ExampleComparison(1.5), {});
  EXPECT_TRUE(Has(text, "A is before.trena (first): 24 runs compared, measured on 2024-01-15."))
      << text;
  EXPECT_TRUE(Has(text, "Scenarios compared: training time")) << text;
  EXPECT_TRUE(Has(text, "Over 8 scenarios B takes 1.500 times as long as A")) << text;
  EXPECT_TRUE(Has(text, "slower: 8")) << text;
  EXPECT_TRUE(Has(text, "together (Bonferroni), and p")) << text;
  EXPECT_TRUE(Has(text, "Costs changed as times did")) << text;
  EXPECT_TRUE(Has(text, "Nothing that the runs recorded differs")) << text;
  EXPECT_FALSE(Has(text, "Threshold")) << text;
}

TEST(ComparisonReport, TheThresholdHasTheLastWord) {
  const std::string crossed = TerminalComparison(ExampleComparison(1.5, {.threshold = 0.05}), {});
  EXPECT_TRUE(Has(crossed, "Threshold of 5.0%: crossed by all scenarios together (training time),"))
      << crossed;
  const std::string kept = TerminalComparison(ExampleComparison(0.9, {.threshold = 0.05}), {});
  EXPECT_TRUE(Has(kept, "Threshold of 5.0%: kept by every scenario")) << kept;
}

TEST(ComparisonReport, InPortuguese) {
  ReportContext context;
  context.language = Language::kPortuguese;
  const std::string text = TerminalComparison(ExampleComparison(1.5, {.threshold = 0.05}), context);
  EXPECT_TRUE(Has(text, "Em 8 cenários, B leva 1,500 vezes o tempo de A")) << text;
  EXPECT_TRUE(Has(text, "mais lento: 8")) << text;
  EXPECT_TRUE(Has(text, "Limite de 5,0%: ultrapassado por")) << text;
  EXPECT_FALSE(Has(text, "scenario")) << text;
}

TEST(ComparisonReport, SaysWhatIsMissingAndWhatFails) {
  Analysis after = ExampleAnalysis();
  after.scenarios.erase(after.scenarios.begin());  // C1 was never run
  after.scenarios[0].metrics.clear();              // C2 fails
  after.scenarios[0].outcomes = {{Outcome::kFailed, 3}};
  const auto comparison = CompareStudies(ExampleSide("before", 1, ExampleAnalysis()),
                                         ExampleSide("after", 1, after), {.threshold = 0.1});
  ASSERT_TRUE(comparison.ok());
  const ComparisonText text = ComparisonInWords(comparison.value(), kEnglish);
  EXPECT_TRUE(Has(text.answer, "Not measured in B: C1 (batch 64, image 32, network1)."));
  EXPECT_TRUE(
      Has(text.answer, "Ended well in A, and never in B: C2 (batch 64, image 32, network2)."));
  EXPECT_TRUE(Has(text.answer, "not compared: 1"));
  EXPECT_EQ(text.guard,
            "Threshold of 10.0%: crossed by C2 (it never ended well in B). It cannot be judged for "
            "C1 (not measured in B).");
}

TEST(ComparisonReport, WhatDiffersIsATable) {
  Analysis after = ExampleAnalysis();
  for (RunRecord& run : after.runs) {
    run.framework_version = "2.0.0";
    run.facts.Change()["cpu"]["model"] = "Other CPU";
    run.simulated = true;
  }
  const auto comparison = CompareStudies(ExampleSide("before", 1, ExampleAnalysis()),
                                         ExampleSide("after", 1, after), {});
  ASSERT_TRUE(comparison.ok());
  const std::string text = MarkdownComparison(comparison.value(), {});
  EXPECT_TRUE(Has(text, "| framework | libtorch | 1.13.1 | 2.0.0 |")) << text;
  EXPECT_TRUE(Has(text, "| machine | cpu.model | Example CPU | Other CPU |")) << text;
  EXPECT_TRUE(Has(text, "**Runs of after are simulated: nothing was trained.**")) << text;
  EXPECT_TRUE(Has(text, "| C1 | 64 | 32 | network1 | 3, 3 |")) << text;
}

TEST(ComparisonReport, CostsThatCannotBeComparedAreExplained) {
  Analysis after = ExampleAnalysis();
  after.cost.currency = "BRL";
  const auto told = [&](const Words& words) {
    const auto comparison = CompareStudies(ExampleSide("before", 1, ExampleAnalysis()),
                                           ExampleSide("after", 1, after), {});
    return ComparisonInWords(comparison.value(), words).answer;
  };
  EXPECT_TRUE(Has(told(kEnglish), "before is in USD and after in BRL"));
  EXPECT_TRUE(Has(told(kPortuguese), "before está em USD e after em BRL"));
  after.cost.currency = "";
  EXPECT_TRUE(Has(told(kEnglish), "Costs are not compared: after has no price."));
}

TEST(ComparisonReport, ForPrograms) {
  const Json json =
      ParseJson(ComparisonJson(ExampleComparison(1.5, {.threshold = 0.05}), {})).value();
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["metrics"].size(), 1u);
  const Json& time = json["metrics"][0];
  EXPECT_NEAR(time["overall"]["ratio"].get<double>(), 1.5, 1e-9);
  EXPECT_EQ(time["overall"]["spread_of"], "runs");
  EXPECT_EQ(time["scenarios"][0]["verdict"], "slower");
  EXPECT_EQ(time["scenarios"][0]["values"]["batch"], 64);
  EXPECT_EQ(json["cost"], "same_as_time");
  EXPECT_EQ(json["guard"], "crossed");
  EXPECT_TRUE(json["rate"].is_null());
}

TEST(ComparisonReport, NothingFromAFileDoesHarm) {
  Analysis hostile = HostileAnalysis();
  hostile.runs[0] = ExampleAnalysis().runs[0];
  for (RunRecord& run : hostile.runs) run.facts = {{"<b>|", HostileStrings()[0] + "|\x1b[2J"}};
  StudySide side = ExampleSide(HostileStrings()[0] + "\x1b[2J", 2, hostile);
  side.analysis.set_aside = {HostileStrings()[0]};
  const auto comparison =
      CompareStudies(ExampleSide("a", 1, ExampleAnalysis()), std::move(side), {});
  ASSERT_TRUE(comparison.ok()) << comparison.error().message();
  for (const std::string& text :
       {TerminalComparison(comparison.value(), {}), MarkdownComparison(comparison.value(), {}),
        ComparisonJson(comparison.value(), {})}) {
    EXPECT_FALSE(Has(text, "\x1b"));
  }
  EXPECT_FALSE(Has(MarkdownComparison(comparison.value(), {}), "<script>"));
}

StudyComparison WithDifferences(size_t count) {
  StudyComparison comparison = ExampleComparison(1);
  comparison.differences.clear();
  for (size_t i = 0; i < count; ++i) {
    comparison.differences.push_back(
        {DifferenceKind::kPackage, "p" + std::to_string(i), {"1"}, {"2"}});
  }
  return comparison;
}

TEST(ComparisonReport, TwentyFiveDifferencesAreShownOnAScreen) {
  EXPECT_FALSE(Has(TerminalComparison(WithDifferences(25), {}), "more are in --json"));
  const std::string text = TerminalComparison(WithDifferences(26), {});
  EXPECT_TRUE(Has(text, "1 more are in --json."));
  EXPECT_TRUE(Has(text, "p24"));
  EXPECT_FALSE(Has(text, "p25"));
  EXPECT_FALSE(Has(text, "Nothing that the runs recorded differs"));
  EXPECT_TRUE(Has(MarkdownComparison(WithDifferences(26), {}), "p25")) << "a file has all";
}

TEST(ComparisonReport, ThreeValuesOfASideAreShown) {
  StudyComparison comparison = WithDifferences(1);
  comparison.differences[0].first = {"a", "b", "c"};
  comparison.differences[0].second = {};
  auto row = DifferenceTable(comparison, kEnglish, 25).rows.at(0);
  EXPECT_EQ(row[0].text, "package");
  EXPECT_EQ(row[2].text, "a · b · c");
  EXPECT_EQ(row[3].text, "—") << "one side has none";
  comparison.differences[0].first.insert("d");
  comparison.differences[0].second = {std::string(41, 'x')};
  row = DifferenceTable(comparison, kPortuguese, 25).rows.at(0);
  EXPECT_EQ(row[0].text, "pacote");
  EXPECT_EQ(row[2].text, "a · b · c · …");
  EXPECT_EQ(row[3].text, std::string(39, 'x') + "…") << "forty columns are the most";
}

TEST(ComparisonReport, EveryKindOfDifferenceHasAWord) {
  std::set<std::string> words;
  for (DifferenceKind kind :
       {DifferenceKind::kSetting, DifferenceKind::kEnvironment, DifferenceKind::kFramework,
        DifferenceKind::kPackage, DifferenceKind::kMachine, DifferenceKind::kInput,
        DifferenceKind::kSeed, DifferenceKind::kPrice, DifferenceKind::kTrena}) {
    StudyComparison comparison = WithDifferences(1);
    comparison.differences[0].kind = kind;
    const std::string english = DifferenceTable(comparison, kEnglish, 1).rows[0][0].text;
    EXPECT_TRUE(words.insert(english).second) << english;
    EXPECT_EQ(DifferenceTable(comparison, kPortuguese, 1).rows[0][0].text == english,
              kind == DifferenceKind::kTrena)
        << english;
  }
}

// 1.5 times 7.5 s are 11.25 s.
TEST(ComparisonReport, ARowHasBothMeansTheirRatioAndHowCertainItIs) {
  const StudyComparison comparison = ExampleComparison(1.5);
  const ReportTable table = ChangeTable(comparison, comparison.metrics[0], kEnglish);
  ASSERT_EQ(table.rows.size(), 8u);
  ASSERT_EQ(table.columns.size(), 11u);
  const auto& row = table.rows[0];
  ASSERT_EQ(row.size(), table.columns.size());
  EXPECT_EQ(table.columns[1].title, "batch");
  EXPECT_TRUE(table.columns[1].number) << "batches are numbers";
  EXPECT_FALSE(table.columns[3].number) << "networks are not";
  EXPECT_EQ(row[4].text, "3, 3");
  EXPECT_EQ(table.columns[5].title, "A (s)");
  EXPECT_NEAR(*row[7].sort, 1.5, 1e-9);
  EXPECT_TRUE(Has(row[8].text, "–")) << row[8].text;
  EXPECT_EQ(row[9].text, "slower");
  EXPECT_TRUE(Has(table.note, "The intervals of 8 scenarios hold all together"));
  EXPECT_FALSE(Has(table.note, "A single run has no interval."));
}

TEST(ComparisonReport, WhatIsNotComparedOrNotCertainSaysSo) {
  StudyComparison comparison = ExampleComparison(1.5);
  MetricChange& metric = comparison.metrics[0];
  metric.scenarios[0].ratio.reset();
  metric.scenarios[1].ratio->interval.low.reset();
  metric.tested = 1;
  EXPECT_TRUE(Has(ChangeTable(comparison, metric, kEnglish).note,
                  "Runs that do not differ at all have no interval."));
  metric.scenarios[1].second_n = 1;
  const ReportTable table = ChangeTable(comparison, metric, kEnglish);
  EXPECT_EQ(table.rows[0][7].text, "—");
  EXPECT_EQ(table.rows[0][8].text, "—");
  EXPECT_EQ(table.rows[0][9].text, "not compared");
  EXPECT_NE(table.rows[1][7].text, "—");
  EXPECT_EQ(table.rows[1][8].text, "—");
  EXPECT_TRUE(Has(table.note, "A single run has no interval."));
  EXPECT_FALSE(Has(table.note, "Bonferroni")) << "one allows for no number";
  EXPECT_EQ(ChangeTable(comparison, metric, kPortuguese).rows[0][9].text, "não comparado");
}

}  // namespace
}  // namespace trena
