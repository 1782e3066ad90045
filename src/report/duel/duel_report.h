// SPDX-License-Identifier: Apache-2.0
// A duel in three lines, and as JSON (docs/duel.md).
#pragma once

#include <string>
#include <vector>

#include "analyze/duel/duel_verdict.h"
#include "core/json.h"
#include "report/words/words.h"

namespace trena {

struct ShownRound {
  double a_s = 0;  // their own time
  double b_s = 0;
  double ended_s = 0;  // since the duel began
};

struct ShownDuel {
  DuelJudgement judgement;
  double within = 0.01;
  double turn_s = 0.2;
  bool in_turns = true;
  double a_s = 0;  // medians of their own time
  double b_s = 0;
  double whole_s = 0;                 // that the duel took
  std::vector<ShownRound> each = {};  // that was finished
};

// Of a duel that goes on: "round 7 · B to A 1.0204 [1.0123, 1.0286] · at most 48.00 s left".
std::string DuelProgress(const ShownDuel& duel, double left_s, const Words& words);

std::vector<std::string> DuelInWords(const ShownDuel& duel, const Words& words);
Json DuelJson(const ShownDuel& duel);

}  // namespace trena
