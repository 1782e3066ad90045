// SPDX-License-Identifier: Apache-2.0
// What the rounds of a duel tell: how many times as long B takes as A. The logarithm of the ratio
// is one number per round; its mean has Student's t interval. The duel is looked at after every
// round and ended on a narrow interval, so that what is called 95 % takes a higher quantile
// (plan/stopping.h, Starr 1966).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace trena {

enum class DuelVerdict { kA, kB, kSame, kCannotTell };  // kA: A is faster

// As in --json: "a", "b", "same", "cannot_tell".
std::string ToString(DuelVerdict verdict);

struct DuelJudgement {
  size_t rounds = 0;
  std::optional<double> ratio;  // B's time to A's; missing without a round
  std::optional<double> low;    // of its interval; missing below kFirstDuelRounds
  std::optional<double> high;
  DuelVerdict verdict = DuelVerdict::kCannotTell;
  // The interval is no wider than `within`: it leaves 1 out, or holds nothing farther from it. By
  // its width alone: who goes on until 1 is left out finds a difference between equals, too.
  bool decided = false;
};

// Before these nobody looks.
inline constexpr size_t kFirstDuelRounds = 5;

// `log_ratios` of B to A, one per round; `within` as a part of 1.
DuelJudgement JudgeDuel(std::span<const double> log_ratios, double within);

}  // namespace trena
