// SPDX-License-Identifier: Apache-2.0
// One run from start to end: its folder begun, the runner started under supervision, the monitor
// beside it, the outcome told, the folder put in place.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

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

// A run that goes on while others have their turns (turns/study_turns.h).
class RunUnderWay {
 public:
  // Starts it. `ours` are descriptors of others that its supervisor must not hold open. All must
  // outlive it.
  static Result<RunUnderWay> Begin(const RunRequest& request, const ResultsFolder& results,
                                   RunResources& resources, SignalWatch& signals,
                                   const RunTick& tick, const std::vector<int>& ours);
  RunUnderWay(RunUnderWay&&) noexcept;
  RunUnderWay& operator=(RunUnderWay&&) = delete;
  ~RunUnderWay();

  // Is with it until this moment of CLOCK_MONOTONIC, or its end.
  std::optional<ProgramEnd> Until(double moment);
  // False where it does not stand still.
  bool Freeze();
  Status Thaw();
  // Asks it to end.
  void Interrupt();
  bool interrupted() const;
  int descriptor() const;
  // The most bytes that its processes were seen to have, but for files that they map. Looks.
  std::optional<double> memory();

  // Judges it, and puts its folder in place.
  Result<MeasuredRun> End(const ProgramEnd& end);

 private:
  class Life;
  RunUnderWay(const ResultsFolder& results, RunResources& resources, SignalWatch& signals);

  const ResultsFolder& results_;
  RunResources& resources_;
  SignalWatch& signals_;
  std::filesystem::path begun_;
  std::unique_ptr<Life> life_;
};

// The finished run, already in place. A first signal ends the run as interrupted, a second one
// kills it. An Error only when the results folder cannot be written.
Result<MeasuredRun> MeasureRun(const RunRequest& request, const ResultsFolder& results,
                               RunResources& resources, SignalWatch& signals, const RunTick& tick);

}  // namespace trena
