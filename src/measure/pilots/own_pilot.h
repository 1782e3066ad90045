// SPDX-License-Identifier: Apache-2.0
// A pilot of a program of the person's own. It knows no mode `pilot`: with fewer epochs it ends by
// itself, where its command takes `epochs` from the study; else it is ended once some epochs were
// seen, by what it tells or prints. An epoch is then what a step is in other pilots
// (store/pilots/pilot.h).
#pragma once

#include <filesystem>

#include "core/result.h"
#include "core/text/units.h"
#include "measure/program/epoch_outlook.h"
#include "store/event_file.h"
#include "store/pilots/pilot.h"
#include "study/scenario.h"
#include "study/study.h"

namespace trena {

// The first may be slower, and three more tell how steady they are.
inline constexpr int kFewestPilotEpochs = 4;
inline constexpr int kPilotEpochs = 5;

// Whether its epochs can be told apart: a runner's always, a program's own where it tells or prints
// them.
bool CanBePiloted(const Study& study, const Scenario& scenario);

// The scenario of kPilotEpochs, if it has more and the command takes them from the study.
Scenario WithFewerEpochs(const Study& study, const Scenario& scenario);

// Looks at the events while they grow.
class OwnPilotWatch {
 public:
  OwnPilotWatch(const std::filesystem::path& events, Seconds longest)
      : tail_(events), longest_(longest) {}

  // Enough epochs, or the fewest that tell once the time is over.
  bool SeenEnough(double elapsed, double now);

 private:
  EventTail tail_;
  EpochsSoFar epochs_;
  Seconds longest_;
};

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
