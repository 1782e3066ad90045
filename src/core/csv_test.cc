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

}  // namespace
}  // namespace trena
