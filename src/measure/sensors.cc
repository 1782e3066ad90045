// SPDX-License-Identifier: Apache-2.0
#include "measure/sensor.h"

namespace trena {

const std::vector<SensorKind>& SensorKinds() {
  static const std::vector<SensorKind> kinds = {
      {"tree", "CPU and memory of the run's own processes", MakeTreeSensor},
      {"tree_detail", "input and output, context switches and PSS of the run's own processes",
       MakeTreeDetailSensor},
      {"host", "CPU and memory of the whole machine", MakeHostSensor},
  };
  return kinds;
}

}  // namespace trena
