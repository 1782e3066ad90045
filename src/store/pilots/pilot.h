// SPDX-License-Identifier: Apache-2.0
// A pilot: the first few steps of a scenario, run only to foretell what whole runs will take. Kept
// in pilots/ of the results folder, apart from the runs, and never counted as one. It belongs to
// its scenario by the key and to the machine it ran on, so it is used until either changes; paid
// for it is whatever changes.
//
//   first.trena/pilots/C1-p1-9f2c41d07b3e/pilot.json  scenario.json  events.jsonl  *.log
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/value.h"

namespace trena {

// Steps that were timed together: the device was waited for at their end.
struct PilotGroup {
  double steps = 0;
  double seconds = 0;
};

struct Pilot {
  std::string folder;    // its name below pilots/
  std::string scenario;  // label, C20
  std::string key;
  int number = 1;                    // of this scenario, from 1
  std::string machine;               // what tells machines apart
  std::string environment;           // that is paid for it
  std::string started;               // calendar, UTC
  double startup_s = 0;              // from the process's start to the first step's
  double ending_s = 0;               // from the last step's end to the process's
  double pilot_s = 0;                // of the whole process
  std::vector<PilotGroup> train;     // the first few steps, then groups of one size
  std::vector<PilotGroup> evaluate;  // the first step, then the others
  // Of a whole run: training steps, steps of an evaluation, and evaluations.
  double steps = 0;
  double evaluate_steps = 0;
  double evaluations = 0;
  // The most bytes that all its processes had, but for files that they map; missing in pilots of
  // before it was looked at.
  std::optional<double> memory = {};
  Values length;  // the scenario's epochs and images, as it has them

  double trained_steps() const;  // by the pilot itself
};

inline constexpr int kPilotFormat = 2;

Json ToJson(const Pilot& pilot);
Result<Pilot> PilotFromJson(const Json& json);

// "C20-p2-9f2c41d07b3e".
std::string PilotFolderName(const Pilot& pilot);

struct LoadedPilots {
  std::vector<Pilot> pilots;           // of all machines, in order of folder name
  std::vector<std::string> set_aside;  // "pilots/NAME: why", what could not be read
};

// Of a results folder; reads only. Without a pilots/ there are none.
LoadedPilots LoadPilots(const std::filesystem::path& results);

// Those whose times hold for this machine.
std::vector<Pilot> OfMachine(const std::vector<Pilot>& pilots, const std::string& machine);

}  // namespace trena
