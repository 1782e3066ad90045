// SPDX-License-Identifier: Apache-2.0
// The fourth activity: every run of the plan that has no final outcome yet, in order, one at a
// time. Whatever ends it, what is measured stays, and the next call goes on with what is missing.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "configure/configuration.h"
#include "core/result.h"
#include "core/text/told.h"
#include "measure/run.h"
#include "measure/turns/study_turns.h"
#include "plan/forecast/forecast.h"
#include "plan/stopping.h"
#include "stats/summary.h"
#include "store/results.h"

namespace trena {

struct MeasureRequest {
  const Study* study = nullptr;
  const Plan* plan = nullptr;
  Configuration* configuration = nullptr;
  bool retry = false;  // failed runs again
  // Frameworks (NAME@VERSION) that are measured although they differ from the reference: their runs
  // are marked.
  std::set<std::string> not_equal = {};
  std::string trena_version = {};
  // What pilots told, and what they cost: on the same budget.
  ForetoldTimes told = {};
  std::vector<PaidTime> paid = {};
  // Bytes that a scenario, by its key, was seen to take by what was run of it before, runs aside.
  std::map<std::string, double> memory = {};
  AvailableMemory available = {};  // of `order: in_turns`; empty: this machine's
  int round = 1;                   // that `runs` is of (plan/rounds.h)
};

// What a listener is told; the one line at the terminal is made of it.
struct MeasureState {
  size_t position = 0;  // of the run under way among all planned, from 1
  size_t planned = 0;
  const Scenario* scenario = nullptr;
  int replication = 0;
  double elapsed = 0;                // of the run under way
  Summary times;                     // train_s (else wall_s) of the same scenario so far
  std::optional<Seconds> time_left;  // for the rest, this run included
  size_t runs_at_mean = 0;        // of the rest: nothing tells of them but the mean of the others
  std::optional<Estimated> rest;  // the same with its interval, where all of it is known
  std::optional<Money> spent;
  bool spent_is_least = false;  // some attempts have no price
  std::optional<Money> budget;
};

struct MeasureListener {
  std::function<void(const std::string& what, int64_t done, int64_t total)> preparing;
  std::function<void(const MeasureState&)> running;
  std::function<void(const MeasureState&, const RunRecord&)> finished;
  std::function<void(const Told&)> note;
};

enum class MeasureEnd { kDone, kInterrupted, kBudget, kDeadline };

struct MeasureSummary {
  MeasureEnd end = MeasureEnd::kDone;
  size_t measured = 0;                            // runs of this call
  size_t already = 0;                             // planned runs that were there before
  size_t failed = 0;                              // of this call, without out-of-memory
  size_t failed_before = 0;                       // of `already`: their last attempt failed
  size_t retryable = 0;                           // of both: those that --retry runs again
  size_t skipped = 0;                             // a smaller batch ran out of memory
  std::vector<std::string> pending_environments;  // not here: neither run nor failed
  // With a stop rule: why each scenario of the plan, in its order, ended or goes on.
  std::vector<Precision> precisions;
};

// InputError when a runner is missing, the results folder cannot be written, or another process
// measures this study. `runs`, of the study's results folder, has what was measured afterwards.
Result<MeasureSummary> Measure(const MeasureRequest& request, KeptRuns& runs,
                               const MeasureListener& listener);

}  // namespace trena
