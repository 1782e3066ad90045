// SPDX-License-Identifier: Apache-2.0
// The closed lists of why there is no analysis, why a verdict is not valid, and what reservations a
// valid one has. Here are the codes and what their arguments mean; the words of each, in both
// languages, are its row in verdict_reasons.cc.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "core/text/sentence.h"

namespace trena {

// A reason: `{list}` in it are its details, after those of `{0}` and `{1}`.
struct ReasonRow {
  const char* code;
  Sentence text;
  size_t before_list = 0;
};
std::span<const ReasonRow> WhyNotRows();
std::span<const ReasonRow> VerdictReasonRows();
std::span<const ReasonRow> ReservationRows();
const ReasonRow* FindReason(std::span<const ReasonRow> rows, std::string_view code);

}  // namespace trena

// Why a response has no allocation of variation: ResponseAnalysis::why_not and its details.
namespace trena::why_not {

inline constexpr const char* kNoFactor = "no_factor";  // no factor has more than one level
inline constexpr const char* kNothingMeasured = "nothing_measured";  // no run ended well yet
inline constexpr const char* kUnknownResponse = "unknown_response";  // metric that no run has
inline constexpr const char* kPendingEnvironments = "pending_environments";  // environment…
inline constexpr const char* kMissingRuns = "missing_runs";  // scenario… without a value yet
inline constexpr const char* kFailedScenarios =
    "failed_scenarios";                                          // scenario… that never ended well
inline constexpr const char* kNotPositive = "not_positive";      // scenario… with no logarithm
inline constexpr const char* kNotComputable = "not_computable";  // what the arithmetic said

}  // namespace trena::why_not

// Why a verdict is not `valid`: Analysis::verdict_reasons, all that apply.
namespace trena::verdict_reason {

inline constexpr const char* kNothingMeasured = "nothing_measured";  // no run ended well
inline constexpr const char* kMostlyFailed = "mostly_failed";
inline constexpr const char* kMissingRuns = "missing_runs";
inline constexpr const char* kPendingEnvironments = "pending_environments";
inline constexpr const char* kFailedRuns = "failed_runs";  // all of a scenario
inline constexpr const char* kTimedOut = "timed_out";
inline constexpr const char* kNoResponse = "no_response";    // a scenario that ended well lacks it
inline constexpr const char* kNotComputed = "not_computed";  // the model could not be fitted
inline constexpr const char* kNoReplication = "no_replication";
inline constexpr const char* kNoEffect = "no_effect";  // no factor can be told from noise

}  // namespace trena::verdict_reason

// What speaks against taking valid numbers for more than they are: Analysis::reservations.
namespace trena::reservation {

inline constexpr const char* kStandIn = "stand_in";              // environment…
inline constexpr const char* kHandicap = "handicap";             // framework…
inline constexpr const char* kFailedChecks = "failed_checks";    // code of a warning…
inline constexpr const char* kShareLost = "share_lost";          // runs, of finished ones
inline constexpr const char* kDisturbedRuns = "disturbed_runs";  // runs, of those that ended well
inline constexpr const char* kMachineSpeed = "machine_speed";    // range in percent…
inline constexpr const char* kDrift = "drift";                   // percent first to last
inline constexpr const char* kFewReplications = "few_replications";  // fewest

}  // namespace trena::reservation
