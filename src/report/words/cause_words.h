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
      {cause::kExitCode, {"exit code", "código de saída"}},
      {cause::kSignal, {"ended by a signal", "encerrada por um sinal"}},
      {cause::kReportedError, {"it reported an error", "ela informou um erro"}},
      {cause::kHang, {"it hung", "travou"}},
      {cause::kTooMuchOutput, {"too much output", "saída demais"}},
      {cause::kDiskFull, {"disk full", "disco cheio"}},
      {cause::kFolderLost, {"its folder was removed", "sua pasta foi removida"}},
      {cause::kRunnerGone, {"killed from outside", "encerrada de fora"}},
      {cause::kKernelOutOfMemory, {"killed by the kernel", "encerrada pelo kernel"}},
      {cause::kAllocationFailed, {"an allocation failed", "uma alocação falhou"}},
      {cause::kSwapThrashing, {"nothing but swapping", "só trocava páginas (swap)"}},
      {cause::kTimeout, {"time limit", "limite de tempo"}},
      {cause::kAskedToStop, {"trena was asked to stop", "pediu-se ao trena que parasse"}},
      {cause::kTrenaEnded, {"trena was killed", "o trena foi encerrado"}},
      {cause::kNotStarted, {"not started", "não começou"}},
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
      return words.Say({"ended well", "terminou bem"});
    case Outcome::kFailed:
      return words.Say({"failed", "falhou"});
    case Outcome::kOutOfMemory:
      return words.Say({"out of memory", "sem memória"});
    case Outcome::kTimedOut:
      return words.Say({"timed out", "tempo esgotado"});
    case Outcome::kInterrupted:
      return words.Say({"interrupted", "interrompida"});
    case Outcome::kRefused:
      return words.Say({"could not start", "não pôde começar"});
  }
  return "";
}

}  // namespace trena
