// SPDX-License-Identifier: Apache-2.0
#include "store/run.h"

#include <array>

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
    list.push_back({{"name", phase.name.text()}, {"seconds", phase.seconds}});
  return list;
}

template <typename Numbers>
Json NumbersJson(const Numbers& numbers) {
  Json json = Json::object();
  for (const auto& [name, value] : numbers) json[std::string(name)] = value;
  return json;
}

Json FactsJson(const RunRecord& run) {
  Json facts = *run.facts;
  if (const Json moment = MomentOf(run); !moment.is_null()) facts["moment"] = moment;
  return facts;
}

}  // namespace

Json MomentOf(const RunRecord& run) {
  return run.moment.empty() ? Json() : ParseJson(run.moment).value();
}

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

std::optional<double> RunRecord::metric(std::string_view name) const {
  auto found = metrics.find(name);
  return found != metrics.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<double> RunRecord::metric_called(Interned name) const {
  for (const auto& [known, value] : metrics) {
    if (known == name) return value;
  }
  return std::nullopt;
}

Json ToJson(const RunRecord& run) {
  Json json = {{"format", kRunFormat},
               {"trena", run.trena_version.text()},
               {"scenario", run.scenario},
               {"key", run.key.text()},
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
               {"framework_version", run.framework_version.text()},
               {"levels", ToJson(*run.levels)},
               {"fixed", ToJson(*run.fixed)},
               {"phases", ToJson(run.phases)},
               {"metrics", NumbersJson(run.metrics)},
               {"versions", *run.versions},
               {"runner", *run.runner},
               {"installed", *run.installed},
               {"yardstick", *run.yardstick},
               {"inputs", *run.inputs},
               {"price", *run.price},
               {"boot_id", run.boot_id.text()},
               {"facts", FactsJson(run)}};
  if (!run.turns->is_null()) json["turns"] = *run.turns;
  if (!run.limits->is_null()) json["limits"] = *run.limits;
  if (!run.command.empty()) json["command"] = run.command;
  if (!run.impossible.empty()) json["impossible"] = NumbersJson(run.impossible);
  return json;
}

}  // namespace trena
