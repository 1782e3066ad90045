// SPDX-License-Identifier: Apache-2.0
// Programs that run in turns, to their ends: each has the whole machine while the others stand
// still, so that all of them meet the same slow and fast moments of it. Each is charged for its own
// turns alone (docs/methods/turns.md).
#pragma once

#include <string>
#include <vector>

#include "core/process/signals.h"
#include "core/result.h"
#include "core/text/units.h"
#include "measure/program/supervisor.h"
#include "plan/random.h"

namespace trena {

struct TurnsRequest {
  std::vector<std::vector<std::string>> commands;  // no shell
  Seconds turn{0.2};
  double latest = 0;  // CLOCK_MONOTONIC: what runs then is ended
};

struct TurnsEnd {
  struct Program {
    ProgramEnd end;
    double own_s = 0;  // from its start to its end, but the time in which it stood still
    int turns = 0;
  };
  std::vector<Program> programs;  // as in the request; only where all of them ended by themselves
  int interruption = 0;           // the signal that came for us
  bool late = false;
};

// Starts them, one after the other in random order, and lets them take turns in an order that is
// drawn anew for every round. The last that is left runs on. An Error where a program does not
// stand still when it should.
Result<TurnsEnd> RunInTurns(const TurnsRequest& request, Random& random, SignalWatch& signals);

}  // namespace trena
