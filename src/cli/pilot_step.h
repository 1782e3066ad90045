// SPDX-License-Identifier: Apache-2.0
// `trena plan --pilot 60s`: pilots of well-chosen scenarios within the time given, and what they
// told. Pilots that are there already are used, not repeated.
#pragma once

#include <string>
#include <vector>

#include "cli/study_options.h"
#include "core/result.h"
#include "core/terminal.h"
#include "core/units.h"
#include "plan/forecast/budget.h"
#include "store/pilots/pilot.h"
#include "store/run.h"

namespace trena {

struct KnownPilots {
  std::vector<Pilot> all;   // they were paid for
  std::vector<Pilot> here;  // of this machine: they tell
};

// Those kept in the results folder; reads only.
KnownPilots FindPilots(const Workspace& workspace);

struct PilotsMade {
  size_t made = 0;
  size_t scenarios = 0;  // that could be piloted
  Seconds took;
  std::vector<std::string> problems;  // "C3: …"
  bool interrupted = false;
  Limit crossed = Limit::kNone;  // by the next pilot, which was not made
};

// Makes pilots of scenarios of `remaining` runs that were never measured. `longest` is for all of
// them together; the last may end a little later. Budget and deadline hold for pilots too.
Result<PilotsMade> PilotStep(const Workspace& workspace, const std::vector<size_t>& remaining,
                             const std::vector<RunRecord>& runs, Seconds longest, Terminal& talk);

// What was piloted, how it was chosen, and what each told; empty without pilots.
std::string PilotsText(const Workspace& workspace, const std::vector<Pilot>& pilots);
Json PilotsJson(const Workspace& workspace, const std::vector<Pilot>& pilots);

}  // namespace trena
