// SPDX-License-Identifier: Apache-2.0
#include "plan/remaining.h"

namespace trena {

LastAttempts FindLastAttempts(const std::vector<RunRecord>& runs) {
  LastAttempts last;
  for (const RunRecord& run : runs) {
    const RunRecord*& known = last[{run.key, run.replication}];
    if (known == nullptr || run.attempt >= known->attempt) known = &run;
  }
  return last;
}

std::vector<size_t> RemainingRuns(const Plan& plan, const std::vector<RunRecord>& runs,
                                  bool retry) {
  LastAttempts last = FindLastAttempts(runs);
  std::vector<size_t> remaining;
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    auto found = last.find({plan.scenarios[run.scenario].key, run.replication});
    bool done = found != last.end() && IsFinal(found->second->outcome) &&
                !(retry && found->second->outcome == Outcome::kFailed);
    if (!done) remaining.push_back(i);
  }
  return remaining;
}

}  // namespace trena
