// SPDX-License-Identifier: Apache-2.0
#include "report/compare/comparison_report.h"

#include <gtest/gtest.h>

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
    run.facts["cpu"]["model"] = "Other CPU";
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

}  // namespace
}  // namespace trena
