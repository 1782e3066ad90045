// SPDX-License-Identifier: Apache-2.0
// What a changed study file means for what was measured, for `plan` and `measure`.
#pragma once

#include <string>
#include <vector>

#include "cli/study_options.h"
#include "plan/plan_changes.h"

namespace trena {

struct StudyChanges {
  PlanChanges plan;
  std::vector<std::string> sentences;  // for people; none where there is nothing to say
};

// Beside the plan of the last `measure`. Nothing is compared where the file is as it was, or where
// the command line takes only a part of it (-P, --only).
StudyChanges FindChanges(const Workspace& workspace, const StudyOptions& options,
                         const std::vector<RunRecord>& runs);

}  // namespace trena
