// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/sensor_pool.h"

namespace trena {

std::unique_ptr<Sensor> SensorShelf::Take(const SensorKind& kind, const SensorContext& context) {
  auto kept = kept_.extract(&kind);
  return kept ? std::move(kept.mapped()) : kind.make(context);
}

void SensorShelf::GiveBack(const SensorKind& kind, std::unique_ptr<Sensor> sensor) {
  if (sensor->ServesAnotherRun()) kept_[&kind] = std::move(sensor);
}

}  // namespace trena
