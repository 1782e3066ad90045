// SPDX-License-Identifier: Apache-2.0
// Plans that follow what was measured, for comparing results that the frameworks of this machine
// know nothing of: a folder that came without its study, or a study whose framework was another
// version when it was measured.
#pragma once

#include <vector>

#include "plan/plan.h"
#include "store/run.h"

namespace trena {

// Every scenario that has a run, and every replication that was made of it.
Plan PlanOfRuns(const std::vector<RunRecord>& runs);

// A scenario that leaves its framework's version open, and of which nothing was measured with the
// version that is here, becomes the one measured last with the same values.
void FollowMeasuredVersions(const std::vector<RunRecord>& runs, Plan& plan);

}  // namespace trena
