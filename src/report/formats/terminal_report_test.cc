// SPDX-License-Identifier: Apache-2.0
#include "report/formats/terminal_report.h"

#include <gtest/gtest.h>

#include "core/text/text.h"
#include "report/formats/example_analysis.h"

namespace trena {
namespace {

TEST(TerminalReportTest, FitsAHundredColumns) {
  for (Language language : {Language::kEnglish, Language::kPortuguese}) {
    ReportContext context;
    context.language = language;
    for (const std::string& line : Split(TerminalReport(ExampleAnalysis(), context), '\n')) {
      EXPECT_LE(DisplayWidth(line), 100u) << line;
    }
  }
}

TEST(TerminalReportTest, TellsTheWholeAnswer) {
  std::string text = TerminalReport(ExampleAnalysis(), {});
  for (const char* part :
       {"6.50 ± 0.25", "0.650 ± 0.025", "█", "76.1%", "<0.001", "from 1.957 to 2.043",
        "The cheapest is C5", "The answer is valid", "Next: `trena report examples/first.yaml`"}) {
    EXPECT_TRUE(Has(text, part));
  }
}

TEST(TerminalReportTest, WarningsSayWhatWhyAndWhatToDo) {
  Analysis analysis = ExampleAnalysis();
  analysis.warnings = {{"few_replications", {"3"}}};
  std::string text = TerminalReport(analysis, {});
  EXPECT_TRUE(Has(text, "! There are 3 replications at the fewest."));
  EXPECT_TRUE(Has(text, "5 or more tell more scenarios apart."));
}

TEST(TerminalReportTest, NothingFromAFileDrivesTheTerminal) {
  std::string text = TerminalReport(HostileAnalysis(), {});
  EXPECT_TRUE(Has(text, "\\u{1b}[2J"));
  for (const char* harm : {"\x1b", "\u202e", "\u2028"}) EXPECT_FALSE(Has(text, harm));
}

TEST(TerminalReportTest, HasAnAnswerToNothing) {
  EXPECT_TRUE(Has(TerminalReport(Analysis{}, {}), "inconclusive"));
}

}  // namespace
}  // namespace trena
