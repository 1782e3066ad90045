// SPDX-License-Identifier: Apache-2.0
// The runs of a block in turns (docs/methods/turns.md): each has the whole machine while the others
// stand still, so that all of them meet the same slow and fast moments of it.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/process/signals.h"
#include "core/result.h"
#include "core/text/units.h"
#include "measure/run.h"
#include "plan/random.h"

namespace trena {

struct TurnRequest {
  RunRequest run;
  std::optional<double> memory = {};   // bytes it will need at most, where that is known
  std::optional<double> seconds = {};  // that it will take of its own time, where that is known
};

// Bytes of memory that can be had, as the machine says; empty where it does not.
using AvailableMemory = std::function<std::optional<double>()>;

struct TurnListener {
  // Before a run begins; the tick is its own.
  std::function<RunTick(size_t run)> begins;
  // Once it has ended and its folder is in place.
  std::function<Status(size_t run, MeasuredRun& measured)> ended;
  AvailableMemory available = {};  // empty: this machine's
};

// Starts as many as there is memory for, in random order, the others as soon as there is; where
// memory runs short all the same, one finishes alone. The order of turns is drawn anew for every
// round, and those that will take less sit out rounds, so that all of them end at about the same
// time (turn_shares.h). A signal ends all of them as interrupted. An Error where a run does not
// stand still when it should, or the results folder cannot be written. Whether a signal came.
Result<bool> MeasureInTurns(const std::vector<TurnRequest>& requests, const ResultsFolder& results,
                            RunResources& resources, Random& random, SignalWatch& signals,
                            const TurnListener& listener);

struct MemoryRoom {
  double total = 0;         // of the machine, bytes
  double at_first = 0;      // that could be had before any of them began
  double now = 0;           // that can be had
  std::vector<double> met;  // what those that have begun need, or took so far if that is more
};

// Whether one that needs so much fits beside them: a tenth of the machine's memory stays free.
// Where it is not known what it needs: as much as the largest of them.
bool HasRoom(const MemoryRoom& room, std::optional<double> needed);

// Whether so little is left of the machine's memory that those that have begun shall not all grow
// on: less than a twentieth.
bool IsShort(double available, double total);

}  // namespace trena
