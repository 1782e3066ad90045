// SPDX-License-Identifier: Apache-2.0
#include "report/study_charts.h"

#include <iterator>

namespace trena {

std::vector<Chart> StudyCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> all;
  for (auto part : {TimeCharts, DriverCharts, TradeOffCharts, SpeedCharts}) {
    std::vector<Chart> charts = part(analysis, words);
    std::move(charts.begin(), charts.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace trena
