// SPDX-License-Identifier: Apache-2.0
#include "configure/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "configure/runners/runner_events.h"
#include "configure/runners/runners.h"
#include "configure/scenario_word.h"
#include "configure/verify/perturbation.h"
#include "core/npy/npz.h"
#include "core/scratch_folder.h"
#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kVerifyRecipe = 4;  // of what is compared; another one makes what is kept stale
constexpr int kPerturbations = 4;
constexpr const char* kReference = "libtorch";
// Batches are as large as 50 images of 32×32: enough to tell, quick in float64, and 20 of them are
// 1,000 images whose order is compared.
constexpr double kLargestBatch = 50;
constexpr double kSmallestBatch = 8;
constexpr double kPixels = kLargestBatch * 32 * 32;
constexpr double kTokens = 512;  // of a batch of text
constexpr const char* kOptimizerValues[] = {"optimizer", "learning_rate", "momentum",
                                            "weight_decay"};

// Whatever the study's own batches are: scenarios that differ in nothing else are proven once.
int64_t BatchFor(const Scenario& scenario, int images) {
  auto number = [&](const char* name, double otherwise) {
    const Value* value = Find(scenario.values, name);
    return value != nullptr ? value->number().value_or(otherwise) : otherwise;
  };
  if (const double sequence = number("sequence", 0); sequence > 0) {
    const double most = std::clamp(std::floor(kTokens / sequence), 1.0, kLargestBatch);
    return static_cast<int64_t>(std::min<double>(most, images));
  }
  double image = std::max(1.0, number("image", 32));
  double most = std::clamp(kPixels / (image * image), kSmallestBatch, kLargestBatch);
  return static_cast<int64_t>(std::min<double>(most, images));
}

Json VerifyScenario(const Scenario& scenario, const RunInputs& inputs, const std::string& device) {
  Json json = {{"protocol", 1},
               {"mode", "verify"},
               {"network", inputs.network.string()},
               {"data", inputs.data.string()},
               {"order", inputs.order.string()},
               {"weights", inputs.weights.string()},
               {"device", device},
               {"epochs", 1},
               {"seed", inputs.seed}};
  json["batch"] = BatchFor(scenario, inputs.images);
  for (const char* name : kOptimizerValues) {
    if (const Value* value = Find(scenario.values, name)) json[name] = ToJson(*value);
  }
  if (inputs.maps.contains("learning_rate")) {
    json["learning_rate"] = inputs.maps["learning_rate"];
    json["learning_rate"].erase("max_iter");  // all of the policy in the few steps that there are
  }
  return json;
}

// "network1, mnist 32×32", "gpt_small, moby_dick 64".
std::string NameOfTraining(const Scenario& scenario) {
  const std::string image = WordOf(scenario, "image"), sequence = WordOf(scenario, "sequence");
  return fmt::format("{}, {} {}", WordOf(scenario, "network"), WordOf(scenario, "dataset"),
                     sequence.empty() ? image + "×" + image : sequence);
}

// Scenarios with a real runner; none when the reference is the only one.
std::vector<const Scenario*> Comparable(const std::vector<Runner>& runners,
                                        const std::vector<const Scenario*>& scenarios) {
  std::vector<const Scenario*> comparable;
  bool others = false;
  for (const Scenario* scenario : scenarios) {
    const Runner* runner = FindRunner(runners, *scenario);
    if (runner == nullptr || runner->simulated) continue;
    comparable.push_back(scenario);
    others = others || runner->framework != kReference;
  }
  return others ? comparable : std::vector<const Scenario*>();
}

// Nothing of it stays in memory.
Status WritePerturbed(const fs::path& weights, int seed, const fs::path& path) {
  TRENA_ASSIGN(Arrays read, ReadNpz(weights));
  std::vector<std::pair<std::string, Array>> arrays;
  for (auto& [name, array] : Perturbed(std::move(read), static_cast<uint64_t>(seed))) {
    arrays.emplace_back(name, std::move(array));
  }
  return WriteNpz(path, arrays);
}

}  // namespace

