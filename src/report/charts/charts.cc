// SPDX-License-Identifier: Apache-2.0
#include "report/charts/charts.h"

#include <iterator>

#include "report/sections.h"

namespace trena {

std::vector<Chart> StudyCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> all;
  for (const ReportSection* section : SectionsOf(ReportForm::kPage)) {
    if (section->charts == nullptr) continue;
    std::vector<Chart> charts = section->charts(analysis, words);
    std::move(charts.begin(), charts.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace trena
