// SPDX-License-Identifier: Apache-2.0
// Pilots of well-chosen scenarios within the time given: those that show most new levels first
// (plan/pilots/pilot_choice.h), each once, then again, until the time, the budget or the deadline
// is used up. Pilots that are there already count, and are not repeated.
//
//   Result<PilotsMade> made = MakePilots({&study, &plan, &configuration, left, Seconds{60}}, runs,
//                                        results, listener);
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "core/result.h"
#include "core/text/units.h"
#include "plan/forecast/budget.h"
#include "plan/plan.h"
#include "store/pilots/pilot.h"
#include "store/results.h"
#include "store/run.h"
#include "study/study.h"

namespace trena {

struct PilotsRequest {
  const Study* study = nullptr;
  const Plan* plan = nullptr;
  Configuration* configuration = nullptr;
  std::vector<size_t> remaining;  // runs of the plan that are still to be made
  Seconds longest;                // for all pilots together; the last may end a little later
  std::string trena_version;
};

// What a listener is told before a pilot starts.
struct PilotState {
  size_t number = 1;  // among those of this call, from 1
  const Scenario* scenario = nullptr;
  Seconds spent;
  Seconds longest;
};

struct PilotsListener {
  ConfigureProgress preparing;
  std::function<void(const PilotState&)> starting;
};

struct PilotsMade {
  size_t made = 0;
  size_t scenarios = 0;  // that could be piloted
  Seconds took;
  std::vector<std::string> problems;  // "C3: …"
  bool interrupted = false;
  Limit crossed = Limit::kNone;  // by the next pilot, which was not made
};

// Scenarios of `remaining` runs that were never measured, are of this machine and can tell how far
// they are, as indices into plan.scenarios.
std::vector<size_t> ScenariosToPilot(const Study& study, const Plan& plan,
                                     const std::vector<size_t>& remaining,
                                     const std::vector<RunRecord>& runs);

// `runs` are those measured so far: they are on the bill too. An InputError where a runner is
// missing, or another process measures this study.
Result<PilotsMade> MakePilots(const PilotsRequest& request, const std::vector<RunRecord>& runs,
                              const ResultsFolder& results, const PilotsListener& listener);

struct KnownPilots {
  std::vector<Pilot> all;   // they were paid for
  std::vector<Pilot> here;  // of this machine: they tell
};

// Those kept in a results folder; reads only.
KnownPilots FindPilots(const fs::path& results);

}  // namespace trena
