// SPDX-License-Identifier: Apache-2.0
// Why a run did not end well: a code beside its outcome, from this closed list
// (docs/methods/failures.md). The outcome says what follows from it, the cause what happened.
#pragma once

#include <array>
#include <string_view>

#include "store/run.h"

namespace trena::cause {

// What the program did.
inline constexpr const char* kExitCode = "exit_code";
inline constexpr const char* kSignal = "signal";
inline constexpr const char* kReportedError = "reported_error";  // an error event, and exit code 0
inline constexpr const char* kAllocationFailed = "allocation_failed";
inline constexpr const char* kDiskFull = "disk_full";
inline constexpr const char* kFolderLost = "folder_lost";  // it removed the run's folder
inline constexpr const char* kNotStarted = "not_started";

// What the machine did to it.
inline constexpr const char* kKernelOutOfMemory = "kernel_out_of_memory";
inline constexpr const char* kRunnerGone = "runner_gone";  // its supervisor was killed from outside

// What trena ended it for.
inline constexpr const char* kTimeout = "timeout";
inline constexpr const char* kHang = "hang";
inline constexpr const char* kSwapThrashing = "swap_thrashing";
inline constexpr const char* kTooMuchOutput = "too_much_output";
inline constexpr const char* kAskedToStop = "asked_to_stop";
inline constexpr const char* kTrenaEnded = "trena_ended";  // killed while it ran

struct Row {
  const char* code;
  Outcome outcome;  // of every run with this cause
};

inline constexpr std::array kAll = {Row{kExitCode, Outcome::kFailed},
                                    Row{kSignal, Outcome::kFailed},
                                    Row{kReportedError, Outcome::kFailed},
                                    Row{kHang, Outcome::kFailed},
                                    Row{kTooMuchOutput, Outcome::kFailed},
                                    Row{kDiskFull, Outcome::kFailed},
                                    Row{kFolderLost, Outcome::kFailed},
                                    Row{kRunnerGone, Outcome::kFailed},
                                    Row{kKernelOutOfMemory, Outcome::kOutOfMemory},
                                    Row{kAllocationFailed, Outcome::kOutOfMemory},
                                    Row{kSwapThrashing, Outcome::kOutOfMemory},
                                    Row{kTimeout, Outcome::kTimedOut},
                                    Row{kAskedToStop, Outcome::kInterrupted},
                                    Row{kTrenaEnded, Outcome::kInterrupted},
                                    Row{kNotStarted, Outcome::kRefused}};

// The row of a code; kFailed for one that is not in the list.
constexpr Outcome OutcomeOf(std::string_view code) {
  for (const Row& row : kAll) {
    if (row.code == code) return row.outcome;
  }
  return Outcome::kFailed;
}

}  // namespace trena::cause
