// SPDX-License-Identifier: Apache-2.0
// Why a run did not end well, for people: words for the closed list of store/cause.h.
#pragma once

#include <string>

#include "report/words/words.h"
#include "store/cause.h"
#include "store/run.h"

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

// How a run ended, for people.

inline std::string OutcomeWord(Outcome outcome, const Words& words) {
  switch (outcome) {
    case Outcome::kOk:
      return words.Say("ended well");
    case Outcome::kFailed:
      return words.Say("failed");
    case Outcome::kOutOfMemory:
      return words.Say("out of memory");
    case Outcome::kTimedOut:
      return words.Say("timed out");
    case Outcome::kInterrupted:
      return words.Say("interrupted");
    case Outcome::kRefused:
      return words.Say("could not start");
  }
  return "";
}

}  // namespace trena
