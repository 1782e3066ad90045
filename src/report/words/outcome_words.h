// SPDX-License-Identifier: Apache-2.0
// How a run ended, for people.
#pragma once

#include <string>

#include "report/words/words.h"
#include "store/run.h"

namespace trena {

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
