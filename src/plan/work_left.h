// SPDX-License-Identifier: Apache-2.0
// What of a plan is left to do, given the runs that are there: the one place where that is worked
// out, so that planning, preparing, measuring and reporting agree. Pure functions but for the look
// at the machine, which is handed in.
//
//   EnvironmentsHere here(IsHere);
//   WorkLeft work = FindWorkLeft(study, plan, runs, here, retry);
//   for (size_t index : work.to_run) …  // plan.runs[index]
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/text/told.h"
#include "plan/plan.h"
#include "store/run.h"

namespace trena {

// The last attempt of every (key, replication).
using LastAttempts = std::map<std::pair<Interned, int>, const RunRecord*>;
LastAttempts FindLastAttempts(const std::vector<RunRecord>& runs);

// Indices into plan.runs, in order, of what has no final outcome; with `retry`, also of what
// failed.
std::vector<size_t> RemainingRuns(const Plan& plan, const std::vector<RunRecord>& runs, bool retry);

// A run that is not made because the study says so (`skip_larger_after_oom`): a smaller batch of
// the otherwise same scenario ran out of memory.
struct SkippedRun {
  size_t run = 0;    // index into plan.runs
  size_t after = 0;  // into plan.scenarios: the smallest batch that ran out of memory
};

// In the plan's order; none where the study does not ask for it. What has a final outcome already
// is there, and not skipped.
std::vector<SkippedRun> SkippedAfterOom(const Study& study, const Plan& plan,
                                        const std::vector<RunRecord>& runs);

// "C3 run 1 is skipped: C2, with a smaller batch, ran out of memory".
Told Describe(const Plan& plan, const SkippedRun& skipped);

// Which environments are this machine's. Each is looked at once, when it is first asked for, since
// looking for a GPU takes a while. One thread at a time.
class EnvironmentsHere {
 public:
  using Look = std::function<bool(const Environment&)>;
  explicit EnvironmentsHere(Look look) : look_(std::move(look)) {}

  // Whether the scenario can run on this machine. One whose environment the study does not describe
  // can run anywhere.
  bool Has(const Study& study, const Scenario& scenario) const;

 private:
  Look look_;
  mutable std::map<std::string, bool> known_;  // by name
};

// In the plan's order.
std::vector<const Scenario*> ScenariosHere(const Study& study, const Plan& plan,
                                           const EnvironmentsHere& here);

// Every planned run is in one of `to_run`, `pending`, `skipped` and `already`.
struct WorkLeft {
  std::vector<size_t> to_run;  // indices into plan.runs, in order: those of this machine
  std::map<std::string, std::vector<size_t>> pending;  // of others, by environment; likewise
  std::vector<size_t> remaining;                       // both together, in order
  std::vector<SkippedRun> skipped;
  size_t already = 0;    // runs that have their outcome
  size_t failed = 0;     // of them, those whose last attempt failed or timed out
  size_t retryable = 0;  // of these, those that `retry` would make again

  std::vector<std::string> pending_environments() const;  // their names, sorted
};

// With `retry`, what failed is to be made again.
WorkLeft FindWorkLeft(const Study& study, const Plan& plan, const std::vector<RunRecord>& runs,
                      const EnvironmentsHere& here, bool retry);

// Those that these runs are of, each once, in the plan's order.
std::vector<const Scenario*> ScenariosOf(const Plan& plan, const std::vector<size_t>& runs);

}  // namespace trena
