// SPDX-License-Identifier: Apache-2.0
#include "report/charts/charts.h"

#include <iterator>

namespace trena {
namespace {

using MakeCharts = std::vector<Chart> (*)(const Analysis& analysis, const Words& words);

constexpr MakeCharts kSubjects[] = {ScenarioCharts, DriverCharts,   MeanCharts,
                                    SpeedUpCharts,  ResidualCharts, TradeOffCharts,
                                    BatchCharts,    LearningCharts, MachineSpeedCharts};

}  // namespace

std::vector<Chart> StudyCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> all;
  for (MakeCharts make : kSubjects) {
    std::vector<Chart> charts = make(analysis, words);
    std::move(charts.begin(), charts.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace trena
