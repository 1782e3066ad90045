// SPDX-License-Identifier: Apache-2.0
// The closed list of what a reader must be warned of. Here are the codes and what their arguments
// mean; all else of each is its row in warnings.cc, words in both languages included. Arguments are
// names, and numbers written plainly
// ("12", "0.425"). A list at the end of the arguments is written NAME…. A new warning is a code
// here, its row, and its section in docs/warnings.md: tests see that none is missing.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/text/sentence.h"

namespace trena {

// All of a warning. `{0}`, `{1}` … in a sentence are the arguments before the list, `{list}` what
// follows them.
struct WarningRow {
  const char* code;
  size_t before_list;
  bool caveat;                        // of what the numbers are of: the answer itself says it too
  Sentence seen;                      // what was seen,
  Sentence why;                       // why it matters,
  Sentence advice;                    // what to do
  const char* reservation = nullptr;  // that the verdict has for it, if any
};
std::span<const WarningRow> WarningRows();
const WarningRow* FindWarning(std::string_view code);

}  // namespace trena

namespace trena::warning {

// Money.
inline constexpr const char* kNoPrice = "no_price";  // environment…: they have no cost
// price's (or budget's) currency, wanted currency: no rate between them, so no amounts in it
inline constexpr const char* kNoRate = "no_rate";
inline constexpr const char* kMixedCurrencies = "mixed_currencies";  // currency…: none is wanted
inline constexpr const char* kNotBilled = "not_billed";  // attempts whose time or price is unknown
inline constexpr const char* kOverBudget = "over_budget";  // spent, budget, currency

// Replications and spread, of the response.
inline constexpr const char* kNoReplication =
    "no_replication";  // scenario…: one value, no interval
inline constexpr const char* kFewReplications =
    "few_replications";                             // fewest; more would tell apart
inline constexpr const char* kNoisy = "noisy";      // largest variation in percent, scenario…
inline constexpr const char* kOutlier = "outlier";  // scenario, run folder, value, median; is kept

// scenario, twin, percent, pairs: equal trainings differed by more than chance lets them, 19 of 20
// times
inline constexpr const char* kEqualDiffered = "equal_differed";

// What disturbed the runs (docs/methods/noise.md).
// range in percent, environment, runs: the machine's own speed moved
inline constexpr const char* kMachineSpeed = "machine_speed";
inline constexpr const char* kOffSpeed = "off_speed";  // environment, run folder…: far from usual
inline constexpr const char* kDrift = "drift";         // percent first to last, runs, probability
inline constexpr const char* kWarmUp = "warm_up";      // largest share of train_s, scenario…
inline constexpr const char* kSteal = "steal";         // largest percent, scenario…
inline constexpr const char* kCpuPressure = "cpu_pressure";        // largest percent, scenario…
inline constexpr const char* kMemoryPressure = "memory_pressure";  // largest percent, scenario…
inline constexpr const char* kDiskPressure = "disk_pressure";      // largest percent, scenario…
inline constexpr const char* kQuota = "quota";                     // largest percent, scenario…
inline constexpr const char* kBusyMachine = "busy_machine";        // largest percent, scenario…
inline constexpr const char* kThrottled = "throttled";             // runs, scenario…
inline constexpr const char* kClockSet = "clock_set";              // runs, scenario…

// What the numbers are of.
inline constexpr const char* kStandIn = "stand_in";  // environment, how the machine differs…
inline constexpr const char* kSyntheticData = "synthetic_data";      // data set…
inline constexpr const char* kSimulatedRunner = "simulated_runner";  // framework…
inline constexpr const char* kMixedMachines = "mixed_machines";      // environment, CPU model…

// framework, times, cause: its training is so many times as fast without it
inline constexpr const char* kHandicap = "handicap";
// framework, times, cause, another framework: which trains so many times as fast
inline constexpr const char* kLikelyHandicap = "likely_handicap";

// framework…: differs from the reference and was measured all the same
inline constexpr const char* kNotEqual = "not_equal";
inline constexpr const char* kNotVerified = "not_verified";  // comparisons that were not made

// What was odd in runs that ended well.
inline constexpr const char* kNoTrainingTime = "no_training_time";  // wall_s is analysed instead
inline constexpr const char* kImpossibleTime = "impossible_time";   // runs, scenario…
// runs, metric, value and scenario…: bounds of a metric, or of what was asked for
inline constexpr const char* kImpossibleValues = "impossible_values";
inline constexpr const char* kRejectedEvents = "rejected_events";  // runs, scenario…
inline constexpr const char* kOddClock = "odd_clock";          // runs, scenario…: times of events
inline constexpr const char* kNegativeLoss = "negative_loss";  // runs, scenario…
inline constexpr const char* kDiverged = "diverged";           // runs, scenario…: loss is no number

// pattern's purpose, runs, scenario…: no line of the output matched it
inline constexpr const char* kUnmatchedPattern = "unmatched_pattern";
// runs, scenario…: the first epoch's beginning is not known
inline constexpr const char* kFirstEpochUntimed = "first_epoch_untimed";
// Of runs that were read from logs of other programs, runs, scenario….
inline constexpr const char* kImported = "imported";
inline constexpr const char* kRepeatedSteps = "repeated_steps";  // seen again, counted once
inline constexpr const char* kUnfinishedLog = "unfinished_log";  // without a word of its end
inline constexpr const char* kShortRun = "short_run";  // runs, scenario…: shorter than a sample

// Runs that gave no number.
inline constexpr const char* kFailedRuns = "failed_runs";     // runs, scenario…
inline constexpr const char* kOutOfMemory = "out_of_memory";  // runs, scenario…: a result
// runs, scenario with a smaller batch that ran out of memory, scenario…
inline constexpr const char* kSkippedAfterOom = "skipped_after_oom";
inline constexpr const char* kTimedOut = "timed_out";        // runs, scenario…
inline constexpr const char* kRefusedRuns = "refused_runs";  // runs, scenario…: could not start
inline constexpr const char* kMissingRuns = "missing_runs";  // missing, planned; pending left out
inline constexpr const char* kPendingEnvironments = "pending_environments";  // environment…

// Of a table that trena did not measure.
inline constexpr const char* kSimilarLevels = "similar_levels";  // factor, level…: one, perhaps
// rows, of all, column that says so, outcome and count…: left out
inline constexpr const char* kFailedRows = "failed_rows";
inline constexpr const char* kObserved = "observed";  // nobody is known to have randomised it

// Folders that were left out.
inline constexpr const char* kForeignRuns = "foreign_runs";  // runs: of no scenario of this plan
// runs: of replications beyond the plan's that not every scenario has yet
inline constexpr const char* kExtraReplications = "extra_replications";
// last round, runs left of it, the round that is analysed
inline constexpr const char* kUnfinishedRound = "unfinished_round";
inline constexpr const char* kSetAside = "set_aside";  // folder and why…: could not be read

}  // namespace trena::warning
