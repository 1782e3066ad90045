// SPDX-License-Identifier: Apache-2.0
#include "store/pilots/pilot.h"

#include <fmt/format.h>

#include <cmath>

#include "core/files.h"
#include "store/run.h"

namespace trena {
namespace {

constexpr size_t kLargestPilotJson = size_t{1} << 20;
Json GroupsJson(const std::vector<PilotGroup>& groups) {
  Json list = Json::array();
  for (const PilotGroup& group : groups) {
    list.push_back({{"steps", group.steps}, {"seconds", OrNull(group.seconds)}});
  }
  return list;
}

Result<double> Number(const Json& json, const char* field) {
  auto number = Get<double>(json, field);
  if (!number || !std::isfinite(*number) || *number < 0) {
    return InputError(fmt::format("`{}` is not a number of at least 0", field));
  }
  return *number;
}

Result<std::vector<PilotGroup>> GroupsFrom(const Json& json, const char* field) {
  std::vector<PilotGroup> groups;
  auto list = json.find(field);
  if (list == json.end() || !list->is_array()) {
    return InputError(fmt::format("`{}` is not a list", field));
  }
  for (const Json& item : *list) {
    PilotGroup group;
    TRENA_ASSIGN(group.steps, Number(item, "steps"));
    TRENA_ASSIGN(group.seconds, Number(item, "seconds"));
    groups.push_back(group);
  }
  return groups;
}

Result<Pilot> LoadPilot(const fs::path& folder) {
  TRENA_ASSIGN(std::string text, ReadOwnFile(folder / "pilot.json", kLargestPilotJson));
  TRENA_ASSIGN(Json json, ParseJson(text));
  TRENA_ASSIGN(Pilot pilot, PilotFromJson(json));
  pilot.folder = folder.filename().string();
  return pilot;
}

}  // namespace

double Pilot::trained_steps() const {
  double steps = 0;
  for (const PilotGroup& group : train) steps += group.steps;
  return steps;
}

Json ToJson(const Pilot& pilot) {
  return {{"format", kPilotFormat},
          {"scenario", pilot.scenario},
          {"key", pilot.key},
          {"number", pilot.number},
          {"machine", pilot.machine},
          {"environment", pilot.environment},
          {"started", pilot.started},
          {"startup_s", OrNull(pilot.startup_s)},
          {"ending_s", OrNull(pilot.ending_s)},
          {"pilot_s", OrNull(pilot.pilot_s)},
          {"train", GroupsJson(pilot.train)},
          {"evaluate", GroupsJson(pilot.evaluate)},
          {"steps", pilot.steps},
          {"evaluate_steps", pilot.evaluate_steps},
          {"evaluations", pilot.evaluations},
          {"memory_bytes", OrNull(pilot.memory)},
          {"length", ToJson(pilot.length)}};
}

Result<Pilot> PilotFromJson(const Json& json) {
  if (Get<int>(json, "format") != kPilotFormat) {
    return InputError(fmt::format("not a pilot of format {}", kPilotFormat));
  }
  Pilot pilot;
  pilot.scenario = Get<std::string>(json, "scenario").value_or("");
  pilot.key = Get<std::string>(json, "key").value_or("");
  pilot.number = Get<int>(json, "number").value_or(1);
  pilot.machine = Get<std::string>(json, "machine").value_or("");
  pilot.started = Get<std::string>(json, "started").value_or("");
  pilot.environment = Get<std::string>(json, "environment").value_or("");
  if (pilot.key.empty()) return InputError("`key` is missing");
  if (pilot.environment.empty()) return InputError("`environment` is missing");
  for (auto [field, target] : {std::pair("startup_s", &pilot.startup_s),
                               {"ending_s", &pilot.ending_s},
                               {"pilot_s", &pilot.pilot_s},
                               {"steps", &pilot.steps},
                               {"evaluate_steps", &pilot.evaluate_steps},
                               {"evaluations", &pilot.evaluations}}) {
    TRENA_ASSIGN(*target, Number(json, field));
  }
  TRENA_ASSIGN(pilot.train, GroupsFrom(json, "train"));
  TRENA_ASSIGN(pilot.evaluate, GroupsFrom(json, "evaluate"));
  if (json.contains("memory_bytes") && !json["memory_bytes"].is_null()) {
    TRENA_ASSIGN(pilot.memory, Number(json, "memory_bytes"));
  }
  if (json.contains("length")) pilot.length = ValuesFromJson(json["length"]);
  return pilot;
}

std::string PilotFolderName(const Pilot& pilot) {
  return fmt::format("{}-p{}-{}", pilot.scenario, pilot.number, pilot.key.substr(0, kKeyDigits));
}

LoadedPilots LoadPilots(const fs::path& results) {
  LoadedPilots loaded;
  std::error_code ignored;
  if (!fs::is_directory(results / "pilots", ignored)) return loaded;
  Result<std::vector<std::string>> names = ListFolder(results / "pilots");
  if (!names.ok()) {
    loaded.set_aside.push_back("pilots: " + names.error().message());
    return loaded;
  }
  for (const std::string& name : names.value()) {
    Result<Pilot> pilot = LoadPilot(results / "pilots" / name);
    if (!pilot.ok()) {
      loaded.set_aside.push_back(fmt::format("pilots/{}: {}", name, pilot.error().message()));
    } else {
      loaded.pilots.push_back(std::move(pilot).value());
    }
  }
  return loaded;
}

std::vector<Pilot> OfMachine(const std::vector<Pilot>& pilots, const std::string& machine) {
  std::vector<Pilot> here;
  for (const Pilot& pilot : pilots) {
    if (pilot.machine == machine) here.push_back(pilot);
  }
  return here;
}

}  // namespace trena
