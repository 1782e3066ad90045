// SPDX-License-Identifier: Apache-2.0
#include "plan/rounds.h"

#include <string>
#include <unordered_set>

#include "plan/added_blocks.h"
#include "plan/work_left.h"

namespace trena {
namespace {

RoundState StateOf(const Study& study, Plan plan, const std::vector<RunRecord>& runs, int round) {
  AddDecidedBlocks(study, runs, plan);
  const size_t left =
      RemainingRuns(plan, runs, false).size() - SkippedAfterOom(study, plan, runs).size();
  return {round, plan.runs.size() - left, left};
}

}  // namespace

std::vector<RunRecord> RunsOfRound(const std::vector<RunRecord>& runs, int round) {
  std::vector<RunRecord> of_round;
  for (const RunRecord& run : runs) {
    if (run.round == round) of_round.push_back(run);
  }
  return of_round;
}

std::set<int> RoundNumbers(const Plan& plan, const std::vector<RunRecord>& runs) {
  std::unordered_set<std::string> keys;
  for (const Scenario& scenario : plan.scenarios) keys.insert(scenario.key);
  std::set<int> numbers;
  for (const RunRecord& run : runs) {
    if (keys.contains(run.key)) numbers.insert(run.round);
  }
  return numbers;
}

std::vector<RoundState> FindRounds(const Study& study, const Plan& plan,
                                   const std::vector<RunRecord>& runs) {
  std::vector<RoundState> rounds;
  for (int number : RoundNumbers(plan, runs)) {
    rounds.push_back(StateOf(study, plan, RunsOfRound(runs, number), number));
  }
  return rounds;
}

int RoundToAnalyze(const std::vector<RoundState>& rounds) {
  const RoundState* best = nullptr;
  for (const RoundState& state : rounds) {
    if (best == nullptr || state.left <= best->left) best = &state;
  }
  return best == nullptr ? 1 : best->round;
}

const RoundState* FindRound(const std::vector<RoundState>& rounds, int round) {
  for (const RoundState& state : rounds) {
    if (state.round == round) return &state;
  }
  return nullptr;
}

}  // namespace trena
