// SPDX-License-Identifier: Apache-2.0
// Runs one pilot (store/pilots/pilot.h): the scenario's runner in mode `pilot`
// (docs/runner-protocol.md), or a program of the person's own for some epochs (own_pilot.h),
// supervised as a run is but not sampled, and kept under pilots/.
#pragma once

#include <optional>
#include <string>

#include "core/process/signals.h"
#include "core/result.h"
#include "core/text/units.h"
#include "measure/machine/machine.h"
#include "measure/run_request.h"
#include "store/pilots/pilot.h"
#include "store/results.h"

namespace trena {

struct PilotRequest {
  RunRequest run;
  int number = 1;   // of this scenario, from 1
  Seconds train;    // no more steps begin after so long
  Seconds longest;  // the whole process is ended then
};

struct PilotEnd {
  std::optional<Pilot> pilot;  // kept; empty where it did not go well
  std::string problem;         // why not, for people
  double seconds = 0;          // that it took
  bool interrupted = false;
  bool stopped = false;  // by us: it had shown enough
};

// An Error only when the results folder cannot be written.
Result<PilotEnd> RunPilot(const PilotRequest& request, const ResultsFolder& results,
                          SignalWatch& signals);

// What the events of a pilot, in a file, tell of it; an Error where they do not. The clocks are the
// events' (CLOCK_MONOTONIC).
Result<Pilot> ReadPilot(const fs::path& events, double started, double ended);

}  // namespace trena
