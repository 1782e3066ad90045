// SPDX-License-Identifier: Apache-2.0
// A sensor reads a few numbers at an instant. Each is a small object with one row in the table of
// sensors.cc; a reading that cannot be had is missing, and never drops the others.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/machine.h"

namespace trena {

using Reading = std::optional<double>;

class Sensor {
 public:
  virtual ~Sensor() = default;
  // Names of what Read appends, in order, always as many.
  virtual std::vector<std::string> Columns() const = 0;
  // Appends one reading per column. `now` is CLOCK_MONOTONIC.
  virtual void Read(double now, std::vector<Reading>& out) = 0;
};

// What sensors are made for: one run on one machine.
struct SensorContext {
  pid_t root = 0;  // the supervisor: the run is its descendants
  const Machine* machine = nullptr;
  std::string proc = "/proc";
};

struct SensorKind {
  const char* name;
  const char* meaning;
  std::unique_ptr<Sensor> (*make)(const SensorContext& context);
};

// All sensors, in the order of their columns.
const std::vector<SensorKind>& SensorKinds();

std::unique_ptr<Sensor> MakeTreeSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeHostSensor(const SensorContext& context);

}  // namespace trena
