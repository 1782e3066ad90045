// SPDX-License-Identifier: Apache-2.0
#include "core/source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/text/text.h"

namespace trena {
namespace {

std::string RenderOne(const std::string& text, Place place, const std::string& suggestion = "") {
  Source source("f.yaml", text);
  source.Add(place, "wrong", suggestion);
  return source.Render();
}

TEST(SourceTest, ShowsFileLineTextCaretAndIntention) {
  EXPECT_EQ(RenderOne("design:\n  replicatons: 3\n", {2, 3, 11}, "did you mean `replications`?"),
            "f.yaml:2:3: wrong\n"
            "    2 |   replicatons: 3\n"
            "      |   ^~~~~~~~~~~\n"
            "      = did you mean `replications`?");
}

TEST(SourceTest, CaretStandsUnderItsWordAfterMultiByteText) {
  // ç and ã take two bytes and one column each: byte 8 is column 6.
  EXPECT_EQ(RenderOne("ção: bad", {1, 8, 3}),
            "f.yaml:1:8: wrong\n"
            "    1 | ção: bad\n"
            "      |      ^~~");
  // 漢 and 字 take three bytes and two columns each: byte 9 is column 7.
  EXPECT_EQ(RenderOne("漢字: x", {1, 9, 1}),
            "f.yaml:1:9: wrong\n"
            "    1 | 漢字: x\n"
            "      |       ^");
}

TEST(SourceTest, UnderlinesColumnsNotBytes) {
  EXPECT_EQ(RenderOne("ção: x", {1, 1, 5}),
            "f.yaml:1:1: wrong\n"
            "    1 | ção: x\n"
            "      | ^~~");
}

TEST(SourceTest, CaretStandsUnderItsWordAfterTabsAndEscapes) {
  EXPECT_EQ(RenderOne("\tkey\t: x", {1, 2, 3}),
            "f.yaml:1:2: wrong\n"
            "    1 |  key : x\n"
            "      |  ^~~");
  // The escape is shown as \u{1b}: six columns.
  EXPECT_EQ(RenderOne("\x1bkey", {1, 2, 3}),
            "f.yaml:1:2: wrong\n"
            "    1 | \\u{1b}key\n"
            "      |       ^~~");
}

TEST(SourceTest, CaretStaysOnTheLine) {
  EXPECT_EQ(RenderOne("ab\r\ncd", {1, 2, 50}),
            "f.yaml:1:2: wrong\n"
            "    1 | ab\n"
            "      |  ^");
  EXPECT_EQ(RenderOne("ab", {1, 90, 5}),
            "f.yaml:1:3: wrong\n"
            "    1 | ab\n"
            "      |   ^");
  EXPECT_EQ(RenderOne("ab", {7, 1, 1}),
            "f.yaml:7:1: wrong\n"
            "    7 | \n"
            "      | ^");
}

TEST(SourceTest, AProblemOfTheWholeFileHasNoLine) {
  EXPECT_EQ(RenderOne("a: 1", {}, "mend it"), "f.yaml: wrong\n       = mend it");
}

TEST(SourceTest, FollowsTheOrderOfTheFile) {
  Source source("f.yaml", "a\nb\nc\n");
  source.Add({3, 1, 1}, "third");
  source.Add({1, 1, 1}, "first");
  source.Add({2, 1, 1}, "second");
  source.Add({2, 1, 1}, "second again");
  std::string text = source.Render();
  std::vector<size_t> found = {text.find("first"), text.find("second"), text.find("second again"),
                               text.find("third")};
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end())) << text;
  EXPECT_NE(found.back(), std::string::npos);
}

TEST(SourceTest, ShowsTwentyAndCountsTheRest) {
  Source source("f.yaml", "a\n");
  for (int i = 0; i < 25; ++i) source.Add({}, fmt::format("problem-{:02}", i));
  std::string text = source.Render();
  EXPECT_NE(text.find("problem-19"), std::string::npos);
  EXPECT_EQ(text.find("problem-20"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\n… and 5 more")) << text;
  EXPECT_EQ(source.diagnostics().size(), 25u);
}

TEST(SourceTest, NothingInTheFileDrivesTheTerminal) {
  Source source("f\x1b.yaml", "k: \x1b[2J\n");
  source.Add({1, 1, 1}, "bad \x1b[31m", "try \x1b[0m");
  EXPECT_EQ(source.Render().find('\x1b'), std::string::npos);
}

TEST(SourceTest, LongLinesAreCut) {
  std::string text = RenderOne(std::string(5000, 'x'), {1, 4000, 900});
  for (const std::string& line : Split(text, '\n')) EXPECT_LE(DisplayWidth(line), 170u);
}

TEST(SourceTest, IsAnInputError) {
  Source source("f.yaml", "a");
  source.Add({}, "wrong");
  EXPECT_EQ(source.ToError().kind(), ErrorKind::kInput);
  EXPECT_EQ(source.ToError().message(), "f.yaml: wrong");
}

}  // namespace
}  // namespace trena
