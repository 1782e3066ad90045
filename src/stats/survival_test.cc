// SPDX-License-Identifier: Apache-2.0
#include "stats/survival.h"

#include <gtest/gtest.h>

#include <vector>

namespace trena {
namespace {

TEST(Survival, WithoutCensoringItIsTheMedian) {
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{3}, {1}, {2}}), 2);
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{4}, {1}, {2}, {3}}), 2.5);
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{7}}), 7);
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{5}, {5}, {5}}), 5);
}

// Freireich's remission times of 21 children on 6-MP (Blood 21, 1963), the textbook example of the
// product-limit estimate: S falls to 0.448 at 23 weeks, so the median is 23.
TEST(Survival, FreireichsRemissionTimes) {
  const std::vector<Lifetime> weeks = {
      {6},        {6},        {6},        {6, true},  {7},        {9, true},  {10},
      {10, true}, {11, true}, {13},       {16},       {17, true}, {19, true}, {20, true},
      {22},       {23},       {25, true}, {32, true}, {32, true}, {34, true}, {35, true}};
  EXPECT_EQ(MedianLifetime(weeks), 23);
}

TEST(Survival, CensoredTimesCount) {
  // Half of them by time 2, and nothing after: not below one half.
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{1}, {2}, {9, true}, {9, true}}), std::nullopt);
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{1}, {2}, {3}, {9, true}}), 2.5);
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{9, true}}), std::nullopt);
  EXPECT_EQ(MedianLifetime({}), std::nullopt);
}

TEST(Survival, WhatHappenedComesBeforeWhatWasStillToHappen) {
  // At 5 one of three: ⅔ are left. At 7 the last one.
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{5, true}, {5}, {7}}), 7);
  // At 5 one of two: exactly half, and nothing after.
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{5, true}, {5}}), std::nullopt);
  // Censored before it, the one left is all there is.
  EXPECT_EQ(MedianLifetime(std::vector<Lifetime>{{4, true}, {5}}), 5);
}

// 9/10 · 8/9 · … rounds, and still five of ten are exactly half.
TEST(Survival, HalfIsHalfWhateverRounds) {
  for (int n : {6, 10, 14, 22, 50}) {
    std::vector<Lifetime> lifetimes;
    for (int i = 1; i <= n; ++i) lifetimes.push_back({static_cast<double>(i)});
    EXPECT_EQ(MedianLifetime(lifetimes), n / 2 + 0.5) << n;
    lifetimes.push_back({n + 1.0});
    EXPECT_EQ(MedianLifetime(lifetimes), n / 2 + 1) << n + 1;
  }
}

}  // namespace
}  // namespace trena
