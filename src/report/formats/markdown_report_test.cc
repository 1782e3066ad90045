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

}  // namespace
}  // namespace trena