struct Verifier::Output {
  Arrays arrays;
  int64_t parameters = 0;
};

struct Verifier::Training {
  std::string name;
  Json scenario;    // scenario.json without its output
  std::string key;  // of all that decides the numbers
  std::vector<const Runner*> runners;
  std::optional<Output> exact;  // the reference in float64
  Rounding rounding;            // and in float32, perturbed too where it was asked for
  bool perturbed = false;
};

const Runner* Verifier::Reference() const {
  for (const Runner& runner : configuration_.runners()) {
    std::error_code ignored;
    if (runner.framework == kReference && fs::exists(runner.command[0], ignored)) return &runner;
  }
  return nullptr;
}

Result<std::vector<Verifier::Training>> Verifier::Trainings(
    const std::vector<const Scenario*>& scenarios) {
  std::map<std::string, Training> found;
  std::vector<std::string> order;
  for (const Scenario* scenario : Comparable(configuration_.runners(), scenarios)) {
    TRENA_ASSIGN(RunInputs inputs, configuration_.PrepareVerification(*scenario, preparing_));
    const Runner* runner = inputs.runner;
    if (inputs.network.empty()) continue;
    Json json = VerifyScenario(*scenario, inputs, configuration_.DeviceOf(*scenario));
    std::string key = Sha256(Dump(json) + Dump(inputs.checksums) + std::to_string(kVerifyRecipe));
    auto [entry, is_new] = found.try_emplace(key);
    Training& training = entry->second;
    if (is_new) {
      order.push_back(key);
      training.key = key;
      training.scenario = json;
      training.name = NameOfTraining(*scenario);
    }
    auto& runners = training.runners;
    if (std::find(runners.begin(), runners.end(), runner) == runners.end()) {
      runners.push_back(runner);
    }
  }
  std::vector<Training> trainings;
  for (const std::string& key : order) trainings.push_back(std::move(found[key]));
  return trainings;
}

Result<Verifier::Output> Verifier::RunRunner(const Runner& runner, Json scenario,
                                             const std::string& precision) {
  TRENA_ASSIGN(fs::path folder, MakeTemporaryFolder(cache_ / "verify", "making-"));
  ScratchFolder scratch(folder);
  scenario["precision"] = precision;
  scenario["output"] = folder.string();
  TRENA_ASSIGN(std::vector<Json> events, RunForEvents(runner, scenario, folder));
  Output output;
  TRENA_ASSIGN(output.arrays, ReadNpz(folder / "verify.npz"));
  output.parameters = Get<int64_t>(FindEvent(events, "verify"), "parameters").value_or(0);
  return output;
}

Status Verifier::NeedReference(Training& training) {
  if (training.exact) return Done{};
  const Runner* reference = Reference();
  Result<Output> exact = RunRunner(*reference, training.scenario, "float64");
  if (!exact.ok()) return exact.error().While("the reference, " + FullName(*reference));
  training.exact = std::move(exact).value();
  Result<Output> rounded = RunRunner(*reference, training.scenario, "float32");
  if (!rounded.ok()) return rounded.error().While("the reference, " + FullName(*reference));
  AddRun(training.exact->arrays, rounded.value().arrays, training.rounding);
  return Done{};
}

Status Verifier::NeedPerturbed(Training& training) {
  if (training.perturbed) return Done{};
  const Runner* reference = Reference();
  TRENA_ASSIGN(fs::path folder, MakeTemporaryFolder(cache_ / "verify", "making-"));
  ScratchFolder scratch(folder);
  const fs::path path = folder / "weights.npz";
  Json scenario = training.scenario;
  scenario["weights"] = path.string();
  for (int seed = 1; seed <= kPerturbations; ++seed) {
    TRENA_CHECK(
        WritePerturbed(Get<std::string>(training.scenario, "weights").value_or(""), seed, path));
    Result<Output> rounded = RunRunner(*reference, scenario, "float32");
    if (!rounded.ok()) return rounded.error().While("the reference, " + FullName(*reference));
    AddRun(training.exact->arrays, rounded.value().arrays, training.rounding);
  }
  training.perturbed = true;
  return Done{};
}

