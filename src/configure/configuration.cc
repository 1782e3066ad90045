// SPDX-License-Identifier: Apache-2.0
#include "configure/configuration.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <set>

#include "configure/networks/layer_limits.h"
#include "configure/own_data/own_dataset.h"
#include "configure/runners/prober.h"
#include "configure/runners/workaround.h"
#include "configure/scenario_word.h"
#include "core/process/memory_group.h"
#include "core/sha256.h"
#include "core/text/text.h"
#include "study/command_template.h"

namespace trena {
namespace {

std::optional<int> CountOf(const Scenario& scenario, const std::string& name) {
  const Value* value = Find(scenario.values, name);
  if (value == nullptr || !value->number()) return std::nullopt;
  return static_cast<int>(*value->number());
}

bool NeedsInputs(const Scenario& scenario) {
  return scenario.framework != "command" && Find(scenario.values, "network") != nullptr &&
         Find(scenario.values, "dataset") != nullptr;
}

std::string Device(const Study& study, const Scenario& scenario) {
  const Environment* environment = study.environment(WordOf(scenario, "environment"));
  return environment != nullptr ? environment->device : "cpu";
}

// Whether it can be started: 0, or errno as exec would give it.
int ErrorOfProgram(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return ENOENT;
  const bool can = fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
  return can ? 0 : EACCES;
}

// Of a program as a command names it: a path is the study's, a name is looked for in PATH.
int ErrorOfProgram(const std::string& name, const fs::path& folder) {
  if (name.find('/') != std::string::npos) return ErrorOfProgram(folder / name);
  const char* places = getenv("PATH");
  int error = ENOENT;
  for (const std::string& place : Split(places != nullptr ? places : "/bin:/usr/bin", ':')) {
    const int here = ErrorOfProgram(folder / (place.empty() ? "." : place) / name);
    if (here == 0) return 0;
    if (here == EACCES) error = here;
  }
  return error;
}

// In the words in which the run would be refused; nothing where a value is part of the name.
std::string ProgramObstacle(const Study& study) {
  const auto pieces = ParseTemplate(study.command.empty() ? "" : study.command[0]);
  const bool known = pieces.size() == 1 && !pieces[0].is_name;
  if (!known) return "";
  const std::string& program = pieces[0].text;
  const int error = ErrorOfProgram(program, fs::absolute(study.path).parent_path());
  return error == 0 ? "" : fmt::format("cannot start {}: {}", program, std::strerror(error));
}

// There is no runner for it: which there are, the nearest first.
std::string NoRunner(const std::vector<Runner>& runners, const Scenario& scenario) {
  FrameworkVersions versions = VersionsOf(runners);
  auto known = versions.find(scenario.framework);
  if (known != versions.end()) {
    return fmt::format("there is no {} {}; the nearest is {}@{} (there are: {})",
                       scenario.framework, scenario.framework_version, scenario.framework,
                       NearestVersion(scenario.framework_version, known->second),
                       Join(known->second, ", "));
  }
  std::vector<std::string> names;
  for (const Runner& runner : runners) names.push_back(runner.framework + "@" + runner.version);
  return fmt::format("no runner for {}{} is here (here: {})", scenario.framework,
                     scenario.framework_version.empty() ? "" : "@" + scenario.framework_version,
                     names.empty() ? "none" : Join(names, ", "));
}

// "a, b or c".
std::string OneOf(const std::vector<std::string>& words) {
  const std::string before = Join({words.begin(), words.end() - 1}, ", ");
  return before.empty() ? words.back() : before + " or " + words.back();
}

// In the runners' own words (runners/common/).
std::string PrecisionObstacle(const Runner& runner, const Scenario& scenario) {
  const std::string asked = WordOf(scenario, "precision");
  const auto& known = runner.precisions;
  const bool can =
      asked.empty() || known.empty() || std::find(known.begin(), known.end(), asked) != known.end();
  return can ? ""
             : fmt::format("precision {} is not possible with {}: use {}", asked, runner.framework,
                           OneOf(known));
}

// The names of what a run is given, without making anything of it.
Result<DataRequest> DataOf(const Study& study, const Scenario& scenario, const fs::path& cache) {
  DataRequest request;
  request.dataset = WordOf(scenario, "dataset");
  request.image = CountOf(scenario, "image").value_or(0);
  request.sequence = CountOf(scenario, "sequence").value_or(0);
  request.images = CountOf(scenario, "images");
  const NamedMap* map = FindMap(study.maps, "dataset", request.dataset);
  if (map == nullptr) return request;
  const Result<Json> description = DescribeOwn(study, *map, cache);
  if (!description.ok()) return description.error();
  TRENA_ASSIGN(request.own, OwnDataset(description.value()));
  return request;
}

// The values that decide whether it can run.
std::string DecidingValues(const Scenario& scenario) {
  static const std::set<std::string> kDeciding = {
      "environment", "framework", "network",       "dataset",  "image",    "images",       "batch",
      "precision",   "epochs",    "learning_rate", "sequence", "momentum", "weight_decay", kBlas};
  std::string deciding = scenario.framework_version;
  for (const auto& [name, value] : scenario.values) {
    if (kDeciding.contains(name)) deciding += "\n" + value.ToString();
  }
  return deciding;
}

std::string TooLargeBatch(int batch, int images) {
  return fmt::format("batch {} is larger than the {} images it trains on", batch, images);
}

bool IsSameFolder(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

// By the name of the value, each with its own name; of files a runner is told by its folders.
Json MapsOf(const Study& study, const Scenario& scenario) {
  Json maps = Json::object();
  for (const auto& [name, value] : scenario.values) {
    const NamedMap* map = FindMap(study.maps, name, value.ToString());
    if (map == nullptr || map->has_files) continue;
    maps[name] = {{"name", map->name}};
    maps[name].update(map->content);
  }
  return maps;
}

// A policy that comes to 0 before the training ends.
std::string RateObstacle(const Study& study, const Scenario& scenario, int steps_per_epoch) {
  const NamedMap* map = FindMap(study.maps, "learning_rate", WordOf(scenario, "learning_rate"));
  if (map == nullptr) return "";
  const int64_t steps = int64_t{steps_per_epoch} * CountOf(scenario, "epochs").value_or(1);
  const int64_t most = Get<int64_t>(map->content, "max_iter").value_or(steps);
  if (most >= steps) return "";
  return study
      .ErrorAt(map->place() + ".max_iter",
               fmt::format("the learning rate comes to 0 after {} steps, but {} are trained", most,
                           steps),
               "leave `max_iter` out: then it is as many as are trained")
      .message();
}

// A rate that a framework would hold as 0 or as infinity.
std::string Float32Obstacle(const Study& study, const Scenario& scenario, const Runner& runner) {
  using Single = std::numeric_limits<float>;
  const auto& cannot = runner.cannot;
  if (std::find(cannot.begin(), cannot.end(), kFloat64Rates) == cannot.end()) return "";
  for (const char* name : {"learning_rate", "momentum", "weight_decay"}) {
    const Value* value = Find(scenario.values, name);
    if (value == nullptr) continue;
    const NamedMap* map = FindMap(study.maps, name, value->ToString());
    const double rate = map != nullptr ? Get<double>(map->content, "base").value_or(0)
                                       : value->number().value_or(0);
    if (rate == 0 || (rate >= Single::min() && rate <= Single::max())) continue;
    return fmt::format("{} {} is {} than the single precision of {} holds: use one from {} to {}",
                       name, rate, rate > 1 ? "more" : "less", runner.framework, Single::min(),
                       Single::max());
  }
  return "";
}

// The runner's own program, or what the environment's Python is to run.
std::string ProgramOf(const Runner& runner) {
  bool python = runner.runs_python() && runner.command.size() > 1;
  return runner.command[python ? 1 : 0];
}

// A run without the limit that it was given would be another run.
std::string MemoryObstacle(const std::vector<const Scenario*>& scenarios) {
  const auto limited = [](const Scenario* one) { return one->memory_limit().has_value(); };
  if (std::none_of(scenarios.begin(), scenarios.end(), limited)) return "";
  const Status can = CanLimitMemory();
  return can.ok() ? "" : can.error().message();
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

Result<std::vector<Runner>> RunnersOf(const Installation& installation) {
  std::vector<Runner> runners;
  if (installation.runners.empty()) return runners;
  TRENA_ASSIGN(std::vector<Runner> beside, FindRunners({installation.runners[0]}));
  TRENA_ASSIGN(std::vector<Runner> own,
               FindRunners({installation.runners.begin() + 1, installation.runners.end()}));
  for (Runner& runner : beside) {
    auto same = [&](const Runner& one) { return one.framework == runner.framework; };
    const auto taken = std::find_if(own.begin(), own.end(), same);
    if (taken != own.end() && IsSameFolder(taken->folder, runner.folder)) continue;
    if (taken != own.end() || runner.framework == "command") {
      return InputError(fmt::format(
          "{}: trena has a `{}` of its own, which this would replace; give it another name, like "
          "`framework: my_{}`",
          (runner.folder / "runner.yaml").string(), runner.framework, runner.framework));
    }
    runner.kind = RunnerKind::kStudy;
    runners.push_back(std::move(runner));
  }
  std::move(own.begin(), own.end(), std::back_inserter(runners));
  return runners;
}

std::string Configuration::Obstacle(const Scenario& scenario, bool installed) const {
  if (scenario.framework == "command") return ProgramObstacle(study_);
  const Runner* runner = FindRunner(runners_, scenario);
  if (runner == nullptr) return NoRunner(runners_, scenario);
  std::error_code ignored;
  if (!fs::exists(ProgramOf(*runner), ignored)) {
    return fmt::format("the runner of {} is missing: {}", runner->framework, ProgramOf(*runner));
  }
  std::string device = DeviceOf(scenario);
  const auto& devices = runner->devices;
  if (std::find(devices.begin(), devices.end(), device) == devices.end()) {
    return fmt::format("the runner of {} cannot use device {} (it can use {})", runner->framework,
                       device, Join(devices, ", "));
  }
  const std::string precision = PrecisionObstacle(*runner, scenario);
  if (!precision.empty()) return precision;
  const std::string blas = BlasObstacle(runner->framework, runner->blas, WordOf(scenario, kBlas),
                                        SpeedSurroundings::Here());
  if (!blas.empty()) return blas;
  bool missing =
      installed && runner->recipe && !FindEnvironment(places_.cache, *runner, device == "cuda");
  if (!missing) return "";
  return fmt::format("{} is not installed{}; do it with: trena configure {}", NameOf(*runner),
                     device == "cuda" ? " for device cuda" : "", study_.path.string());
}

std::string Configuration::InputObstacle(const Scenario& scenario) const {
  const Result<DataRequest> asked = DataOf(study_, scenario, places_.cache);
  if (!asked.ok()) return asked.error().message();
  const DataRequest& request = asked.value();
  const Result<const Dataset*> data = CheckRequest(request);
  if (!data.ok()) return data.error().message();
  const Dataset& dataset = *data.value();
  const auto network = ResolveNetwork(WordOf(scenario, "network"), places_.networks,
                                      InputOf(dataset, request), dataset.classes);
  if (!network.ok()) return network.error().message();
  const int images = TrainImages(dataset, request);
  const int batch = CountOf(scenario, "batch").value_or(1);
  const Runner* runner = FindRunner(runners_, scenario);
  if (runner != nullptr) {
    const Status possible = CheckLimits(network.value(), runner->framework, runner->cannot, batch);
    if (!possible.ok()) return possible.error().message();
    const std::string rate = Float32Obstacle(study_, scenario, *runner);
    if (!rate.empty()) return rate;
  }
  if (batch > images) return TooLargeBatch(batch, images);
  return RateObstacle(study_, scenario, images / batch);
}

std::vector<std::string> Configuration::AllObstacles(const std::vector<const Scenario*>& scenarios,
                                                     bool installed) const {
  std::set<std::string> obstacles, seen;  // many scenarios, few kinds of them
  obstacles.insert(MemoryObstacle(scenarios));
  for (const Scenario* scenario : scenarios) {
    if (!seen.insert(DecidingValues(*scenario)).second) continue;
    obstacles.insert(Obstacle(*scenario, installed));
    if (NeedsInputs(*scenario)) obstacles.insert(InputObstacle(*scenario));
  }
  obstacles.erase("");
  return {obstacles.begin(), obstacles.end()};
}

std::vector<std::string> Configuration::Obstacles(
    const std::vector<const Scenario*>& scenarios) const {
  return AllObstacles(scenarios, false);
}

Status Configuration::CheckAll(const std::vector<const Scenario*>& scenarios,
                               bool installed) const {
  const std::vector<std::string> obstacles = AllObstacles(scenarios, installed);
  if (obstacles.empty()) return Done{};
  return InputError(Join(obstacles, "\n"));
}

Status Configuration::Check(const std::vector<const Scenario*>& scenarios) const {
  return CheckAll(scenarios, true);
}

Status Configuration::CheckBeforeInstall(const std::vector<const Scenario*>& scenarios) const {
  return CheckAll(scenarios, false);
}

std::vector<FrameworkNeed> Configuration::Needs(
    const std::vector<const Scenario*>& scenarios) const {
  std::vector<FrameworkNeed> needs;
  for (const Scenario* scenario : scenarios) {
    const Runner* runner = FindRunner(runners_, *scenario);
    if (runner == nullptr || !runner->recipe) continue;
    auto same = [&](const FrameworkNeed& need) { return need.runner == runner; };
    auto known = std::find_if(needs.begin(), needs.end(), same);
    if (known == needs.end()) known = needs.insert(needs.end(), {runner, false});
    if (DeviceOf(*scenario) == "cuda") known->cuda = true;
  }
  return needs;
}

const Runner* Configuration::ReadyRunner(const Scenario& scenario) {
  const Runner* runner = FindRunner(runners_, scenario);
  if (runner == nullptr) return runner;
  std::string device = DeviceOf(scenario);
  const BlasChoice* blas = FindBlas(runner->blas, WordOf(scenario, kBlas));
  const auto key = std::tuple(runner, device, blas);
  auto known = ready_.find(key);
  if (known != ready_.end()) return &known->second;
  Runner ready = *runner;
  if (runner->recipe) {
    auto environment = FindEnvironment(places_.cache, *runner, device == "cuda");
    if (!environment) return runner;
    ready = WithEnvironment(*runner, *environment);
  }
  ready.sha256 = Sha256OfRunner(*runner);
  if (!runner->simulated) {
    const SpeedSurroundings around = SpeedSurroundings::Here();
    const std::optional<Speed> speed = RecordedSpeed(places_.cache, ready, device, around);
    ready = WithWorkaround(ready, device, Workarounds(places_.cache, around));
    if (speed && speed->handicap) {
      if (!ready.installed.is_object()) ready.installed = Json::object();
      ready.installed["handicap"] = ToJson(*speed->handicap);
    }
  }
  if (blas != nullptr) {  // what the study asks for, not what would mend it
    const auto mends = [&](const auto& one) { return one.first == blas->variable; };
    if (std::erase_if(ready.variables, mends) > 0) ready.installed.erase("mended");
    ready.variables.emplace_back(blas->variable, VariableOf(*blas));
  }
  return &ready_.emplace(key, std::move(ready)).first->second;
}

Result<PreparedData> Configuration::Data(const Scenario& scenario,
                                         const ConfigureProgress& progress) {
  TRENA_ASSIGN(const DataRequest request, DataOf(study_, scenario, places_.cache));
  const std::string what = Title(request);
  std::string name = fmt::format("{} {}", what, request.images.value_or(0));
  auto known = data_.find(name);
  if (known != data_.end()) return known->second;
  auto tell = [&](int64_t done, int64_t total) {
    if (progress) progress(what, done, total);
  };
  TRENA_ASSIGN(PreparedData data, PrepareData(request, places_.cache, places_.trena_data, tell));
  // Of what was met on the way: no work, so there is no total.
  for (const std::string& note : data.notes) {
    if (progress) progress(note, 0, -1);
  }
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

Result<fs::path> Configuration::Once(const std::string& what,
                                     const std::function<Result<fs::path>()>& make) {
  auto known = made_.find(what);
  if (known != made_.end()) return known->second;
  TRENA_ASSIGN(fs::path path, make());
  made_.emplace(what, path);
  return path;
}

std::string Configuration::DeviceOf(const Scenario& scenario) const {
  return Device(study_, scenario);
}

std::optional<int64_t> Configuration::Iterations(const Scenario& scenario) {
  const auto batch = CountOf(scenario, "batch"), epochs = CountOf(scenario, "epochs");
  if (!NeedsInputs(scenario) || !batch || !epochs) return std::nullopt;
  const std::string name = fmt::format("{} {} {}", WordOf(scenario, "dataset"),
                                       WordOf(scenario, "images"), WordOf(scenario, "sequence"));
  const auto [images, is_new] = train_images_.try_emplace(name);
  if (is_new) {
    const Result<DataRequest> request = DataOf(study_, scenario, places_.cache);
    const auto dataset = request.ok() ? CheckRequest(request.value()) : request.error();
    if (dataset.ok()) images->second = TrainImages(*dataset.value(), request.value());
  }
  if (!images->second || *images->second < *batch) return std::nullopt;
  return int64_t{*images->second / *batch} * *epochs;
}

Result<RunInputs> Configuration::Prepare(const Scenario& scenario, int replication,
                                         const ConfigureProgress& progress) {
  uint64_t seed = study_.design.seed + static_cast<uint64_t>(replication);
  return Inputs(scenario, {.seed = seed}, progress);
}

Result<RunInputs> Configuration::PrepareVerification(const Scenario& scenario,
                                                     const ConfigureProgress& progress) {
  // Only the first epoch is looked at: a study with more of them is not verified anew.
  Scenario one = scenario;
  for (auto& [name, value] : one.values) {
    if (name == "epochs") value = Value(1.0);
  }
  return Inputs(one, {.seed = study_.design.seed + 1, .random_biases = true}, progress);
}

Result<RunInputs> Configuration::Inputs(const Scenario& scenario, WeightOptions weights,
                                        const ConfigureProgress& progress) {
  RunInputs inputs;
  inputs.runner = ReadyRunner(scenario);
  inputs.maps = MapsOf(study_, scenario);
  inputs.seed = weights.seed;
  if (!NeedsInputs(scenario)) return inputs;
  TRENA_ASSIGN(PreparedData data, Data(scenario, progress));
  inputs.data = data.folder;
  inputs.synthetic = data.synthetic;
  std::string network = WordOf(scenario, "network");
  TRENA_ASSIGN(inputs.network,
               Once(fmt::format("network {} {}", network, data.folder.string()), [&] {
                 return PrepareNetwork(network, places_.networks, data, places_.cache);
               }));
  std::string made_with =
      fmt::format("weights {} {} {}", weights.seed, weights.random_biases, inputs.network.string());
  TRENA_ASSIGN(inputs.weights, Once(made_with, [&] {
                 return PrepareWeights(inputs.network, weights, places_.cache);
               }));
  inputs.images = data.train_images;
  int images = data.train_images, epochs = CountOf(scenario, "epochs").value_or(1);
  TRENA_ASSIGN(inputs.order, Once(fmt::format("order {} {} {}", images, epochs, inputs.seed), [&] {
                 return PrepareOrder(images, epochs, inputs.seed, places_.cache);
               }));
  int batch = CountOf(scenario, "batch").value_or(1);
  if (batch > data.train_images) {
    return InputError(
        fmt::format("scenario {}: {}", scenario.id, TooLargeBatch(batch, data.train_images)));
  }
  inputs.checksums["data"] = data.sha256;
  const NamedMap* map = FindMap(study_.maps, "dataset", WordOf(scenario, "dataset"));
  if (map != nullptr && map->content.contains("made_of")) {
    inputs.synthetic = true;  // its accuracy is of no data set
    inputs.checksums["made_of"] = map->content["made_of"];
  }
  for (auto [name, path] : {std::pair("network", &inputs.network),
                            {"order", &inputs.order},
                            {"weights", &inputs.weights}}) {
    TRENA_ASSIGN(std::string sum, Checksum(*path));
    inputs.checksums[name] = sum;
  }
  return inputs;
}

}  // namespace trena
