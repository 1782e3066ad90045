// SPDX-License-Identifier: Apache-2.0
#include "configure/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/sha256.h"
#include "core/text.h"

namespace trena {
namespace {

std::optional<int> Count(const Scenario& scenario, const std::string& name) {
  const Value* value = Find(scenario.values, name);
  if (value == nullptr || !value->number()) return std::nullopt;
  return static_cast<int>(*value->number());
}

std::string Word(const Scenario& scenario, const std::string& name) {
  const Value* value = Find(scenario.values, name);
  return value != nullptr ? value->ToString() : "";
}

bool NeedsInputs(const Scenario& scenario) {
  return scenario.framework != "command" && Find(scenario.values, "network") != nullptr &&
         Find(scenario.values, "dataset") != nullptr;
}

// Why a scenario cannot run here, or nothing.
std::string Obstacle(const Study& study, const std::vector<Runner>& runners,
                     const Scenario& scenario) {
  if (scenario.framework == "command") return "";
  const Runner* runner = FindRunner(runners, scenario);
  if (runner == nullptr) {
    std::vector<std::string> names;
    for (const Runner& known : runners) names.push_back(known.framework + "@" + known.version);
    return fmt::format("no runner for {}{} is here (here: {})", scenario.framework,
                       scenario.framework_version.empty() ? "" : "@" + scenario.framework_version,
                       names.empty() ? "none" : Join(names, ", "));
  }
  std::error_code ignored;
  if (!fs::exists(runner->command[0], ignored)) {
    return fmt::format("the runner of {} is missing: {}", runner->framework, runner->command[0]);
  }
  const Environment* environment = study.environment(Word(scenario, "environment"));
  std::string device = environment != nullptr ? environment->device : "cpu";
  const auto& devices = runner->devices;
  if (std::find(devices.begin(), devices.end(), device) == devices.end()) {
    return fmt::format("the runner of {} cannot use device {} (it can use {})", runner->framework,
                       device, Join(devices, ", "));
  }
  return "";
}

}  // namespace

Installation Installation::Here(const fs::path& study) {
  fs::path program = ExecutableFolder();
  fs::path shared = program.parent_path() / "share" / "trena";
  fs::path beside = study.has_parent_path() ? study.parent_path() : fs::path(".");
  return {CacheFolder(),
          program / "trena-data",
          {beside / "runners", program / "runners", shared / "runners"},
          {beside / "networks", program / "networks", shared / "networks"}};
}

Status Configuration::Check(const std::vector<const Scenario*>& scenarios) const {
  std::set<std::string> obstacles;
  for (const Scenario* scenario : scenarios) {
    std::string obstacle = Obstacle(study_, runners_, *scenario);
    if (!obstacle.empty()) obstacles.insert(obstacle);
  }
  if (obstacles.empty()) return Done{};
  return InputError(Join({obstacles.begin(), obstacles.end()}, "\n"));
}

Result<PreparedData> Configuration::Data(const Scenario& scenario,
                                         const ConfigureProgress& progress) {
  DataRequest request;
  request.dataset = Word(scenario, "dataset");
  request.image = Count(scenario, "image").value_or(0);
  request.images = Count(scenario, "images");
  std::string what = fmt::format("{} at {}×{}", request.dataset, request.image, request.image);
  std::string name = fmt::format("{} {}", what, request.images.value_or(0));
  auto known = data_.find(name);
  if (known != data_.end()) return known->second;
  auto tell = [&](int64_t done, int64_t total) {
    if (progress) progress(what, done, total);
  };
  TRENA_ASSIGN(PreparedData data, PrepareData(request, places_.cache, places_.trena_data, tell));
  data_.emplace(name, data);
  return data;
}

Result<std::string> Configuration::Checksum(const fs::path& path) {
  auto known = checksums_.find(path);
  if (known != checksums_.end()) return known->second;
  TRENA_ASSIGN(std::string sum, Sha256OfFile(path));
  checksums_[path] = sum;
  return sum;
}

Result<RunInputs> Configuration::Prepare(const Scenario& scenario, int replication,
                                         const ConfigureProgress& progress) {
  RunInputs inputs;
  inputs.runner = FindRunner(runners_, scenario);
  inputs.seed = study_.design.seed + static_cast<uint64_t>(replication);
  if (!NeedsInputs(scenario)) return inputs;
  TRENA_ASSIGN(PreparedData data, Data(scenario, progress));
  inputs.data = data.folder;
  inputs.synthetic = data.synthetic;
  TRENA_ASSIGN(inputs.network,
               PrepareNetwork(Word(scenario, "network"), places_.networks, data, places_.cache));
  WeightOptions weights;
  weights.seed = inputs.seed;
  TRENA_ASSIGN(inputs.weights, PrepareWeights(inputs.network, weights, places_.cache));
  int epochs = Count(scenario, "epochs").value_or(1);
  TRENA_ASSIGN(inputs.order, PrepareOrder(data.train_images, epochs, inputs.seed, places_.cache));
  int batch = Count(scenario, "batch").value_or(1);
  if (batch > data.train_images) {
    return InputError(fmt::format("scenario {}: batch {} is larger than the {} images it trains on",
                                  scenario.id, batch, data.train_images));
  }
  inputs.checksums["data"] = data.sha256;
  for (auto [name, path] : {std::pair("network", &inputs.network),
                            {"order", &inputs.order},
                            {"weights", &inputs.weights}}) {
    TRENA_ASSIGN(std::string sum, Checksum(*path));
    inputs.checksums[name] = sum;
  }
  return inputs;
}

}  // namespace trena
