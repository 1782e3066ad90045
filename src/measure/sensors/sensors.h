// SPDX-License-Identifier: Apache-2.0
// Sensors of the whole machine between two runs of a study: looking for devices and opening some
// twenty files anew would cost a short run more than reading them does.
#pragma once

#include <map>
#include <memory>

#include "measure/sensors/sensor.h"

namespace trena {

class SensorPool {
 public:
  // One that was given back, or a new one.
  std::unique_ptr<Sensor> Take(const SensorKind& kind, const SensorContext& context);
  // Kept only if it can serve another run.
  void GiveBack(const SensorKind& kind, std::unique_ptr<Sensor> sensor);

 private:
  std::map<const SensorKind*, std::unique_ptr<Sensor>> kept_;
};

}  // namespace trena
