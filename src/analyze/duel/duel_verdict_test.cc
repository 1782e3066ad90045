// SPDX-License-Identifier: Apache-2.0
#include "analyze/duel/duel_verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace trena {
namespace {

// Logarithms 0.01, 0.02, 0.03, 0.04, 0.05: mean 0.03, sd 0.0158114, standard error 0.00707107.
// R: qt(0.985, 4) = 3.297630, since five first rounds take 97 % (docs/methods/stopping.md); the
// half-width is 0.0233178.
TEST(JudgeDuel, TheRatioAndItsInterval) {
  const std::vector<double> logs = {0.01, 0.02, 0.03, 0.04, 0.05};
  const DuelJudgement judgement = JudgeDuel(logs, 0.05);
  EXPECT_EQ(judgement.rounds, 5u);
  EXPECT_NEAR(*judgement.ratio, std::exp(0.03), 1e-12);
  EXPECT_NEAR(*judgement.low, std::exp(0.03 - 0.0233178), 1e-6);
  EXPECT_NEAR(*judgement.high, std::exp(0.03 + 0.0233178), 1e-6);
  EXPECT_EQ(judgement.verdict, DuelVerdict::kA) << "B takes longer";
  EXPECT_TRUE(judgement.decided);
  EXPECT_FALSE(JudgeDuel(logs, 0.01).decided) << "it is known, but not so narrowly";
  EXPECT_EQ(JudgeDuel(logs, 0.01).verdict, DuelVerdict::kA) << "which can be said when time is up";
}

TEST(JudgeDuel, TheSameTheOtherWayRound) {
  const std::vector<double> logs = {-0.01, -0.02, -0.03, -0.04, -0.05};
  EXPECT_EQ(JudgeDuel(logs, 0.03).verdict, DuelVerdict::kB);
}

TEST(JudgeDuel, TheSameOnlyWhereNothingFartherIsLeft) {
  const std::vector<double> close = {-0.002, 0.001, 0.002, -0.001, 0.0};
  EXPECT_EQ(JudgeDuel(close, 0.01).verdict, DuelVerdict::kSame);
  EXPECT_TRUE(JudgeDuel(close, 0.01).decided);
  // Half as narrow as asked, and to one side: 0.0025 ± 0.00233 away from 0 is known…
  EXPECT_EQ(JudgeDuel(std::vector<double>{0.0005, 0.0015, 0.0025, 0.0035, 0.0045}, 0.01).verdict,
            DuelVerdict::kA);
  // …and 0.008 ± 0.0233 holds 0 and 0.03.
  const std::vector<double> wide = {-0.012, -0.002, 0.008, 0.018, 0.028};
  EXPECT_EQ(JudgeDuel(wide, 0.03).verdict, DuelVerdict::kCannotTell);
  EXPECT_FALSE(JudgeDuel(wide, 0.03).decided);
}

TEST(JudgeDuel, NothingIsSaidOfTooFewRounds) {
  EXPECT_FALSE(JudgeDuel({}, 0.01).ratio);
  const std::vector<double> four = {0.1, 0.1001, 0.0999, 0.1};
  const DuelJudgement judgement = JudgeDuel(four, 0.01);
  EXPECT_NEAR(*judgement.ratio, std::exp(0.1), 1e-4);
  EXPECT_FALSE(judgement.low);
  EXPECT_EQ(judgement.verdict, DuelVerdict::kCannotTell);
  EXPECT_FALSE(judgement.decided);
}

struct DuelRates {
  double covered = 0;
  double wrong = 0;  // a verdict that the truth contradicts
};

// Duels of programs whose logarithms differ by `truth`, looked at after every round up to 200.
DuelRates PlayDuels(double truth, double sd, double within) {
  std::mt19937_64 random(20261118);
  std::normal_distribution<double> round(truth, sd);
  constexpr int kDuels = 2000;
  DuelRates rates;
  for (int duel = 0; duel < kDuels; ++duel) {
    std::vector<double> logs;
    DuelJudgement judgement;
    while (!judgement.decided && logs.size() < 200) {
      logs.push_back(round(random));
      judgement = JudgeDuel(logs, within);
    }
    const double ratio = std::exp(truth);
    rates.covered += *judgement.low <= ratio && ratio <= *judgement.high;
    rates.wrong +=
        (judgement.verdict == DuelVerdict::kA && truth <= 0) ||
        (judgement.verdict == DuelVerdict::kB && truth >= 0) ||
        (judgement.verdict == DuelVerdict::kSame && std::abs(truth) > std::log1p(within));
  }
  return {rates.covered / kDuels, rates.wrong / kDuels};
}

// What is called 95 % covers 93 % or more although it is looked at after every round, and verdicts
// are wrong in 7 % or fewer: programs that are equal, and such that differ by 2 %, of narrow and
// wide rounds.
TEST(JudgeDuel, CoverageAndFalseAlarms) {
  for (const double truth : {0.0, 0.02, -0.02}) {
    for (const double sd : {0.003, 0.015, 0.05}) {
      const DuelRates rates = PlayDuels(truth, sd, 0.01);
      EXPECT_GE(rates.covered, 0.93) << truth << " " << sd;
      EXPECT_LE(rates.wrong, 0.07) << truth << " " << sd;
    }
  }
}

}  // namespace
}  // namespace trena
