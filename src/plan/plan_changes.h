// SPDX-License-Identifier: Apache-2.0
// A study that was changed after it was measured, beside the plan it was measured by: what is used
// again (by key, which is all of a scenario's values), what is new, and what no longer fits. Runs
// are never thrown away: what no longer fits stays in its folder, and is not analysed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/text/told.h"
#include "plan/plan.h"
#include "plan/plan_file.h"
#include "store/run.h"

namespace trena {

struct PlanChanges {
  struct Gone {
    std::string id;  // as it was called
    Values levels;
    size_t runs = 0;  // of it that are there and ended for good
  };
  std::vector<Told> settings;  // "epochs is 2, was 1"
  size_t same = 0;             // scenarios of both plans
  size_t reused_runs = 0;      // planned runs of theirs that are there
  std::vector<std::pair<std::string, std::string>> relabelled;  // of those: before and now
  std::vector<std::string> added;                               // labels
  std::vector<Gone> gone;

  // Whether nothing differs but, perhaps, labels.
  bool none() const { return settings.empty() && added.empty() && gone.empty(); }
};

PlanChanges ComparePlans(const SavedPlan& before, const Plan& plan,
                         const std::vector<RunRecord>& runs);

// A sentence each; none where nothing changed.
std::vector<Told> Describe(const PlanChanges& changes);

Json ToJson(const PlanChanges& changes);

// What a changed study file means for what was measured, for `plan` and `measure`.
struct StudyChanges {
  PlanChanges plan;
  std::vector<Told> sentences;  // for people; none where there is nothing to say
};

// Beside the plan of the last `measure` as it was kept: nothing where none was (""), or where the
// study file is as it was. One that cannot be read is said to be so.
StudyChanges ChangesSince(const Result<std::string>& kept, const Plan& plan,
                          const std::vector<RunRecord>& runs);

}  // namespace trena
