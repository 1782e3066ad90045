// SPDX-License-Identifier: Apache-2.0
// What of a plan is still to be measured, given the runs that are there.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "store/run.h"

namespace trena {

// The last attempt of every (key, replication).
using LastAttempts = std::map<std::pair<std::string, int>, const RunRecord*>;
LastAttempts FindLastAttempts(const std::vector<RunRecord>& runs);

// Indices into plan.runs, in order, of what has no final outcome; with `retry`, also of what
// failed.
std::vector<size_t> RemainingRuns(const Plan& plan, const std::vector<RunRecord>& runs, bool retry);

}  // namespace trena
