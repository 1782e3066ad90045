// SPDX-License-Identifier: Apache-2.0
// Runs that are not made because the study says so (`skip_larger_after_oom`): a smaller batch of
// the otherwise same scenario ran out of memory. A pure function of what is there, so that
// measuring, planning and reporting agree.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "plan/plan.h"
#include "store/run.h"

namespace trena {

struct SkippedRun {
  size_t run = 0;    // index into plan.runs
  size_t after = 0;  // into plan.scenarios: the smallest batch that ran out of memory
};

// In the plan's order; none where the study does not ask for it. What has a final outcome already
// is there, and not skipped.
std::vector<SkippedRun> SkippedAfterOom(const Study& study, const Plan& plan,
                                        const std::vector<RunRecord>& runs);

// As RemainingRuns of remaining.h, without those.
std::vector<size_t> RunsToMake(const Study& study, const Plan& plan,
                               const std::vector<RunRecord>& runs, bool retry);

// "C3 run 1 is skipped: C2, with a smaller batch, ran out of memory".
std::string Describe(const Plan& plan, const SkippedRun& skipped);

// What of a plan is still to be measured, given the runs that are there.

// The last attempt of every (key, replication).
using LastAttempts = std::map<std::pair<std::string, int>, const RunRecord*>;
LastAttempts FindLastAttempts(const std::vector<RunRecord>& runs);

// Indices into plan.runs, in order, of what has no final outcome; with `retry`, also of what
// failed.
std::vector<size_t> RemainingRuns(const Plan& plan, const std::vector<RunRecord>& runs, bool retry);

}  // namespace trena
