// SPDX-License-Identifier: Apache-2.0
// The fifth activity: from run folders to an answer. Pure functions of a study, its plan and the
// runs; nothing is read, run or written here.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "plan/plan.h"
#include "store/run.h"
#include "study/study.h"

namespace trena {

// Every attempt in `runs` is billed; the last attempt of each replication is analysed. Runs whose
// key is no scenario of the plan are left out and said to be (a warning). They are a hundred
// thousand at times: give them away rather than copy them. `epochs` are needed for a target
// accuracy alone; pilots are on the bill.
Analysis Analyze(const Study& study, const Plan& plan, std::vector<RunRecord> runs,
                 const std::vector<std::string>& set_aside, Verification verification = {},
                 const RunEpochs& epochs = {}, const std::vector<PaidTime>& pilots = {});

}  // namespace trena
