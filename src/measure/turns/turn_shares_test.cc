// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/turn_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace trena {
namespace {

using Expected = std::vector<std::optional<double>>;

struct Played {
  std::vector<int> turns;  // of each
  std::vector<int> ended;  // the round in which each ended
};

// Rounds of turns of 0.2 s until all have taken what they truly take.
Played Play(const Expected& expected, const std::vector<double>& truly) {
  Random random(3);
  TurnShares shares(expected, 0.2, random);
  Played played{std::vector<int>(truly.size()), std::vector<int>(truly.size())};
  std::vector<double> left = truly;
  std::vector<size_t> playing(truly.size());
  std::iota(playing.begin(), playing.end(), 0);
  for (int round = 1; !playing.empty() && round < 10'000; ++round) {
    const std::vector<size_t> chosen = shares.Round(playing);
    EXPECT_FALSE(chosen.empty());
    for (const size_t run : chosen) {
      shares.Took(run, std::min(0.2, left[run]));
      left[run] -= 0.2;
      ++played.turns[run];
      if (left[run] < 1e-9) played.ended[run] = round;
    }
    std::erase_if(playing, [&](size_t run) { return left[run] < 1e-9; });
  }
  EXPECT_TRUE(playing.empty());
  return played;
}

TEST(TurnShares, RunsOfDifferentLengthsEndTogether) {
  const Played played = Play({1.0, 4.0, 6.0, 6.0}, {1.0, 4.0, 6.0, 6.0});
  EXPECT_EQ(played.turns, (std::vector<int>{5, 20, 30, 30}));
  EXPECT_EQ(played.ended[2], 30);
  EXPECT_EQ(played.ended[3], 30);
  EXPECT_GE(played.ended[0], 24) << "a short one's turns are six rounds apart";
  EXPECT_GE(played.ended[1], 28);
}

TEST(TurnShares, WithoutExpectationsAllTakeTheirTurnInEveryRound) {
  const Played played = Play({std::nullopt, std::nullopt}, {1.0, 6.0});
  EXPECT_EQ(played.ended, (std::vector<int>{5, 30}));
  EXPECT_EQ(Play({std::nullopt, 6.0}, {1.0, 6.0}).ended, (std::vector<int>{5, 30}));
}

// A wrong expectation delays no one for ever, and leaves no round empty.
TEST(TurnShares, ThoseThatTakeLongerThanExpectedEndAllTheSame) {
  const Played played = Play({1.0, 6.0}, {12.0, 1.0});
  EXPECT_EQ(played.turns, (std::vector<int>{60, 5}));
  EXPECT_LE(played.ended[0], 100);
}

}  // namespace
}  // namespace trena
