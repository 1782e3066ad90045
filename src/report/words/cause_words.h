// SPDX-License-Identifier: Apache-2.0
// Why a run did not end well, for people: words for the closed list of store/cause.h.
#pragma once

#include <string>

#include "report/words/words.h"
#include "store/cause.h"

namespace trena {

// A code that is not in the list is shown as it is; of a run that ended well there is none.
inline std::string CauseWord(const std::string& code, const Words& words) {
  struct Row {
    const char* code;
    Sentence sentence;
  };
  static constexpr Row kWords[] = {
      {cause::kExitCode, "exit code"},
      {cause::kSignal, "ended by a signal"},
      {cause::kReportedError, "it reported an error"},
      {cause::kHang, "it hung"},
      {cause::kTooMuchOutput, "too much output"},
      {cause::kDiskFull, "disk full"},
      {cause::kRunnerGone, "killed from outside"},
      {cause::kKernelOutOfMemory, "killed by the kernel"},
      {cause::kAllocationFailed, "an allocation failed"},
      {cause::kSwapThrashing, "nothing but swapping"},
      {cause::kTimeout, "time limit"},
      {cause::kAskedToStop, "trena was asked to stop"},
      {cause::kTrenaEnded, "trena was killed"},
      {cause::kNotStarted, "not started"},
  };
  for (const Row& row : kWords) {
    if (code == row.code) return words.Say(row.sentence);
  }
  return code.empty() ? "—" : code;
}

}  // namespace trena
