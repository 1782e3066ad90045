// SPDX-License-Identifier: Apache-2.0
// A study as its runs tell it, for a results folder without a study file: one that came alone from
// another machine, or that `trena import` made of logs. It can be analysed, reported and compared,
// and nothing can be measured by it. Its plan is what was made (measured_plan.h).
//
//   const Study study = StudyOfRuns("lsc5.trena", runs);
//   Analyze(study, PlanOfRuns(runs), runs, {});
#pragma once

#include <filesystem>
#include <vector>

#include "store/run.h"
#include "study/study.h"

namespace trena {

// Factors and their levels in the order of the scenarios' labels; fixed what no run has otherwise.
Study StudyOfRuns(const std::filesystem::path& folder, const std::vector<RunRecord>& runs);

// Environments and their prices as the runs themselves tell them, the last of each; none where no
// run has a price.
std::vector<Environment> RecordedPrices(const std::vector<RunRecord>& runs);

}  // namespace trena
