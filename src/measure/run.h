// SPDX-License-Identifier: Apache-2.0
// One run from start to end: its folder begun, the runner started under supervision, the monitor
// beside it, the outcome told, the folder put in place.
#pragma once

#include "core/process/signals.h"
#include "core/result.h"
#include "measure/program/watch.h"
#include "measure/run_request.h"
#include "measure/station.h"
#include "store/results.h"

namespace trena {

struct MeasuredRun {
  RunRecord record;
  bool stop = false;  // a signal came: the run may have ended well, but no other begins
};

// The finished run, already in place. A first signal ends the run as interrupted, a second one
// kills it. An Error only when the results folder cannot be written.
Result<MeasuredRun> MeasureRun(const RunRequest& request, const Results& results, Station& station,
                               SignalWatch& signals, const RunTick& tick);

}  // namespace trena
