// SPDX-License-Identifier: Apache-2.0
// Files of "name value" lines, as proc(5) has them for meminfo and vmstat.
#include <gtest/gtest.h>

#include <array>

#include "measure/sensors/kernel/kernel_file.h"

namespace trena {
namespace {

constexpr std::array<std::string_view, 3> kAsked = {"one", "two", "three"};

std::array<Reading, 3> Named(std::string_view text) {
  std::array<Reading, 3> values = {-1, -1, -1};  // what was there before does not stay
  ReadNamed(text, kAsked, values);
  return values;
}

TEST(ReadNamed, InAnyOrder) {
  EXPECT_EQ(Named("three 3\nother 9\none 1\ntwo 2\n"), (std::array<Reading, 3>{1, 2, 3}));
  EXPECT_EQ(Named("one 1\ntwo 2\nthree 3"), (std::array<Reading, 3>{1, 2, 3}));
}

TEST(ReadNamed, WhatIsNotThereIsMissing) {
  EXPECT_EQ(Named(""), (std::array<Reading, 3>{}));
  EXPECT_EQ(Named("two 2\n"), (std::array<Reading, 3>{std::nullopt, 2, std::nullopt}));
  EXPECT_EQ(Named("one\ntwo x\nthree nan\n"), (std::array<Reading, 3>{}));
}

TEST(ReadNamed, OnlyWholeNamesCount) {
  EXPECT_EQ(Named("one: 1\non 1\nones 1\nONE 1\n"), (std::array<Reading, 3>{}));
}

TEST(ReadNamed, TheFirstOfANameCounts) {
  EXPECT_EQ(Named("one 1\none 9\ntwo 2\n"), (std::array<Reading, 3>{1, 2, std::nullopt}));
}

TEST(ReadNamed, ANameThatComesTwiceHidesNoOther) {
  EXPECT_EQ(Named("one 1\none 9\none 9\ntwo 2\nthree 3\n"), (std::array<Reading, 3>{1, 2, 3}));
}

TEST(ReadNamed, ANumberAfterABrokenOneCounts) {
  EXPECT_EQ(Named("one x\none 1\n"), (std::array<Reading, 3>{1, std::nullopt, std::nullopt}));
}

TEST(ScannerEdges, BlanksAndEnds) {
  Scanner text("  a\t\tb  \n\n  c");
  EXPECT_EQ(text.Word(), "a");
  EXPECT_EQ(text.Word(), "b");
  EXPECT_EQ(text.Word(), "");
  EXPECT_TRUE(text.NextLine());
  EXPECT_EQ(text.Word(), "") << "an empty line";
  EXPECT_TRUE(text.NextLine());
  EXPECT_EQ(text.Word(), "c");
  EXPECT_FALSE(text.NextLine());
}

TEST(ScannerEdges, ALineEndIsNotTheBeginningOfAnother) {
  Scanner text("last\n");
  EXPECT_FALSE(text.NextLine()) << "after the last end of line is nothing";
}

TEST(CounterEdges, GrowthAtTheEdges) {
  Counter counter(Reading(100));
  EXPECT_EQ(counter.Growth(100), std::nullopt);
  EXPECT_EQ(counter.Growth(100), 0) << "no growth is growth of nothing";
  EXPECT_EQ(counter.Growth(0), 0) << "from its range to 0 is one and the same";
  EXPECT_EQ(counter.Growth(150), 150);
  EXPECT_EQ(counter.Growth(10), std::nullopt) << "150 was beyond the range: a reset";
  EXPECT_EQ(counter.Growth(-1), std::nullopt);
  EXPECT_EQ(counter.Growth(12), 2) << "what cannot be leaves a gap";
}

TEST(CounterEdges, ForgottenItBeginsAnew) {
  Counter counter;
  counter.Rate(10, 100);
  counter.Forget();
  EXPECT_EQ(counter.Rate(20, 300), std::nullopt);
  EXPECT_EQ(counter.Rate(30, 400), 10);
  Total total;
  total.Since(5);
  EXPECT_EQ(total.Since(9), 4);
  total.Forget();
  EXPECT_EQ(total.Since(20), 0);
}

TEST(SanePercentEdges, ATenthMoreIsStillAHundred) {
  EXPECT_EQ(SanePercent(110), 100);
  EXPECT_EQ(SanePercent(110.01), std::nullopt);
  EXPECT_EQ(SanePercent(-0.01), std::nullopt);
  EXPECT_EQ(SanePercent(99.5), 99.5);
}

}  // namespace
}  // namespace trena
