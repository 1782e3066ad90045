// SPDX-License-Identifier: Apache-2.0
#include "core/csv.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(CsvCellTest, PlainTextStaysPlain) {
  for (const char* text :
       {"", "network1", "São Luís", "a b", "3.5", "-2", "-0.5e-3", "a=b", "a-b"}) {
    EXPECT_EQ(CsvCell(text), text);
  }
}

TEST(CsvCellTest, QuotesWhatRfc4180Names) {
  EXPECT_EQ(CsvCell("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvCell("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(CsvCell("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(CsvCell("a\rb"), "\"a\rb\"");
}

TEST(CsvCellTest, AFormulaIsText) {
  EXPECT_EQ(CsvCell("=1+1"), "\"'=1+1\"");
  EXPECT_EQ(CsvCell("+cmd"), "\"'+cmd\"");
  EXPECT_EQ(CsvCell("-cmd|' /C calc'!A0"), "\"'-cmd|' /C calc'!A0\"");
  EXPECT_EQ(CsvCell("@SUM(A1)"), "\"'@SUM(A1)\"");
  EXPECT_EQ(CsvCell("  =1"), "\"'  =1\"");
  EXPECT_EQ(CsvCell("\t=1"), "\"'\t=1\"");
  EXPECT_EQ(CsvCell("\rx"), "\"'\rx\"");
  EXPECT_EQ(CsvCell("-inf"), "\"'-inf\"");
}

using Cells = std::vector<std::string>;

TEST(SplitCsvRowTest, CommasSeparateAndQuotesHoldThem) {
  EXPECT_EQ(SplitCsvRow("").value(), Cells{});
  EXPECT_EQ(SplitCsvRow("a").value(), Cells{"a"});
  EXPECT_EQ(SplitCsvRow("a, b,c").value(), (Cells{"a", " b", "c"}));
  EXPECT_EQ(SplitCsvRow("a,,").value(), (Cells{"a", "", ""}));
  EXPECT_EQ(SplitCsvRow("\"c, d\",e").value(), (Cells{"c, d", "e"}));
  EXPECT_EQ(SplitCsvRow("\"say \"\"hi\"\"\"").value(), Cells{"say \"hi\""});
  EXPECT_EQ(SplitCsvRow("\"\",a").value(), (Cells{"", "a"}));
}

TEST(SplitCsvRowTest, WhatCsvCellWritesIsReadBack) {
  for (const char* text : {"plain", "a,b", "say \"hi\"", "two\nlines"}) {
    EXPECT_EQ(SplitCsvRow("x," + CsvCell(text)).value(), (Cells{"x", text}));
  }
}

TEST(SplitCsvRowTest, QuotesThatDoNotMatchAreToldApart) {
  EXPECT_EQ(SplitCsvRow("a,\"b").error().message(), "a quote is not closed");
  EXPECT_EQ(SplitCsvRow("\"a\"\"").error().message(), "a quote is not closed");
  EXPECT_EQ(SplitCsvRow("\"a\" b").error().message(), "text after the closing quote of a field");
  EXPECT_EQ(SplitCsvRow("a\"b").error().message(),
            "a quote within a field that does not begin with one");
}

}  // namespace
}  // namespace trena
