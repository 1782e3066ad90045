// SPDX-License-Identifier: Apache-2.0
#include "core/text/text.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

using TextWords = std::vector<std::string>;

TEST(NearestTest, SwappedNeighboursAreOneMistake) {
  // Five letters allow one mistake; as two substitutions it would be out of reach.
  EXPECT_EQ(Nearest("bacth", {"image", "batch"}), "batch");
}

TEST(NearestTest, InsertionDeletionAndSubstitutionAreOneMistakeEach) {
  EXPECT_EQ(Nearest("batchh", {"batch"}), "batch");
  EXPECT_EQ(Nearest("btch", {"batch"}), "batch");
  EXPECT_EQ(Nearest("botch", {"batch"}), "batch");
}

TEST(NearestTest, AllowsAThirdOfTheWord) {
  EXPECT_EQ(Nearest("abcdef", {"abcdxy"}), "abcdxy");
  EXPECT_EQ(Nearest("abcdef", {"abcxyz"}), std::nullopt);
  EXPECT_EQ(Nearest("abcde", {"abcxy"}), std::nullopt);
  EXPECT_EQ(Nearest("ab", {"ax"}), "ax");
  EXPECT_EQ(Nearest("ab", {"xy"}), std::nullopt);
}

TEST(NearestTest, TakesTheLeastDistanceInAnyOrder) {
  EXPECT_EQ(Nearest("replicatons", {"replicators", "replications"}), "replicators");
  EXPECT_EQ(Nearest("replicatoins", {"replicator", "replications"}), "replications");
  EXPECT_EQ(Nearest("replicatoins", {"replications", "replicator"}), "replications");
}

TEST(NearestTest, NeverOffersTheWordItselfNorLooksAtEndlessWords) {
  EXPECT_EQ(Nearest("batch", {"batch"}), std::nullopt);
  EXPECT_EQ(Nearest(std::string(300, 'a'), {std::string(299, 'a')}), std::nullopt);
  EXPECT_EQ(Nearest("batch", {}), std::nullopt);
}

TEST(DidYouMeanTest, IsEmptyWithoutACandidate) {
  EXPECT_EQ(DidYouMean("bacth", {"batch"}), " (did you mean `batch`?)");
  EXPECT_EQ(DidYouMean("bacth", {"momentum"}), "");
}

TEST(JoinAndSplitTest, KeepEmptyParts) {
  EXPECT_EQ(Split("a,,b,", ','), (TextWords{"a", "", "b", ""}));
  EXPECT_EQ(Split("", ','), (TextWords{""}));
  EXPECT_EQ(Join({"a", "", "b"}, ", "), "a, , b");
  EXPECT_EQ(Join({}, ", "), "");
}

TEST(TrimTest, TakesBlanksOffBothEndsOnly) {
  EXPECT_EQ(Trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(Trim(" \t\r\n"), "");
}

TEST(DisplayWidthTest, CountsColumnsNotBytes) {
  EXPECT_EQ(DisplayWidth("abc"), 3u);
  EXPECT_EQ(DisplayWidth("São"), 3u);
  EXPECT_EQ(DisplayWidth("漢字"), 4u);     // wide characters
  EXPECT_EQ(DisplayWidth("e\u0301"), 1u);  // e and a combining acute
  EXPECT_EQ(DisplayWidth("a\xff"
                         "b"),
            3u);  // a byte that is not UTF-8
}

TEST(ForTerminalTest, LeavesTextAlone) {
  EXPECT_EQ(ForTerminal("São Luís, 漢字, 3 × 4 µs"), "São Luís, 漢字, 3 × 4 µs");
}

TEST(ForTerminalTest, ShowsWhatWouldDriveTheTerminal) {
  EXPECT_EQ(ForTerminal("\x1b[31mred"), "\\u{1b}[31mred");
  EXPECT_EQ(ForTerminal("\u009b31m"), "\\u{9b}31m");  // the one-byte form of ESC [
  EXPECT_EQ(ForTerminal("a\rb\nc\td\x7f"), "a\\u{d}b\\u{a}c\\u{9}d\\u{7f}");
  EXPECT_EQ(ForTerminal(std::string_view("a\0b", 3)), "a\\u{0}b");
}

TEST(ForTerminalTest, ShowsMarksThatReorderText) {
  EXPECT_EQ(ForTerminal("a\u202eb"), "a\\u{202e}b");  // right-to-left override
  EXPECT_EQ(ForTerminal("a\u2066b"), "a\\u{2066}b");  // isolate
  EXPECT_EQ(ForTerminal("a\u200fb"), "a\\u{200f}b");  // right-to-left mark
  EXPECT_EQ(ForTerminal("a\u2028b"), "a\\u{2028}b");  // line separator
}

TEST(ForTerminalTest, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(ForTerminal("a\xff"), "a\\xff");
  EXPECT_EQ(ForTerminal("a\xc3"), "a\\xc3");                  // cut short
  EXPECT_EQ(ForTerminal("\xc0\xaf"), "\\xc0\\xaf");           // an overlong slash
  EXPECT_EQ(ForTerminal("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half a surrogate pair
}

TEST(ShortenTest, NeverTakesMoreColumnsThanGiven) {
  EXPECT_EQ(Shorten("network", 7), "network");
  EXPECT_EQ(Shorten("network", 6), "netwo…");
  EXPECT_EQ(Shorten("São Luís", 4), "São…");
  EXPECT_EQ(Shorten("漢字漢字", 4), "漢…");  // a second wide character and … would take five
  EXPECT_EQ(Shorten("network", 1), "…");
  EXPECT_EQ(Shorten("network", 0), "");
}

}  // namespace
}  // namespace trena
