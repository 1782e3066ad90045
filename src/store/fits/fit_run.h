// SPDX-License-Identifier: Apache-2.0
// A short run of `trena fit`: whether a scenario fits into the memory that it may use, and the most
// that it took. Kept in fits/ of the results folder, apart from the runs, and never counted as one.
// It belongs to its scenario by the key and to the machine it ran on.
//
//   first.trena/fits/C1-9f2c41d07b3e-77aa12/fit.json  scenario.json  events.jsonl  *.log
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/text/units.h"

namespace trena {

struct FitRun {
  std::string folder;    // its name below fits/
  std::string scenario;  // label, C20
  std::string key;
  std::string machine;      // what tells machines apart
  std::string environment;  // that is paid for it
  std::string started;      // calendar, UTC
  double seconds = 0;       // of the whole process
  // What it was held to; missing: to nothing, as no control group can be had here.
  std::optional<Bytes> held_to;
  bool simulated = false;                  // a runner that trains nothing
  std::vector<std::string> stand_in = {};  // how the machine differs from the environment
  bool lifted = false;  // without the scenario's own memory_limit: to see what it needs
  bool fits = false;
  std::string reason;  // why it does not, for people
  // The most that all its processes had, but for files that they map, which the kernel can drop.
  // Of a run that did not fit, what it had before it was ended.
  std::optional<double> memory;
};

inline constexpr int kFitFormat = 1;

Json ToJson(const FitRun& run);
Result<FitRun> FitRunFromJson(const Json& json);

// "C20-9f2c41d07b3e-77aa12", "…-lifted": one for each scenario and machine.
std::string FitFolderName(const FitRun& run);

struct LoadedFits {
  std::vector<FitRun> runs;            // of all machines, in order of folder name
  std::vector<std::string> set_aside;  // "fits/NAME: why", what could not be read
};

// Of a results folder; reads only. Without a fits/ there are none.
LoadedFits LoadFits(const std::filesystem::path& results);

// The one of this scenario on this machine, or nullptr.
const FitRun* FindFit(const std::vector<FitRun>& runs, const std::string& key,
                      const std::string& machine, bool lifted = false);

}  // namespace trena
