// SPDX-License-Identifier: Apache-2.0
// What explains the differences between scenarios: the factorial analysis of one metric over the
// factors that vary in the plan. It needs the full crossing with equally many values in each
// scenario; where that is not so, the reason is given instead (warnings.h, why_not).
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "study/study.h"

namespace trena {

// Observations are taken scenario by scenario, each in the order of replication. With scale "log"
// they are natural logarithms and the unit is "ln s". `analysis` needs its scenarios, pending
// environments and currency.
ResponseAnalysis AnalyzeResponse(const Study& study, const Analysis& analysis,
                                 const std::string& metric, const std::string& scale);

// The same on the raw scale for the other metrics that every run that ended well has.
std::vector<ResponseAnalysis> AnalyzeOthers(const Study& study, const Analysis& analysis);

// Terms by their share of the variation, largest first, without residuals.
std::vector<Driver> FindDrivers(const ResponseAnalysis& response);

}  // namespace trena
