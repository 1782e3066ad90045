// SPDX-License-Identifier: Apache-2.0
// What explains the differences between scenarios: the stated analysis of one metric over the
// factors that vary among the runs measured, by the design that they were planned by. Where there
// is nothing to analyse, the reason is given instead (warnings.h, why_not).
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "plan/plan.h"
#include "study/study.h"

namespace trena {

// With scale "log" observations are natural logarithms and the unit is "ln s". `analysis` needs its
// scenarios, runs, the machine's speed, pending environments and currency.
ResponseAnalysis AnalyzeResponse(const Study& study, const Plan& plan, const Analysis& analysis,
                                 const std::string& metric, const std::string& scale);

// The same on the raw scale for the other metrics that every run that ended well has.
std::vector<ResponseAnalysis> AnalyzeOthers(const Study& study, const Plan& plan,
                                            const Analysis& analysis);

// Terms of the factors by their share of the variation, largest first.
std::vector<Driver> DriversOf(const StatedAnalysis& stated);
// The same; none where nothing could be analysed.
std::vector<Driver> FindDrivers(const ResponseAnalysis& response);

}  // namespace trena
