// SPDX-License-Identifier: Apache-2.0
#include "core/text/number_text.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

double Number(std::string_view text, DecimalMark mark = DecimalMark::kPoint) {
  const NumberText read = ReadNumber(text, mark);
  EXPECT_EQ(read.kind, NumberKind::kNumber) << text;
  return read.value;
}

NumberKind Kind(std::string_view text, DecimalMark mark = DecimalMark::kPoint) {
  return ReadNumber(text, mark).kind;
}

TEST(NumberText, Numbers) {
  EXPECT_EQ(Number("12.5"), 12.5);
  EXPECT_EQ(Number(" -1e-3\t"), -0.001);
  EXPECT_EQ(Number("+7"), 7);
  EXPECT_EQ(Number("0.1"), 0.1);
  EXPECT_EQ(Number("1e-400"), 0) << "too small is nothing";
  EXPECT_EQ(Number("123456789012345678901234567890"), 123456789012345678901234567890.0);
}

TEST(NumberText, WhatIsNone) {
  for (const char* text : {"", " ", "NA", "n/a", "null", "None", "-"}) {
    EXPECT_EQ(Kind(text), NumberKind::kMissing) << text;
  }
  for (const char* text : {"nan", "NaN", "inf", "-Infinity", "+inf"}) {
    EXPECT_EQ(Kind(text), NumberKind::kNotFinite) << text;
  }
  EXPECT_EQ(Kind("1e999"), NumberKind::kTooLarge);
  for (const char* text : {"fast", "12..5", "1 2", "0x10", "12 s", "+-1", ".", ",", "1e", "e5"}) {
    EXPECT_EQ(Kind(text), NumberKind::kText) << text;
  }
}

TEST(NumberText, DecimalCommasAreSuggestedAndUnderstood) {
  for (const char* text : {"1,5", "1.234,56", "-0,25", "1.234.567,8", "3,2e5"}) {
    EXPECT_EQ(Kind(text), NumberKind::kDecimalComma) << text;
  }
  EXPECT_EQ(Kind("1,234.56"), NumberKind::kThousands);
  EXPECT_EQ(Number("1.234,56", DecimalMark::kComma), 1234.56);
  EXPECT_EQ(Number("-1.234.567,8", DecimalMark::kComma), -1234567.8);
  EXPECT_EQ(Number("1.234", DecimalMark::kComma), 1234);
  EXPECT_EQ(Number("3,2e5", DecimalMark::kComma), 3.2e5);
  EXPECT_EQ(Number("12", DecimalMark::kComma), 12);
  for (const char* text : {"1.2", "12.34,5", "1,2,3", "1,2.3", "1.2345,6"}) {
    EXPECT_EQ(Kind(text, DecimalMark::kComma), NumberKind::kText) << text;
  }
}

}  // namespace
}  // namespace trena
