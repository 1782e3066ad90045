// SPDX-License-Identifier: Apache-2.0
#include "store/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "store/impossible.h"

namespace trena {
namespace {

struct OutcomeName {
  Outcome outcome;
  const char* name;
  bool final;
};

constexpr std::array<OutcomeName, 6> kOutcomes = {{{Outcome::kOk, "ok", true},
                                                   {Outcome::kFailed, "failed", true},
                                                   {Outcome::kOutOfMemory, "out_of_memory", true},
                                                   {Outcome::kTimedOut, "timed_out", true},
                                                   {Outcome::kInterrupted, "interrupted", false},
                                                   {Outcome::kRefused, "refused", false}}};

Json ToJson(const std::vector<Phase>& phases) {
  Json list = Json::array();
  for (const Phase& phase : phases)
    list.push_back({{"name", phase.name}, {"seconds", phase.seconds}});
  return list;
}

std::vector<Phase> PhasesFromJson(const Json& json) {
  std::vector<Phase> phases;
  if (!json.is_array()) return phases;
  for (const Json& phase : json) {
    auto name = Get<std::string>(phase, "name");
    auto seconds = Get<double>(phase, "seconds");
    if (name && seconds && *seconds >= 0) phases.push_back({*name, *seconds});
  }
  return phases;
}

std::map<std::string, double> MetricsFromJson(const Json& json) {
  std::map<std::string, double> metrics;
  if (!json.is_object()) return metrics;
  for (const auto& [name, value] : json.items()) {
    if (value.is_number() && std::isfinite(value.get<double>()))
      metrics[name] = value.get<double>();
  }
  return metrics;
}

std::vector<std::string> StringsFromJson(const Json& json) {
  std::vector<std::string> strings;
  if (!json.is_array()) return strings;
  for (const Json& text : json) {
    if (text.is_string()) strings.push_back(text.get<std::string>());
  }
  return strings;
}

Status CheckCounts(const RunRecord& run) {
  for (auto [name, count] : {std::pair("replication", run.replication),
                             {"attempt", run.attempt},
                             {"block", run.block},
                             {"plot", run.plot}}) {
    if (count < 1) return InputError(fmt::format("its {} is {}; they count from 1", name, count));
  }
  return Done{};
}

Json Part(const Json& json, const std::string& field) {
  return json.contains(field) ? json[field] : Json();
}

}  // namespace

std::string ToString(Outcome outcome) {
  for (const OutcomeName& known : kOutcomes) {
    if (known.outcome == outcome) return known.name;
  }
  return "";
}

std::optional<Outcome> OutcomeFromString(const std::string& text) {
  for (const OutcomeName& known : kOutcomes) {
    if (text == known.name) return known.outcome;
  }
  return std::nullopt;
}

bool IsFinal(Outcome outcome) {
  for (const OutcomeName& known : kOutcomes) {
    if (known.outcome == outcome) return known.final;
  }
  return false;
}

std::optional<double> RunRecord::metric(const std::string& name) const {
  auto found = metrics.find(name);
  return found != metrics.end() ? std::optional(found->second) : std::nullopt;
}

Json ToJson(const RunRecord& run) {
  Json json = {{"format", kRunFormat},
               {"trena", run.trena_version},
               {"scenario", run.scenario},
               {"key", run.key},
               {"replication", run.replication},
               {"attempt", run.attempt},
               {"round", run.round},
               {"block", run.block},
               {"plot", run.plot},
               {"position", run.position},
               {"seed", run.seed},
               {"outcome", ToString(run.outcome)},
               {"exit_code", run.exit_code ? Json(*run.exit_code) : Json()},
               {"cause", run.cause},
               {"reason", run.reason},
               {"last_lines", run.last_lines},
               {"started", run.started},
               {"environment", run.environment},
               {"device", run.device},
               {"notes", run.notes},
               {"stand_in", run.stand_in},
               {"synthetic", run.synthetic},
               {"simulated", run.simulated},
               {"framework", run.framework},
               {"framework_version", run.framework_version},
               {"levels", ToJson(run.levels)},
               {"fixed", ToJson(run.fixed)},
               {"phases", ToJson(run.phases)},
               {"metrics", run.metrics},
               {"versions", run.versions},
               {"runner", run.runner},
               {"installed", run.installed},
               {"yardstick", run.yardstick},
               {"inputs", run.inputs},
               {"price", run.price},
               {"boot_id", run.boot_id},
               {"facts", run.facts}};
  if (!run.command.empty()) json["command"] = run.command;
  if (!run.impossible.empty()) json["impossible"] = run.impossible;
  return json;
}

Result<RunRecord> RunFromJson(const Json& json) {
  auto format = Get<int>(json, "format");
  if (!format) return InputError("it has no format version");
  if (*format > kRunFormat) {
    return InputError(fmt::format("it was written by a newer trena (format {})", *format));
  }
  auto outcome = OutcomeFromString(Get<std::string>(json, "outcome").value_or(""));
  auto key = Get<std::string>(json, "key");
  auto scenario = Get<std::string>(json, "scenario");
  auto replication = Get<int>(json, "replication");
  auto attempt = Get<int>(json, "attempt");
  if (!outcome || !key || !scenario || !replication || !attempt) {
    return InputError("it lacks outcome, key, scenario, replication or attempt");
  }
  RunRecord run;
  run.outcome = *outcome;
  run.key = *key;
  run.scenario = *scenario;
  run.replication = *replication;
  run.attempt = *attempt;
  run.round = std::max(1, Get<int>(json, "round").value_or(1));
  run.block = Get<int>(json, "block").value_or(1);
  run.plot = Get<int>(json, "plot").value_or(1);
  run.position = Get<int>(json, "position").value_or(0);
  run.seed = Get<uint64_t>(json, "seed").value_or(0);
  run.exit_code = Get<int>(json, "exit_code");
  run.synthetic = Get<bool>(json, "synthetic").value_or(false);
  run.simulated = Get<bool>(json, "simulated").value_or(false);
  for (auto [field, target] : {std::pair("reason", &run.reason),
                               {"cause", &run.cause},
                               {"started", &run.started},
                               {"environment", &run.environment},
                               {"device", &run.device},
                               {"framework", &run.framework},
                               {"framework_version", &run.framework_version},
                               {"boot_id", &run.boot_id},
                               {"trena", &run.trena_version}}) {
    *target = Get<std::string>(json, field).value_or("");
  }
  run.stand_in = StringsFromJson(Part(json, "stand_in"));
  run.notes = StringsFromJson(Part(json, "notes"));
  run.command = StringsFromJson(Part(json, "command"));
  run.last_lines = StringsFromJson(Part(json, "last_lines"));
  run.levels = ValuesFromJson(Part(json, "levels"));
  run.fixed = ValuesFromJson(Part(json, "fixed"));
  run.phases = PhasesFromJson(Part(json, "phases"));
  run.metrics = MetricsFromJson(Part(json, "metrics"));
  run.impossible = MetricsFromJson(Part(json, "impossible"));
  run.versions = Part(json, "versions");
  run.runner = Part(json, "runner");
  run.installed = Part(json, "installed");
  run.yardstick = Part(json, "yardstick");
  run.inputs = Part(json, "inputs");
  run.price = Part(json, "price");
  run.facts = Part(json, "facts");
  TRENA_CHECK(CheckCounts(run));
  LeaveOutImpossible(run);
  return run;
}

}  // namespace trena
