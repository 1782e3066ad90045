// SPDX-License-Identifier: Apache-2.0
// A pilot of a program of the person's own. It knows no mode `pilot`: with fewer epochs it ends by
// itself, where its command takes `epochs` from the study; else it is ended once some epochs were
// seen, by what it tells or prints. An epoch is then what a step is in other pilots
// (store/pilots/pilot.h).
#pragma once

#include <filesystem>

#include "core/result.h"
#include "store/pilots/pilot.h"
#include "study/scenario.h"
#include "study/study.h"

namespace trena {

// Whether its epochs can be told apart: a runner's always, a program's own where it tells or prints
// them.
bool CanBePiloted(const Study& study, const Scenario& scenario);

// How it ended; moments are of CLOCK_MONOTONIC.
struct OwnPilotEnd {
  double started = 0;
  double ended = 0;
  bool stopped = false;  // it had shown enough
  bool cut_off = false;  // its time was over
};

// What the epochs tell of a whole run of `scenario`; an Error that says what is missing.
Result<Pilot> ReadOwnPilot(const std::filesystem::path& events, const Scenario& scenario,
                           const OwnPilotEnd& end);

}  // namespace trena
