// SPDX-License-Identifier: Apache-2.0
// How a run ended, told from everything that is known: the program's end, what the runner said,
// what trena did to it, and the kernel's own count of out-of-memory kills.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/text/units.h"
#include "measure/program/guards/guard.h"
#include "measure/program/supervisor.h"
#include "store/event_file.h"
#include "store/run.h"

namespace trena {

struct OutcomeEvidence {
  ProgramEnd end;
  bool interrupted = false;  // trena was asked to stop
  bool timed_out = false;
  // By the host's count, which other programs move too, or by that of the run's own group.
  bool kernel_killed_for_memory = false;
  std::string program;                           // for the reason
  std::string errors_tail;                       // last lines of stderr
  std::optional<GuardObjection> objection = {};  // of the guard that had it ended
  bool kernel_killed_in_group = false;
  bool disk_is_full = false;               // where the run's folder is, when it ended
  std::optional<Bytes> memory_limit = {};  // that the run was held to
  bool folder_lost = false;                // the run's folder was removed or replaced while it ran
};

struct JudgedOutcome {
  Outcome outcome = Outcome::kOk;
  std::string cause;   // of store/cause.h; empty for ok
  std::string reason;  // empty for ok
};

JudgedOutcome JudgeOutcome(const OutcomeEvidence& evidence, const RunEvents& events);

// The last bytes of a regular file, as text; at most 4 KiB.
std::string Tail(const std::filesystem::path& path);

// The last lines that say something, at most 12, each shortened.
std::vector<std::string> LastLines(const std::string& tail);

}  // namespace trena
