// SPDX-License-Identifier: Apache-2.0
#include "analyze/duel/duel_verdict.h"

#include <cmath>

#include "plan/stopping.h"
#include "stats/summary.h"

namespace trena {
namespace {

double ConfidenceOfDuels() {
  DesignOptions design;
  design.replications = static_cast<int>(kFirstDuelRounds);
  design.stop.emplace();
  return IntervalConfidence(design);
}

DuelVerdict VerdictOf(double low, double high, double within) {
  if (low > 1) return DuelVerdict::kA;
  if (high < 1) return DuelVerdict::kB;
  if (low >= 1 / (1 + within) && high <= 1 + within) return DuelVerdict::kSame;
  return DuelVerdict::kCannotTell;
}

}  // namespace

std::string ToString(DuelVerdict verdict) {
  static constexpr const char* kNames[] = {"a", "b", "same", "cannot_tell"};
  return kNames[static_cast<size_t>(verdict)];
}

DuelJudgement JudgeDuel(std::span<const double> log_ratios, double within) {
  DuelJudgement judgement;
  const Summary summary = Summarize(log_ratios, ConfidenceOfDuels());
  judgement.rounds = summary.n;
  if (summary.mean) judgement.ratio = std::exp(*summary.mean);
  if (summary.n < kFirstDuelRounds || !summary.low) return judgement;
  judgement.low = std::exp(*summary.low);
  judgement.high = std::exp(*summary.high);
  judgement.verdict = VerdictOf(*judgement.low, *judgement.high, within);
  judgement.decided = *summary.high - *summary.low <= std::log1p(within);
  return judgement;
}

}  // namespace trena
