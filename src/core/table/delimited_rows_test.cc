// SPDX-License-Identifier: Apache-2.0
#include "core/table/delimited_rows.h"

#include <gtest/gtest.h>

#include "core/table/byte_masks.h"

namespace trena {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows Split(std::string text, char separator = ',') {
  const size_t size = text.size();
  text.append(kMaskPadding, '\0');
  DelimitedRows rows(std::string_view(text).substr(0, size), separator);
  std::vector<std::string_view> fields;
  Rows all;
  for (RowState state; (state = rows.Next(fields)) != RowState::kEnd;) {
    if (state == RowState::kBad) {
      all.push_back({"!" + rows.problem()});
    } else {
      all.emplace_back(fields.begin(), fields.end());
    }
  }
  return all;
}

TEST(DelimitedRows, FieldsAndLineEnds) {
  EXPECT_EQ(Split("a,b\n1,2\r\n,\n"), (Rows{{"a", "b"}, {"1", "2"}, {"", ""}}));
  EXPECT_EQ(Split("a\tb,c\n", '\t'), (Rows{{"a", "b,c"}}));
  EXPECT_EQ(Split("a,b"), (Rows{{"a", "b"}})) << "without a newline";
  EXPECT_EQ(Split(""), Rows{});
}

TEST(DelimitedRows, EmptyLinesAreNoRows) {
  EXPECT_EQ(Split("\na\n\r\n\nb\n"), (Rows{{"a"}, {"b"}}));
  EXPECT_EQ(Split("\"\"\n"), (Rows{{""}})) << "but a quoted nothing is one";
}

TEST(DelimitedRows, QuotesHoldEverything) {
  EXPECT_EQ(Split("\"a,b\",\"say \"\"hi\"\"\",\"x\ny\"\r\nnext,é,\"\"\n"),
            (Rows{{"a,b", "say \"hi\"", "x\ny"}, {"next", "é", ""}}));
}

TEST(DelimitedRows, FieldsLongerThanAMask) {
  const std::string longer(1000, 'x');
  EXPECT_EQ(Split(longer + "," + longer + "\n\"" + longer + "\",y\n"),
            (Rows{{longer, longer}, {longer, "y"}}));
}

TEST(DelimitedRows, BrokenQuotesAreSaidAndPassedOver) {
  EXPECT_EQ(Split("a\"b,c\nd,e\n"),
            (Rows{{"!a quote within a field that does not begin with one"}, {"d", "e"}}));
  EXPECT_EQ(Split("\"a\"b\nd\n"), (Rows{{"!text after the closing quote of a field"}, {"d"}}));
  EXPECT_EQ(Split("x\n\"open\n"), (Rows{{"x"}, {"!a quote is not closed"}}));
}

TEST(DelimitedRows, LinesAreCountedWithinQuotes) {
  std::string text = "a\n\n\"x\ny\"\nb\n" + std::string(kMaskPadding, '\0');
  DelimitedRows rows(std::string_view(text).substr(0, text.size() - kMaskPadding), ',');
  std::vector<std::string_view> fields;
  std::vector<size_t> lines;
  while (rows.Next(fields) == RowState::kRow) lines.push_back(rows.line());
  EXPECT_EQ(lines, (std::vector<size_t>{1, 3, 5}));
  EXPECT_EQ(rows.lines(), 5u);
}

}  // namespace
}  // namespace trena
