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
      {"tree", "CPU and memory of the run's own processes", MakeTreeSensor},
      {"tree_detail", "input and output, context switches and PSS of the run's own processes",
       MakeTreeDetailSensor},
      {"host", "CPU, load, memory and swap of the whole machine", MakeHostSensor},
      {"paging", "page faults and swapping of the whole machine", MakePagingSensor},
      {"disk", "bytes read from and written to the machine's disks", MakeDiskSensor},
      {"network", "bytes received and sent by the machine", MakeNetworkSensor},
      {"pressure", "share of the time in which something waited for a resource",
       MakePressureSensor},
      {"frequency", "clock of the visible CPUs", MakeFrequencySensor},
      {"throttle", "CPUs slowed down by heat or by a container's quota", MakeThrottleSensor},
      {"energy", "power and energy of CPU packages and memory (RAPL)", MakeEnergySensor},
      {"gpu", "NVIDIA GPUs that the run uses (NVML)", MakeGpuSensor},
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
