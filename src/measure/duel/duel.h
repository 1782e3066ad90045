// SPDX-License-Identifier: Apache-2.0
// Two programs against each other, round after round (docs/duel.md): in turns, or, where they are
// shorter than four turns, whole and in the order ABBA, so that a machine that gets steadily slower
// slows both.
//
//   Duel duel(a, b, Seconds{0.2}, random);
//   while (…) TRENA_ASSIGN(DuelRound round, duel.Next(latest, signals));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/process/signals.h"
#include "core/result.h"
#include "core/text/units.h"
#include "measure/turns/taking_turns.h"
#include "plan/random.h"

namespace trena {

// "python3 train.py --batch '6 4'" in words, as a shell would split it; none is run. An InputError
// for what only a shell can do: pipes, several commands, `$(…)`.
Result<std::vector<std::string>> SplitCommand(const std::string& text);

struct DuelTimes {
  double a_s = 0;  // of its own, for one run
  double b_s = 0;
};

struct DuelRound {
  std::optional<DuelTimes> times;  // missing where it was not finished
  int interruption = 0;            // the signal that came for us
};

class Duel {
 public:
  Duel(std::vector<std::string> a, std::vector<std::string> b, Seconds turn, Random& random);

  // An InputError for a program that cannot be started, an Error for one that does not end well:
  // how long that took says nothing. What still runs at `latest` is ended.
  Result<DuelRound> Next(double latest, SignalWatch& signals);

  // Whether they take turns; as the first round showed.
  bool in_turns() const { return in_turns_; }

 private:
  Result<TurnsEnd> Run(const std::vector<size_t>& which, double latest, SignalWatch& signals);
  Status CheckEnds(const std::vector<size_t>& which, const TurnsEnd& end) const;
  Result<DuelRound> Whole(double latest, SignalWatch& signals);

  std::vector<std::string> commands_[2];
  Seconds turn_;
  Random& random_;
  bool in_turns_ = true;
};

}  // namespace trena
