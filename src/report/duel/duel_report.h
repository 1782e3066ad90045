// SPDX-License-Identifier: Apache-2.0
// A duel in three lines, and as JSON (docs/duel.md).
#pragma once

#include <string>
#include <vector>

#include "analyze/duel/duel_verdict.h"
#include "core/json.h"
#include "report/words/words.h"

namespace trena {

struct ShownDuel {
  DuelJudgement judgement;
  double within = 0.01;
  double turn_s = 0.2;
  bool in_turns = true;
  double a_s = 0;  // medians of their own time
  double b_s = 0;
  double whole_s = 0;  // that the duel took
};

std::vector<std::string> DuelInWords(const ShownDuel& duel, const Words& words);
Json DuelJson(const ShownDuel& duel);

}  // namespace trena
