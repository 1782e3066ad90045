// SPDX-License-Identifier: Apache-2.0
#include "core/terminal/terminal.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

using Align = TextTable::Align;

TEST(TextTableTest, WordsToTheLeftNumbersToTheRight) {
  TextTable table({{"network"}, {"train", Align::kRight}, {"n", Align::kRight}});
  table.Add({"a", "3.41 s", "5"});
  table.Add({"network1", "12.00 s", "10"});
  EXPECT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.Render(),
            "  network     train   n\n"
            "  a          3.41 s   5\n"
            "  network1  12.00 s  10\n");
}

TEST(TextTableTest, AlignsByColumnsNotBytes) {
  TextTable table({{"name"}, {"n", Align::kRight}});
  table.Add({"São", "1"});
  table.Add({"漢字漢", "2"});
  EXPECT_EQ(table.Render(0),
            "name    n\n"
            "São     1\n"
            "漢字漢  2\n");
}

TEST(TextTableTest, CellsCannotDriveTheTerminal) {
  TextTable table({{"x"}, {"y"}});
  table.Add({"\x1b[2J", "a\nb"});
  EXPECT_EQ(table.Render(0),
            "x          y\n"
            "\\u{1b}[2J  a\\u{a}b\n");
}

TEST(TextTableTest, MissingCellsAreEmptyAndNoLineEndsInBlanks) {
  TextTable table({{"a"}, {"b"}, {"c"}});
  table.Add({"1"});
  table.Add({});
  EXPECT_EQ(table.Render(2), "  a  b  c\n  1\n\n");
}

TEST(TextTableTest, CellsBeyondTheTitlesAreShownToo) {
  TextTable table({{"a"}, {"b", Align::kRight}});
  table.Add({"1", "2", "long", "4"});
  table.Add({"5", "6"});
  EXPECT_EQ(table.Render(0), "a  b\n1  2  long  4\n5  6\n");
  TextTable untitled({});
  untitled.Add({"1", "2"});
  EXPECT_EQ(untitled.Render(1), "\n 1  2\n");
}

TEST(TerminalTest, APipeGetsPlainLinesAndNoProgress) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  Terminal terminal(file);
  EXPECT_FALSE(terminal.interactive());
  EXPECT_EQ(terminal.width(), 100u);
  EXPECT_EQ(terminal.Styled(Style::kRed, "text"), "text");
  terminal.Progress("[1/2]");
  terminal.Say("done");
  terminal.ClearProgress();
  std::rewind(file);
  char text[64] = {};
  size_t got = std::fread(text, 1, sizeof text, file);
  EXPECT_EQ(std::string(text, got), "done\n");
  std::fclose(file);
}

}  // namespace
}  // namespace trena
