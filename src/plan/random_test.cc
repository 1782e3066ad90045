// SPDX-License-Identifier: Apache-2.0
#include "plan/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace trena {
namespace {

// [rand.predef] of the C++ standard: the 10000th number of a generator with the default seed.
TEST(RandomTest, TheGeneratorIsTheStandards) {
  Random random;
  for (int i = 1; i < 10'000; ++i) random();
  EXPECT_EQ(random(), 9981545732273789042ULL);
}

TEST(RandomTest, BelowABound) {
  Random random(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Below(random, 1), 0u);
  std::array<int, 7> times{};
  constexpr int kDraws = 70'000;
  for (int i = 0; i < kDraws; ++i) {
    const size_t drawn = Below(random, 7);
    ASSERT_LT(drawn, 7u);
    ++times[drawn];
  }
  // Each is drawn 10000 times, with a standard deviation of √(70000 · 1/7 · 6/7) = 93.
  for (int count : times) EXPECT_NEAR(count, kDraws / 7, 5 * 93);
}

TEST(RandomTest, ShufflingKeepsAllAndNeedsTwo) {
  Random random(2);
  std::vector<int> none, one = {5};
  Shuffle(none, random);
  Shuffle(one, random);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(one, std::vector<int>{5});
  EXPECT_EQ(random, Random(2)) << "nothing to shuffle draws nothing";
  std::vector<int> many(100), sorted(100);
  std::iota(many.begin(), many.end(), 0);
  sorted = many;
  Shuffle(many, random);
  EXPECT_NE(many, sorted);
  std::sort(many.begin(), many.end());
  EXPECT_EQ(many, sorted);
}

TEST(RandomTest, TheSameSeedTheSameOrder) {
  std::vector<int> one(20), other(20), third(20);
  for (auto* items : {&one, &other, &third}) std::iota(items->begin(), items->end(), 0);
  Random first(7), again(7), different(8);
  Shuffle(one, first);
  Shuffle(other, again);
  Shuffle(third, different);
  EXPECT_EQ(one, other);
  EXPECT_NE(one, third);
}

// All six orders of three are as likely: 1000 of 6000 each, with a standard deviation of
// √(6000 · 1/6 · 5/6) = 28.9.
TEST(RandomTest, EveryOrderIsAsLikely) {
  Random random(3);
  std::map<std::vector<int>, int> times;
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> items = {0, 1, 2};
    Shuffle(items, random);
    ++times[items];
  }
  ASSERT_EQ(times.size(), 6u);
  for (const auto& [order, count] : times) EXPECT_NEAR(count, 1000, 5 * 28.9);
}

}  // namespace
}  // namespace trena
