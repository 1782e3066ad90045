// SPDX-License-Identifier: Apache-2.0
// Rounds: a study measured anew, whole, after an upgrade or on another day (`measure --again`).
// Runs of all rounds live in one results folder and have the same keys, seeds and order; only their
// `round` differs. A round that was begun is finished before another begins, so an interrupted one
// goes on without a word. What is read is the last round that is complete.
//
//   runs.UseRound(RoundToAnalyze(FindRounds(study, plan, all)));
#pragma once

#include <set>
#include <vector>

#include "plan/plan.h"
#include "store/run.h"
#include "study/study.h"

namespace trena {

struct RoundState {
  int round = 1;
  size_t there = 0;  // runs of the plan that have their outcome
  size_t left = 0;   // and that have none; what a smaller batch's failure skips is not left
  bool complete() const { return left == 0; }
};

// Those that have a run of the plan.
std::set<int> RoundNumbers(const Plan& plan, const std::vector<RunRecord>& runs);

// The same with what is there of each, in order.
std::vector<RoundState> FindRounds(const Study& study, const Plan& plan,
                                   const std::vector<RunRecord>& runs);

// That with the fewest runs left, of several the last: where any is complete, the last complete
// one. 1 where nothing was measured.
int RoundToAnalyze(const std::vector<RoundState>& rounds);

// Null where no run is of that round.
const RoundState* FindRound(const std::vector<RoundState>& rounds, int round);

// The runs of one round.
std::vector<RunRecord> RunsOfRound(const std::vector<RunRecord>& runs, int round);

}  // namespace trena
