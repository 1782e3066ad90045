// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/noise_level.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "plan/work_left.h"
#include "stats/summary.h"

namespace trena {
namespace {

// The responses of each planned scenario's runs that ended well, the last attempt of each.
std::vector<std::vector<double>> ResponsesOf(const Study& study, const Plan& plan,
                                             const std::vector<RunRecord>& runs) {
  std::unordered_map<std::string, size_t> by_key;
  for (size_t i = 0; i < plan.scenarios.size(); ++i) by_key.emplace(plan.scenarios[i].key, i);
  std::vector<std::vector<double>> responses(plan.scenarios.size());
  for (const auto& [key_and_replication, run] : FindLastAttempts(runs)) {
    auto scenario = by_key.find(run->key);
    auto response = ResponseOf(study, *run);
    if (scenario != by_key.end() && response) responses[scenario->second].push_back(*response);
  }
  return responses;
}

const char* Name(NoiseLevel::Source source) {
  if (source == NoiseLevel::Source::kSeen) return "seen";
  return source == NoiseLevel::Source::kGiven ? "given" : "assumed";
}

}  // namespace

std::optional<double> ResponseOf(const Study& study, const RunRecord& run) {
  if (run.outcome != Outcome::kOk) return std::nullopt;
  std::string name = study.analyze.response;
  if (name == "cost") name = "train_s";
  if (name == "bill") name = "wall_s";
  auto value = run.metric(name);
  if (!value && name == "train_s") value = run.metric("wall_s");
  return value && std::isfinite(*value) ? value : std::nullopt;
}

NoiseLevel FindNoiseLevel(const Study& study, const Plan& plan, const std::vector<RunRecord>& runs,
                          std::optional<double> given) {
  if (given) return {*given, NoiseLevel::Source::kGiven, 0, 0};
  NoiseLevel noise;
  double squares = 0;
  double degrees = 0;
  for (const std::vector<double>& responses : ResponsesOf(study, plan, runs)) {
    auto relative = CoefficientOfVariation(Summarize(responses));
    if (!relative) continue;
    double own = static_cast<double>(responses.size()) - 1;
    squares += own * *relative * *relative;
    degrees += own;
    noise.runs += responses.size();
    ++noise.scenarios;
  }
  // Runs that are all the same say nothing about what others will do.
  if (degrees == 0 || squares == 0) return {};
  noise.relative = std::sqrt(squares / degrees);
  noise.source = NoiseLevel::Source::kSeen;
  return noise;
}

Told Describe(const NoiseLevel& noise) {
  const Told percent = Decimal(fmt::format("{:.1f} %", noise.relative * 100));
  switch (noise.source) {
    case NoiseLevel::Source::kSeen:
      return Tell({"{percent}, seen in {runs} runs of {scenarios} [scenario|scenarios]",
                   "{percent}, visto em {runs} execuções de {scenarios} [cenário|cenários]"},
                  {{"percent", percent},
                   {"runs", std::to_string(noise.runs)},
                   {"scenarios", std::to_string(noise.scenarios)}});
    case NoiseLevel::Source::kGiven:
      return Tell({"{percent}, as given", "{percent}, como dado"}, {{"percent", percent}});
    case NoiseLevel::Source::kAssumed:
      break;
  }
  return Tell({"{percent}, assumed: nothing was measured twice yet (--noise 3% says otherwise)",
               "{percent}, suposto: nada foi medido duas vezes ainda (--noise 3% diz outra coisa)"},
              {{"percent", percent}});
}

Json ToJson(const NoiseLevel& noise) {
  return {{"percent", OrNull(noise.relative * 100)},
          {"source", Name(noise.source)},
          {"runs", noise.runs},
          {"scenarios", noise.scenarios}};
}

}  // namespace trena
