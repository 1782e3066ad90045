// SPDX-License-Identifier: Apache-2.0
// One run from start to end: its folder begun, the runner started under supervision, the monitor
// beside it, the outcome told, the folder put in place.
#pragma once

#include <filesystem>

#include "core/process/signals.h"
#include "core/result.h"
#include "measure/program/guards/disk_reserve.h"
#include "measure/program/guards/memory_kills.h"
#include "measure/program/supervisor_channel.h"
#include "measure/program/watch.h"
#include "measure/run_request.h"
#include "measure/sensors/kernel/group_maker.h"
#include "measure/sensors/sensors.h"
#include "store/results.h"

namespace trena {

// Where the runs of one study are measured, one after the other: what they share of this machine is
// looked up and opened once, so that a short run is charged little more than its own time.

struct RunResources {
  // Runs are under way in this folder.
  explicit RunResources(std::filesystem::path folder) : reserve(std::move(folder)) {}

  GroupMaker groups;
  MemoryKills kills{groups.parents()};
  SensorPool sensors;
  DiskReserve reserve;
  SupervisorPool supervisors;
};

struct MeasuredRun {
  RunRecord record;
  bool stop = false;  // a signal came: the run may have ended well, but no other begins
};

// The finished run, already in place. A first signal ends the run as interrupted, a second one
// kills it. An Error only when the results folder cannot be written.
Result<MeasuredRun> MeasureRun(const RunRequest& request, const ResultsFolder& results,
                               RunResources& resources, SignalWatch& signals, const RunTick& tick);

}  // namespace trena
