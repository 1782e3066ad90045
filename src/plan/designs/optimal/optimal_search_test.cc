// SPDX-License-Identifier: Apache-2.0
// The search's parts by hand; what it finds is in optimal_test.cc.
#include "plan/designs/optimal/optimal_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plan/designs/information.h"

namespace trena {
namespace {

SearchSpace FreeSpace(std::vector<size_t> sizes, size_t runs) {
  SearchSpace space;
  space.sizes = std::move(sizes);
  space.runs = runs;
  space.allowed = [](const LevelIndices&) { return true; };
  return space;
}

// Renaming a factor's levels or the order of runs changes no determinant.
TEST(EfficiencyTest, NamesAndOrderDoNotMatter) {
  const std::vector<LevelIndices> points = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {0, 0}};
  std::vector<LevelIndices> renamed;
  for (const LevelIndices& point : points) {
    renamed.insert(renamed.begin(), {1 - point[0], (point[1] + 1) % 3});
  }
  const SearchSpace space = FreeSpace({2, 3}, 0);
  EXPECT_NEAR(*EfficiencyOf(space.sizes, space.two_way, points),
              *EfficiencyOf(space.sizes, space.two_way, renamed), 1e-3);
}

TEST(FindOptimalTest, NothingToStartFrom) {
  SearchSpace nowhere = FreeSpace({2, 2}, 4);
  nowhere.allowed = [](const LevelIndices&) { return false; };
  EXPECT_FALSE(FindOptimal(nowhere).has_value());
  SearchSpace never = FreeSpace({2, 2}, 4);
  never.restarts = 0;
  EXPECT_FALSE(FindOptimal(never).has_value());
  never.restarts = 3;
  never.most_sweeps = 0;
  EXPECT_FALSE(FindOptimal(never).has_value());
}

TEST(FindOptimalTest, TooFewRunsTellTooLittle) {
  EXPECT_FALSE(FindOptimal(FreeSpace({2, 2}, 2)).has_value());
  // Three runs of a 2² crossing are as good as they can be: |X'X| = 16, (16 ÷ 27)^⅓.
  const auto three = FindOptimal(FreeSpace({2, 2}, 3));
  ASSERT_TRUE(three.has_value());
  EXPECT_NEAR(three->efficiency_percent, 100 * std::cbrt(16 / 27.0), 1e-3);
  EXPECT_EQ(three->points.size(), 3u);
}

TEST(FindOptimalTest, SweepsAreAsManyAsAllowed) {
  for (int most : {1, 2, 5}) {
    SearchSpace space = FreeSpace({2, 3, 3}, 10);
    space.most_sweeps = most;
    const auto found = FindOptimal(space);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->sweeps, most);
    EXPECT_FALSE(found->stopped);
  }
}

TEST(FindOptimalTest, WhatIsNotAllowedIsNeverChosen) {
  for (bool listed : {false, true}) {
    SearchSpace space = FreeSpace({3, 3}, 6);
    space.allowed = [](const LevelIndices& point) { return point[0] + point[1] != 4; };
    for (size_t i = 0; listed && i < 8; ++i) space.candidates.push_back({i / 3, i % 3});
    const auto found = FindOptimal(space);
    ASSERT_TRUE(found.has_value());
    for (const LevelIndices& point : found->points) EXPECT_NE(point[0] + point[1], 4u);
  }
}

TEST(FindOptimalTest, ProgressCountsRestartsAndNeverGetsWorse) {
  SearchSpace space = FreeSpace({2, 3, 4}, 14);
  space.restarts = 3;
  int last_restart = 1;
  double last_percent = 0;
  space.progress = [&](const SearchProgress& progress) {
    EXPECT_EQ(progress.restarts, 3);
    EXPECT_GE(progress.restart, last_restart);
    EXPECT_LE(progress.restart, 3);
    EXPECT_GE(progress.efficiency_percent, last_percent);
    last_restart = progress.restart;
    last_percent = progress.efficiency_percent;
    return true;
  };
  const auto found = FindOptimal(space);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(last_restart, 3);
  EXPECT_GE(found->efficiency_percent, last_percent);
  EXPECT_NEAR(*EfficiencyOf(space.sizes, space.two_way, found->points), found->efficiency_percent,
              1e-9);
}

}  // namespace
}  // namespace trena
