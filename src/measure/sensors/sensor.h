// SPDX-License-Identifier: Apache-2.0
// A sensor reads a few numbers at an instant. Each is a small object with one row in the table of
// sensors.cc; a reading that cannot be had is missing, and never drops the others.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/machine/machine.h"
#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {

// Whose files are read one by one, so that a sample stays cheap on a large machine.
inline constexpr size_t kMostCpus = 32;

class ProcessTable;
class RunGroup;
class SensorPool;

class Sensor {
 public:
  virtual ~Sensor() = default;
  // Names of what Read appends, in order, always as many.
  virtual std::vector<std::string> Columns() const = 0;
  // Appends one reading per column. `now` is CLOCK_MONOTONIC.
  virtual void Read(double now, std::vector<Reading>& out) = 0;
  // Forgets what it read, to serve another run with its files open. False when it cannot: it is
  // made for the processes of one run.
  virtual bool ServesAnotherRun() { return false; }

  // What grew since the last reading is not the run's when the next is read: it stood still.
  void Charge(bool charged) { charged_ = charged; }

 protected:
  bool charged() const { return charged_; }

 private:
  bool charged_ = true;
};

// Of our own environment, which a run inherits.
std::optional<std::string> CudaVisibleDevices();

// What sensors are made for: one run on one machine.
struct SensorContext {
  pid_t root = 0;  // the supervisor: the run is its descendants
  const Machine* machine = nullptr;
  std::string proc = "/proc";
  const RunGroup* group = nullptr;  // the run's control group, where there is one
  bool root_counts = false;         // the root is itself measured: a program that was there before
  RootUse root_before = {};         // of the root, of earlier runs
  // Shared by the sensors of one sampler, which makes it.
  std::shared_ptr<ProcessTable> processes = nullptr;
  std::string sys = "/sys";
  std::vector<int> cpus = {};  // numbers of those the run can use; empty: our affinity mask
  std::optional<Bytes> memory_limit = {};  // that the run is held to
  std::string device = {};                 // what the run is for: cpu, cuda
  // As the run sees it; empty when it is not set.
  std::optional<std::string> cuda_visible_devices = CudaVisibleDevices();
  SensorPool* pool = nullptr;  // of sensors that served an earlier run of the same machine
};

struct SensorKind {
  const char* name;
  std::unique_ptr<Sensor> (*make)(const SensorContext& context);
};

// The processes of the run: the shared table of the context, or a new one.
std::shared_ptr<ProcessTable> ProcessesOf(const SensorContext& context);

// All sensors, in the order of their columns.
const std::vector<SensorKind>& SensorKinds();

std::unique_ptr<Sensor> MakeTreeSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeTreeDetailSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeHostSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakePagingSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeDiskSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeNetworkSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakePressureSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeFrequencySensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeThrottleSensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeEnergySensor(const SensorContext& context);
std::unique_ptr<Sensor> MakeGpuSensor(const SensorContext& context);

}  // namespace trena
