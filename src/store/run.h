// SPDX-License-Identifier: Apache-2.0
// One run as its folder tells it: run.json in memory. A missing reading is absent from `metrics`.
#pragma once

#include <boost/container/flat_map.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "core/shared.h"
#include "core/text/interned.h"
#include "core/text/units.h"
#include "core/value.h"

namespace trena {

// Of a key, in the name of a folder.
inline constexpr size_t kKeyDigits = 12;

enum class Outcome { kOk, kFailed, kOutOfMemory, kTimedOut, kInterrupted, kRefused };

std::string ToString(Outcome outcome);
std::optional<Outcome> OutcomeFromString(const std::string& text);
// Whether the run has ended for good; interrupted and refused ones get a new attempt.
bool IsFinal(Outcome outcome);

struct Phase {
  Interned name;
  double seconds = 0;
};

// By name, in the order of the names: a few hundred bytes where a map would take kilobytes.
using MetricValues = boost::container::flat_map<Interned, double, std::less<>>;

// Of a study there may be a hundred thousand in memory: what they have alike is shared.
struct RunRecord {
  Interned folder;       // its name below runs/
  std::string scenario;  // label, C20
  Interned key;
  int replication = 1;  // from 1
  int attempt = 1;      // from 1
  int round = 1;        // of the whole study: measured anew (plan/rounds.h), from 1
  int block = 1;
  int plot = 1;
  int position = 0;  // place in the plan's order, from 1; 0 when it was not planned
  uint64_t seed = 0;
  Shared<Values> levels;
  Shared<Values> fixed;
  std::string environment;
  std::string device;
  std::string framework;
  Interned framework_version;
  std::vector<std::string> command;  // of a program of the person's own; empty: a runner's
  Outcome outcome = Outcome::kOk;
  std::optional<int> exit_code;
  std::string cause;    // a code of store/cause.h; empty for ok
  std::string reason;   // why it did not end well, for people
  std::string started;  // calendar, UTC
  std::vector<Phase> phases;
  MetricValues metrics;
  MetricValues impossible;              // what was told and cannot be (impossible.h)
  std::vector<std::string> notes;       // codes of what was odd: negative_loss, diverged, …
  std::vector<std::string> last_lines;  // of its log, where it did not end well
  std::vector<std::string>
      stand_in;            // how the machine differs from the environment; empty: it is it
  bool synthetic = false;  // generated data
  bool simulated = false;  // a runner that trains nothing
  Shared<Json> price;      // in force where it ran, with what is charged beside; null: none
  Shared<Json> facts;      // of the machine
  std::string moment;      // how busy it was right before, as JSON; empty: not looked
  Shared<Json> versions;   // what the runner said of itself
  Shared<Json> runner;     // where the runner's files came from, and their SHA-256; null: a command
  Shared<Json> installed;  // packages of the framework's environment; null: it has none
  Shared<Json> yardstick;  // the machine's speed before and after; null: not read
  Shared<Json> turns;      // that it ran in: turn_s, count, frozen_s; null: it ran through
  Shared<Json> limits;     // that it was held to: memory_bytes, by which cgroup; null: none
  Shared<Json> inputs;     // checksums of network, data, order and weights
  Interned boot_id;
  Interned trena_version;

  std::optional<double> metric(std::string_view name) const;
  // Quicker, for one name and many runs.
  std::optional<double> metric_called(Interned name) const;
  // Those it does not have yet.
  void AddMetrics(const std::map<std::string, double>& more) {
    metrics.insert(more.begin(), more.end());
  }
};

// Null where nobody looked.
Json MomentOf(const RunRecord& run);

// run.json's format version; a newer one is refused rather than misread.
inline constexpr int kRunFormat = 1;

Json ToJson(const RunRecord& run);

}  // namespace trena
