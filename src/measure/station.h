// SPDX-License-Identifier: Apache-2.0
// Where the runs of one study are measured, one after the other: what they share of this machine is
// looked up and opened once, so that a short run is charged little more than its own time.
#pragma once

#include <filesystem>

#include "measure/program/disk_reserve.h"
#include "measure/program/memory_kills.h"
#include "measure/program/supervisor_channel.h"
#include "measure/sensors/kernel/group_maker.h"
#include "measure/sensors/sensor_pool.h"

namespace trena {

struct Station {
  // Runs are under way in this folder.
  explicit Station(std::filesystem::path folder) : reserve(std::move(folder)) {}

  GroupMaker groups;
  MemoryKills kills{groups.parents()};
  SensorShelf sensors;
  DiskReserve reserve;
  SupervisorKeeper supervisors;
};

}  // namespace trena
