// SPDX-License-Identifier: Apache-2.0
// Looks at a machine before a study and says what will disturb it: `trena doctor`. Each check is a
// small function over what was seen, with one row in a table; it reads below a root folder, so that
// tests show it recorded /proc and /sys trees. A check that the kernel gives nothing for is silent.
//
//   DoctorView view = LookAround({.watch_seconds = 2, .yardstick_seconds = 2});
//   for (const Finding& finding : Examine(view)) …
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/text/told.h"

namespace trena {

enum class FindingLevel { kGood, kNote, kBad };
const char* ToString(FindingLevel level);

struct Finding {
  FindingLevel level = FindingLevel::kGood;
  Told seen;
  Told why = {};           // it matters; empty when it is good
  Told advice = {};        // what to do; likewise
  std::string check = {};  // the name of its row, put there by Examine
};

struct ProcessTime {
  std::string
      name;  // the kernel's short one; anyone can choose it, so it is escaped where it is shown
  double cpu_s = 0;
};

// The machine at an instant.
struct MachineMoment {
  double t = 0;                 // CLOCK_MONOTONIC
  std::optional<double> total;  // seconds of all CPUs since boot, and of them:
  std::optional<double> idle;
  std::optional<double> steal;
  std::map<pid_t, ProcessTime> processes;
};
MachineMoment ReadMachineMoment(const std::string& root, double now);

// A place that will be written to.
struct DoctorFolder {
  Told use;  // "the cache"
  std::filesystem::path path;
};

// All that the checks look at.
struct DoctorView {
  std::string root = "/";
  MachineMoment before;
  MachineMoment after;
  std::vector<int> cpus;  // that we may use
  pid_t self = 0;         // not to be counted among others
  std::vector<DoctorFolder> folders;
  std::vector<double> compute;  // yardstick readings, one after the other
  std::vector<double> memory;
  bool nvml = false;                             // NVIDIA's library can be loaded
  std::map<std::string, std::string> variables;  // of kWaitVariables: those that are set
  size_t equal_pairs = 0;   // of equal trainings, measured here under two labels
  size_t false_alarms = 0;  // of them, that seemed to differ
};

// Variables that say how OpenMP's threads wait.
inline constexpr const char* kWaitVariables[] = {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT",
                                                 "KMP_BLOCKTIME"};

struct DoctorOptions {
  double watch_seconds = 2;
  double yardstick_seconds = 2;
  std::vector<DoctorFolder> folders = {};
  std::filesystem::path cache = {};  // with what equal trainings differed by; empty: not looked at
};
DoctorView LookAround(const DoctorOptions& options);

struct DoctorCheck {
  const char* name;
  const char* question;
  std::optional<Finding> (*look)(const DoctorView& view);
};
const std::vector<DoctorCheck>& DoctorChecks();

// What the checks found, in the order of the table.
std::vector<Finding> Examine(const DoctorView& view);

// For programs, in English.
Json ToJson(const std::vector<Finding>& findings);

}  // namespace trena
