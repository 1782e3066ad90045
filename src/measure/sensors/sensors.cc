// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/sensors.h"

#include <cstdlib>

#include "measure/sensors/sensor.h"

namespace trena {
std::optional<std::string> CudaVisibleDevices() {
  const char* devices = std::getenv("CUDA_VISIBLE_DEVICES");
  return devices != nullptr ? std::optional<std::string>(devices) : std::nullopt;
}

const std::vector<SensorKind>& SensorKinds() {
  static const std::vector<SensorKind> kinds = {
      // CPU and memory of the run's own processes.
      {"tree", MakeTreeSensor},
      // Input and output, context switches and PSS of the run's own processes.
      {"tree_detail", MakeTreeDetailSensor},
      // CPU, load, memory and swap of the whole machine.
      {"host", MakeHostSensor},
      // Page faults and swapping of the whole machine.
      {"paging", MakePagingSensor},
      // Bytes read from and written to the machine's disks.
      {"disk", MakeDiskSensor},
      // Bytes received and sent by the machine.
      {"network", MakeNetworkSensor},
      // Share of the time in which something waited for a resource.
      {"pressure", MakePressureSensor},
      // Clock of the visible CPUs.
      {"frequency", MakeFrequencySensor},
      // CPUs slowed down by heat or by a container's quota.
      {"throttle", MakeThrottleSensor},
      // Power and energy of CPU packages and memory (RAPL).
      {"energy", MakeEnergySensor},
      // NVIDIA GPUs that the run uses (NVML).
      {"gpu", MakeGpuSensor},
  };
  return kinds;
}

std::unique_ptr<Sensor> SensorPool::Take(const SensorKind& kind, const SensorContext& context) {
  auto kept = kept_.extract(&kind);
  return kept ? std::move(kept.mapped()) : kind.make(context);
}

void SensorPool::GiveBack(const SensorKind& kind, std::unique_ptr<Sensor> sensor) {
  if (sensor->ServesAnotherRun()) kept_[&kind] = std::move(sensor);
}

}  // namespace trena
