// SPDX-License-Identifier: Apache-2.0
// One run from start to end: its folder begun, the runner started under supervision, the monitor
// beside it, the outcome told, the folder put in place.
#pragma once

#include <string>

#include "configure/configuration.h"
#include "core/result.h"
#include "core/signals.h"
#include "measure/events.h"
#include "measure/machine.h"
#include "measure/watch.h"
#include "plan/plan.h"
#include "store/results.h"
#include "study/study.h"

namespace trena {

struct RunRequest {
  const Study* study = nullptr;
  const Scenario* scenario = nullptr;
  PlannedRun planned;
  int position = 0;  // in the plan's order, from 1
  int attempt = 1;
  RunInputs inputs;
  const Machine* machine = nullptr;
  std::string trena_version;
  bool not_equal = false;  // the framework differs from the reference, and the user insists
};

struct MeasuredRun {
  RunRecord record;
  bool stop = false;  // a signal came: the run may have ended well, but no other begins
};

// The finished run, already in place. A first signal ends the run as interrupted, a second one
// kills it. An Error only when the results folder cannot be written.
Result<MeasuredRun> MeasureRun(const RunRequest& request, const Results& results,
                               SignalWatch& signals, const RunTick& tick);

// The run's scenario.json (docs/runner-protocol.md).
Json ScenarioJson(const RunRequest& request, const std::string& output);

// The study's command with {name} replaced by the values of the scenario.
std::vector<std::string> FillCommand(const RunRequest& request);

// What the events and the end of a program give as numbers of its run.
void AddMetrics(const RunEvents& events, const ProgramEnd& end, RunRecord& run);

}  // namespace trena
