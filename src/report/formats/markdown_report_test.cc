// SPDX-License-Identifier: Apache-2.0
#include "report/formats/markdown_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

TEST(MarkdownReportTest, HasTheTables) {
  std::string text = MarkdownReport(ExampleAnalysis(), {});
  EXPECT_TRUE(Has(text, "# first\n"));
  EXPECT_TRUE(Has(text, "| C5 | 128 | 32 | network1 | 3 | 6.50 ± 0.25 |"));
  EXPECT_TRUE(Has(text, "| image | 76.1% |"));
  EXPECT_TRUE(Has(text, "**The answer is valid: 24 of 24 planned runs are done.**"));
}

// A table row has as many bars as its head, whatever the cells hold.
TEST(MarkdownReportTest, NoTextBreaksATable) {
  std::string text = MarkdownReport(HostileAnalysis(), {});
  EXPECT_TRUE(Has(text, "a\\|b"));
  EXPECT_FALSE(Has(text, "<script>alert"));
  size_t bars = 0;
  for (const std::string& line : Split(text, '\n')) {
    if (!line.starts_with('|')) {
      bars = 0;
      continue;
    }
    size_t here = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++here;
    }
    EXPECT_TRUE(bars == 0 || here == bars) << line;
    bars = here;
  }
}

using markdown::Escaped;
using markdown::MarkdownTable;

TEST(MarkdownReportTest, EveryCharacterThatMeansSomethingIsEscaped) {
  for (const char c : std::string("\\`*_{}[]<>#|!~&")) {
    EXPECT_EQ(Escaped(std::string("a") + c + "b"), std::string("a\\") + c + "b");
  }
  EXPECT_EQ(Escaped("plain words, 1.5 (n = 3): ± é"), "plain words, 1.5 (n = 3): ± é");
  EXPECT_EQ(Escaped(""), "");
}

TEST(MarkdownReportTest, ALineStaysALine) {
  EXPECT_EQ(Escaped("a\nb\r\n"), "a\\\\u\\{a\\}b\\\\u\\{d\\}\\\\u\\{a\\}");
  Analysis analysis = ExampleAnalysis();
  analysis.study = "a\n# b";
  analysis.question = "why\n\n- not";
  const std::string text = MarkdownReport(analysis, {});
  EXPECT_FALSE(Has(text, "\n# b"));
  EXPECT_FALSE(Has(text, "\n- not"));
  EXPECT_EQ(Split(text, '\n')[1], "") << "the title is one line";
}

TEST(MarkdownReportTest, ATableHasItsTitleRuleRowsAndNote) {
  ReportTable table{"Costs of a|b",
                    "See *.",
                    {TableColumn::Key("name"), {"share", true, true}, TableColumn::Number("cost")},
                    {{{"<i>", {}, false}, {"", 5.0, true}, {"1.5", 1.5, true}},
                     {{"", {}, false}, {"", {}, true}, {"—", {}, true}}}};
  EXPECT_EQ(MarkdownTable(table),
            "\n## Costs of a\\|b\n\n"
            "| name | cost |\n"
            "|---|---:|\n"
            "| \\<i\\> | 1.5 |\n"
            "|  | — |\n"
            "\nSee \\*.\n")
      << "bars are not drawn, numbers are to the right";
  table.note.clear();
  EXPECT_TRUE(MarkdownTable(table).ends_with("|  | — |\n"));
  table.rows.clear();
  EXPECT_EQ(MarkdownTable(table), "");
}

TEST(MarkdownReportTest, WarningsAreAListWithWhatWasSeenInBold) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_FALSE(Has(MarkdownReport(analysis, {}), "## Warnings"));
  analysis.warnings = {{"few_replications", {"3"}}, {"new_code", {"a*b"}}};
  const std::string text = MarkdownReport(analysis, {});
  EXPECT_TRUE(Has(text, "\n## Warnings\n\n- **There are 3 replications at the fewest.** "));
  EXPECT_TRUE(Has(text, "\n- **new\\_code: a\\*b** "));
  ReportContext portuguese;
  portuguese.language = Language::kPortuguese;
  EXPECT_TRUE(Has(MarkdownReport(analysis, portuguese), "\n## Avisos\n\n- **"));
}

TEST(MarkdownReportTest, WhatARunSaidLastIsQuoted) {
  Analysis analysis = ExampleAnalysis();
  analysis.runs[0].outcome = Outcome::kFailed;
  analysis.runs[0].last_lines = {"# Traceback", "<b>"};
  const std::string text = MarkdownReport(analysis, {});
  EXPECT_TRUE(Has(text, "\n> \\# Traceback  \n> \\<b\\>  \n")) << text;
  analysis.runs[0].last_lines.clear();
  EXPECT_FALSE(Has(MarkdownReport(analysis, {}), "said last"));
}

TEST(MarkdownReportTest, AQuestionAndANextCommandAreThereWhereTheyAreKnown) {
  Analysis analysis = ExampleAnalysis();
  EXPECT_TRUE(Has(MarkdownReport(analysis, {}), "\n*What does training cost on this machine, and"));
  EXPECT_TRUE(Has(MarkdownReport(analysis, {}), "\nNext: \\`trena report examples/first.yaml"));
  analysis.question.clear();
  analysis.next_command.clear();
  EXPECT_TRUE(MarkdownReport(analysis, {}).starts_with("# first\n\nTraining takes"));
  EXPECT_FALSE(Has(MarkdownReport(analysis, {}), "Next:"));
}

TEST(MarkdownReportTest, ItSaysWhoMadeItAndWhen) {
  ReportContext context;
  context.trena_version = "trena 1_0";
  context.generated = "2024-01-15T12:30:05Z";
  EXPECT_TRUE(MarkdownReport(ExampleAnalysis(), context)
                  .ends_with("\ntrena 1\\_0 · 2024-01-15 12:30 UTC\n"));
  context.language = Language::kPortuguese;
  EXPECT_TRUE(MarkdownReport(ExampleAnalysis(), context).ends_with(" · 15/01/2024 12:30 UTC\n"));
}

}  // namespace
}  // namespace trena
