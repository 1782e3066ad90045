// SPDX-License-Identifier: Apache-2.0
#include "measure/pilots/own_pilot.h"

#include <fmt/format.h>

#include <algorithm>

#include "measure/program/first_epochs.h"
#include "plan/forecast/other_lengths.h"
#include "store/event_file.h"

namespace trena {
namespace {

// Ends of epochs, and when the first began.
struct SeenEpochs {
  double begin = 0;
  std::vector<double> ends;
};

Result<SeenEpochs> EpochsOf(const std::filesystem::path& path, const OwnPilotEnd& end) {
  TRENA_ASSIGN(RunEvents events, ReadEvents(path));
  events.EndAt(end.ended);
  SeenEpochs seen{end.started, {}};
  for (const EpochEvent& epoch : events.epochs) {
    const double before = seen.ends.empty() ? end.started : seen.ends.back();
    const bool sane = epoch.t && *epoch.t >= before && *epoch.t <= end.ended;
    if (!sane) return Error("the times of its epochs cannot be");
    seen.ends.push_back(*epoch.t);
  }
  if (seen.ends.empty()) {
    return Error(
        "it tells no epochs: import trena.py in it, or add `patterns:` for what it prints");
  }
  // Without its seconds the first epoch is as long as all before its end, start-up and all.
  const auto first = events.epochs[0].seconds;
  if (first) seen.begin = std::max(end.started, seen.ends[0] - *first);
  return seen;
}

}  // namespace

bool CanBePiloted(const Study& study, const Scenario& scenario) {
  if (!scenario.twin_of.empty()) return false;  // its equal is
  if (scenario.framework != "command") return true;
  // What a program writes to TRENA_EVENTS by itself is not known before it runs.
  return !study.patterns.empty() || LengthOf(scenario.values).epochs.has_value();
}

Result<Pilot> ReadOwnPilot(const std::filesystem::path& events, const Scenario& scenario,
                           const OwnPilotEnd& end) {
  TRENA_ASSIGN(SeenEpochs seen, EpochsOf(events, end));
  const auto count = static_cast<double>(seen.ends.size());
  const auto epochs = LengthOf(scenario.values).epochs;
  const bool by_itself = !end.stopped && !end.cut_off;
  if (!epochs && !by_itself) {
    return Error(
        "how many epochs it has is not known: say it, like `fixed: { epochs: 90 }` in the study");
  }
  const bool whole = by_itself && count >= epochs.value_or(count);
  if (count < kFewestFirstEpochs && !whole) {
    return Error(fmt::format("{} epoch{} seen, and {} are needed to tell; a longer --pilot would",
                             seen.ends.size(), count == 1 ? " was" : "s were", kFewestFirstEpochs));
  }
  Pilot pilot;
  pilot.startup_s = seen.begin - end.started;
  pilot.train.push_back({1, seen.ends[0] - seen.begin});
  for (size_t i = 1; i < seen.ends.size(); ++i) {
    pilot.train.push_back({1, seen.ends[i] - seen.ends[i - 1]});
  }
  pilot.steps = whole ? count : epochs.value_or(count);
  // What was ended before its end tells nothing of that.
  pilot.ending_s = by_itself ? end.ended - seen.ends.back() : 0;
  pilot.pilot_s = end.ended - end.started;
  pilot.key = pilot.environment = "?";  // the caller's to say
  return PilotFromJson(ToJson(pilot));
}

}  // namespace trena
