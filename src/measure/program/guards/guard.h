// SPDX-License-Identifier: Apache-2.0
// A guard watches a running program for one reason to end it: a hang, logs that fill the disk,
// memory that is only swapped. Each is a small object with one row in the table of guards.cc.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "study/study.h"

namespace trena {

// Why trena ends a run.
struct GuardObjection {
  const char* cause = "";  // of store/cause.h
  std::string reason;      // for people
  bool at_once = false;    // no time to end by itself: waiting makes it worse
};

class Guard {
 public:
  virtual ~Guard() = default;
  // Called about twice a second with CLOCK_MONOTONIC; must be cheap.
  virtual std::optional<GuardObjection> Look(double now) = 0;
};

// What guards are made for: one run.
struct GuardContext {
  const MeasureOptions* options = nullptr;
  pid_t root = 0;                // the supervisor: the run is its descendants
  std::filesystem::path folder;  // of the run: events.jsonl, stdout.log, stderr.log
  std::string proc = "/proc";
};

struct GuardKind {
  const char* name;
  const char* meaning;
  // Null where the study does not want it, or the machine cannot have it.
  std::unique_ptr<Guard> (*make)(const GuardContext& context);
};

const std::vector<GuardKind>& GuardKinds();

// All that apply.
std::vector<std::unique_ptr<Guard>> MakeGuards(const GuardContext& context);

std::unique_ptr<Guard> MakeHangGuard(const GuardContext& context);
std::unique_ptr<Guard> MakeOutputGuard(const GuardContext& context);
std::unique_ptr<Guard> MakeSwapGuard(const GuardContext& context);

// Files of a run that its program writes to.
std::vector<std::filesystem::path> OutputsOf(const std::filesystem::path& folder);

}  // namespace trena
