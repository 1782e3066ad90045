// SPDX-License-Identifier: Apache-2.0
#include "fake/script.h"

#include <algorithm>
#include <array>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/seed_seq.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "core/files.h"
#include "core/value.h"

namespace trena {
namespace {

constexpr std::array<std::pair<std::string_view, Outcome>, 10> kOutcomes = {{
    {"ok", Outcome::kOk},
    {"fail", Outcome::kFail},
    {"exit", Outcome::kExit},
    {"oom", Outcome::kOutOfMemory},
    {"memory_error", Outcome::kMemoryError},
    {"crash", Outcome::kCrash},
    {"hang", Outcome::kHang},
    {"stubborn", Outcome::kStubborn},
    {"silent", Outcome::kSilent},
    {"garbage", Outcome::kGarbage},
}};
// A slip in a test must not fill the machine.
constexpr double kMaxMemory = 4e9;
constexpr double kMaxChildren = 64;
constexpr double kMaxBurn = 600;
constexpr int64_t kBatchesWithoutImages = 10;

Result<double> Number(const Scenario& scenario, const std::string& key, double fallback,
                      double most) {
  auto it = scenario.values.find(key);
  if (it == scenario.values.end()) return fallback;
  if (it->is_number() && it->get<double>() >= 0 && it->get<double>() <= most) {
    return it->get<double>();
  }
  return InputError("`" + key + "` must be a number from 0 to " + Value(most).ToString());
}

Result<Outcome> ReadOutcome(const Scenario& scenario) {
  std::optional<double> only = Get<double>(scenario.values, "fake_fail_on");
  if (only && *only != static_cast<double>(scenario.seed)) return Outcome::kOk;
  std::string word = Get<std::string>(scenario.values, "fake_outcome").value_or("ok");
  for (const auto& [name, outcome] : kOutcomes) {
    if (name == word) return outcome;
  }
  return InputError("`fake_outcome` " + word + " is not known");
}

// Every level the scenario tells about.
Values Levels(const Scenario& scenario) {
  Values levels = {{"epochs", static_cast<double>(scenario.epochs)},
                   {"batch", static_cast<double>(scenario.batch)},
                   {"device", scenario.device},
                   {"precision", scenario.precision},
                   {"optimizer", scenario.optimizer},
                   {"learning_rate", scenario.learning_rate},
                   {"momentum", scenario.momentum},
                   {"weight_decay", scenario.weight_decay}};
  if (scenario.threads) levels.emplace_back("threads", static_cast<double>(*scenario.threads));
  for (const auto& [name, value] : scenario.values.items()) {
    if (!name.starts_with("fake_")) levels.emplace_back(name, ValueFromJson(value));
  }
  // The network's name is in the file, unless the study's word for it is among the values.
  Result<Json> network = Json();
  if (Result<std::string> text = ReadFile(scenario.network); text.ok()) {
    network = ParseJson(text.value());
  }
  if (network.ok() && !Find(levels, "network")) {
    std::optional<std::string> name = Get<std::string>(network.value(), "network");
    if (name) levels.emplace_back("network", *name);
  }
  return levels;
}

Result<double> Effects(const Scenario& scenario, const Values& levels) {
  double factor = 1;
  for (const auto& [name, value] : levels) {
    TRENA_ASSIGN(double effect,
                 Number(scenario, "fake_effect_" + name + "_" + value.ToString(), 1, 1e6));
    factor *= effect;
  }
  return factor;
}

// Seeded by levels as well, so that scenarios of one replication do not share their noise.
double Noise(const Scenario& scenario, const Values& levels, double relative) {
  std::string text = std::to_string(scenario.seed);
  for (const auto& [name, value] : levels) text += "\n" + name + "=" + value.ToString();
  boost::random::seed_seq seed(text.begin(), text.end());
  boost::random::mt19937_64 engine(seed);
  boost::random::normal_distribution<double> normal;
  constexpr double kLeast = 0.01;  // time stays positive
  return std::max(kLeast, 1 + relative * normal(engine));
}

Status ReadTimes(const Scenario& scenario, Script& script) {
  constexpr double kMaxSeconds = 1e9;
  TRENA_ASSIGN(double seconds, Number(scenario, "fake_seconds", script.seconds, kMaxSeconds));
  TRENA_ASSIGN(double noise, Number(scenario, "fake_noise", 0, 10));
  Values levels = Levels(scenario);
  TRENA_ASSIGN(double effects, Effects(scenario, levels));
  script.seconds = seconds * effects * Noise(scenario, levels, noise);
  script.sleep = Get<bool>(scenario.values, "fake_sleep").value_or(false);
  TRENA_ASSIGN(script.burn, Number(scenario, "fake_burn", 0, kMaxBurn));
  return Done{};
}

}  // namespace

Result<Script> ReadScript(const Scenario& scenario) {
  Script script;
  TRENA_CHECK(ReadTimes(scenario, script));
  script.loss = Get<double>(scenario.values, "fake_loss");
  script.accuracy = Get<double>(scenario.values, "fake_accuracy");
  TRENA_ASSIGN(script.learning, Number(scenario, "fake_learning", 0, 1));
  TRENA_ASSIGN(double memory, Number(scenario, "fake_memory", 0, kMaxMemory));
  script.memory = static_cast<int64_t>(memory);
  TRENA_ASSIGN(double children, Number(scenario, "fake_children", 0, kMaxChildren));
  script.children = static_cast<int64_t>(children);
  TRENA_ASSIGN(script.outcome, ReadOutcome(scenario));
  int64_t batches = kBatchesWithoutImages;
  if (std::optional<double> images = Get<double>(scenario.values, "images")) {
    batches = static_cast<int64_t>(*images) / scenario.batch;
  }
  script.images = batches * scenario.batch;
  return script;
}

}  // namespace trena