fs::path Verifier::Kept(const Runner& runner, const Training& training) {
  std::string name = Sha256(training.key + IdentityOf(runner)).substr(0, 24);
  return cache_ / "verify" / (runner.framework + "-" + name + ".json");
}

Result<VerifyRow> Verifier::KnownRow(const Runner& runner, const Training& training) {
  TRENA_ASSIGN(const std::string kept, ReadFile(Kept(runner, training), size_t{1} << 20));
  TRENA_ASSIGN(const Json json, ParseJson(kept));
  return VerifyRowFromJson(json);
}

void Verifier::SayMemory(const std::vector<Training>& trainings, const VerifyNeed& need) {
  VerifyMemory largest;
  for (const Training& training : trainings) {
    const bool known =
        std::all_of(training.runners.begin(), training.runners.end(),
                    [&](const Runner* runner) { return KnownRow(*runner, training).ok(); });
    Result<VerifyMemory> memory = MemoryOfVerification(training.scenario);
    if (known || !memory.ok() || memory.value().reference <= largest.reference) continue;
    largest = std::move(memory).value();
    largest.training = training.name;
  }
  if (!largest.training.empty()) need(largest);
}

Result<VerifyRow> Verifier::CompareOne(const Runner& runner, Training& training) {
  VerifyRow row{FullName(runner), training.name};
  TRENA_CHECK(NeedReference(training));
  Result<Output> seen = RunRunner(runner, training.scenario, "float32");
  if (!seen.ok()) {
    row.failure = seen.error().message();
    return row;  // not kept: it may be mended
  }
  auto compare = [&] {
    return Compare(training.exact->arrays, training.rounding, seen.value().arrays);
  };
  row.equivalence = compare();
  // Logits have no such steps as gradients have: what differs in them is no matter of rounding.
  if (row.equivalence.logits.within() && !row.equivalence.gradients.within()) {
    TRENA_CHECK(NeedPerturbed(training));
    row.equivalence = compare();
  }
  row.equivalence.parameters = seen.value().parameters;
  row.equivalence.expected_parameters = training.exact->parameters;
  TRENA_CHECK(MakeFolder(cache_ / "verify"));
  TRENA_CHECK(WriteFileWhole(Kept(runner, training), Dump(ToJson(row), 1) + "\n"));
  return row;
}

Result<Verification> Verifier::Go(const std::vector<const Scenario*>& scenarios, bool run,
                                  const VerifyProgress& progress, const VerifyNeed& need) {
  TRENA_ASSIGN(std::vector<Training> trainings, Trainings(scenarios));
  size_t total = 0, done = 0;
  for (const Training& training : trainings) total += training.runners.size();
  const bool can_run = run && Reference() != nullptr;
  if (can_run && need) SayMemory(trainings, need);
  Verification verification;
  for (Training& training : trainings) {
    for (const Runner* runner : training.runners) {
      if (progress) progress(FullName(*runner) + ", " + training.name, done++, total);
      Result<VerifyRow> known = KnownRow(*runner, training);
      if (known.ok()) {
        verification.rows.push_back(std::move(known).value());
      } else if (can_run) {
        TRENA_ASSIGN(VerifyRow row, CompareOne(*runner, training));
        verification.rows.push_back(std::move(row));
      } else {
        ++verification.unknown;
      }
    }
    training.exact.reset();  // gigabytes of a large network
  }
  return verification;
}

Result<Verification> Verifier::Run(const std::vector<const Scenario*>& scenarios,
                                   const VerifyProgress& progress, const VerifyNeed& need) {
  return Go(scenarios, true, progress, need);
}

Result<Verification> Verifier::Known(const std::vector<const Scenario*>& scenarios) {
  return Go(scenarios, false, {}, {});
}

}  // namespace trena
