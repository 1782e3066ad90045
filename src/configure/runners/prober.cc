// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/prober.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "configure/install/framework_environment.h"
#include "configure/runners/runner_events.h"
#include "configure/runners/runners.h"
#include "configure/runners/training_trial.h"
#include "configure/training_json.h"
#include "core/scratch_folder.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr int kProbeFormat = 2;
constexpr size_t kLargestProbe = size_t{1} << 20;

fs::path SpeedFolder(const fs::path& cache) { return cache / "speed"; }

// What a speed depends on beside the runner.
std::string MachineKey(const SpeedSurroundings& around) {
  return fmt::format("{}, {} CPUs, vectors {}", around.cpu, around.cpus, around.vectors);
}

// Handicaps from outside are not a property of the installation: each has a record of its own.
std::string VariablesKey(const SpeedSurroundings& around) {
  std::string key;
  for (const auto& [name, value] : around.variables) key += name + "=" + value + "\n";
  return key;
}

fs::path RecordPath(const fs::path& cache, const Runner& runner, const std::string& device,
                    const SpeedSurroundings& around) {
  std::string key = IdentityOf(runner) + device + MachineKey(around) + VariablesKey(around);
  return SpeedFolder(cache) / (runner.framework + "-" + Sha256(key).substr(0, 24) + ".json");
}

std::optional<Speed> ReadRecord(const fs::path& path, const SpeedSurroundings& around) {
  Result<std::string> text = ReadFile(path, kLargestProbe);
  if (!text.ok()) return std::nullopt;
  Result<Json> json = ParseJson(text.value());
  bool known = json.ok() && Get<int>(json.value(), "format") == kProbeFormat &&
               Get<std::string>(json.value(), "machine") == MachineKey(around);
  if (!known) return std::nullopt;
  Result<Speed> speed = SpeedFromJson(json.value());
  return speed.ok() ? std::optional(speed.value()) : std::nullopt;
}

Status WriteRecord(const fs::path& path, const Speed& speed, const SpeedSurroundings& around) {
  Json json = ToJson(speed);
  json["format"] = kProbeFormat;
  json["machine"] = MachineKey(around);
  TRENA_CHECK(MakeFolder(path.parent_path()));
  return WriteFileWhole(path, Dump(json, 1) + "\n");
}

// The same images through the same network, whatever trains it.
std::string SameTraining(Json training) {
  training["values"].erase("framework");
  return Dump(training);
}

}  // namespace

std::optional<Speed> RecordedSpeed(const fs::path& cache, const Runner& runner,
                                   const std::string& device, const SpeedSurroundings& around) {
  return ReadRecord(RecordPath(cache, runner, device, around), around);
}

std::vector<Prober::Asked> Prober::ToAsk(const std::vector<const Scenario*>& scenarios) const {
  std::vector<Asked> all;
  std::set<std::pair<const Runner*, std::string>> known;
  for (const Scenario* scenario : scenarios) {
    const Runner* runner = FindRunner(configuration_.runners(), *scenario);
    if (runner == nullptr || runner->simulated) continue;
    std::string device = configuration_.DeviceOf(*scenario);
    if (!known.insert({runner, device}).second) continue;
    Asked asked{*runner, device, scenario};
    if (runner->recipe) {
      auto environment = FindEnvironment(cache_, *runner, device == "cuda");
      if (!environment) continue;
      asked.runner = WithEnvironment(*runner, *environment);
    }
    all.push_back(std::move(asked));
  }
  return all;
}

Result<Speed> Prober::Time(const Runner& runner, const std::string& device) {
  TRENA_CHECK(MakeFolder(SpeedFolder(cache_)));
  TRENA_ASSIGN(fs::path folder, MakeTemporaryFolder(SpeedFolder(cache_), "making-"));
  ScratchFolder scratch(folder);
  Json scenario = {{"protocol", 1},
                   {"mode", "probe"},
                   {"device", device},
                   {"threads", around_.cpus},
                   {"output", folder.string()}};
  Speed speed{FullName(runner)};
  Result<std::vector<Json>> events = RunForEvents(runner, scenario, folder);
  if (!events.ok()) {
    speed.failure = events.error().message();
    return speed;
  }
  speed.facts = FindEvent(events.value(), "start");
  if (speed.facts.is_object()) {
    for (const char* name : {"event", "t"}) speed.facts.erase(name);
  }
  Json probe = FindEvent(events.value(), "probe");
  speed.product = Get<double>(probe, "gemm_gflops");
  speed.convolution = Get<double>(probe, "conv_gflops");
  speed.cpus = Get<double>(probe, "gemm_cpus");
  speed.threads = Get<int>(speed.facts, "threads").value_or(0);
  return speed;
}

Result<Prober::Trial> Prober::MakeTrial(const Asked& asked, const Runner& runner) {
  TRENA_ASSIGN(RunInputs inputs, inputs_(*asked.scenario));
  return Trial{runner, TrainingJson(*asked.scenario, inputs, asked.device, around_.cpus)};
}

Status Prober::Rate(Trial& trial) {
  if (trial.done) return Done{};
  TRENA_ASSIGN(trial.rate, TrainingRate(trial.runner, trial.training, SpeedFolder(cache_)));
  trial.done = true;
  return Done{};
}

// By turns, and in every turn: what a busy moment does to one of them must not be taken for the
// cause. On a machine whose trainings vary by 12 % from one to the next, one in a hundred causes
// that do nothing passes, and nineteen in twenty that cost 1.4 times do.
Result<std::optional<double>> Prober::Gain(const Trial& trial, const Cause& cause) {
  constexpr size_t kTurns = 3;
  const Runner free = With(Workaround{cause.variable, cause.value}, trial.runner);
  std::vector<double> gains;
  while (gains.size() < kTurns) {
    TRENA_ASSIGN(auto as_is, TrainingRate(trial.runner, trial.training, SpeedFolder(cache_)));
    TRENA_ASSIGN(auto without, TrainingRate(free, trial.training, SpeedFolder(cache_)));
    if (!as_is || !without || *without <= kHelped * *as_is) return std::optional<double>();
    gains.push_back(*without / *as_is);
  }
  std::sort(gains.begin(), gains.end());
  return std::optional(gains[kTurns / 2]);
}

Result<std::optional<Handicap>> Prober::Beside(const Asked& asked, Trial& trial,
                                               const Cause& cause) {
  std::optional<Handicap> found;
  TRENA_CHECK(Rate(trial));
  if (!trial.rate) return found;
  for (const Asked& other : asked_) {
    if (&other == &asked || other.device != asked.device) continue;
    if (!others_.contains(&other)) {
      auto workaround = workarounds_.Find(other.runner, other.device);
      TRENA_ASSIGN(Trial made,
                   MakeTrial(other, workaround ? With(*workaround, other.runner) : other.runner));
      others_.emplace(&other, std::move(made));
    }
    Trial& beside = others_.at(&other);
    if (SameTraining(beside.training) != SameTraining(trial.training)) continue;
    TRENA_CHECK(Rate(beside));
    if (!beside.rate || *beside.rate <= kSlow * *trial.rate) continue;
    // Once more: it may have been a busy moment.
    TRENA_ASSIGN(auto slow, TrainingRate(trial.runner, trial.training, SpeedFolder(cache_)));
    TRENA_ASSIGN(auto quick, TrainingRate(beside.runner, beside.training, SpeedFolder(cache_)));
    if (!slow || !quick || *quick <= kSlow * *slow) continue;
    const double times = std::min(*beside.rate / *trial.rate, *quick / *slow);
    if (found && found->times >= times) continue;
    found = Handicap{cause.cause, cause.fix, times, FullName(other.runner)};
  }
  return found;
}

Status Prober::TryCauses(const Asked& asked, const Runner& runner, Speed& speed) {
  const std::vector<Cause> causes = FindCauses(speed, around_);
  if (causes.empty()) return Done{};
  TRENA_ASSIGN(Trial trial, MakeTrial(asked, runner));
  for (const Cause& cause : causes) {
    if (cause.variable.empty()) {
      TRENA_ASSIGN(speed.handicap, Beside(asked, trial, cause));
    } else if (cause.users || !speed.mended) {
      TRENA_ASSIGN(auto gain, Gain(trial, cause));
      if (gain && cause.users) speed.handicap = Handicap{cause.cause, cause.fix, *gain};
      if (gain && !cause.users) {
        speed.mended = Workaround{cause.variable, cause.value,       cause.cause,
                                  speed.product,  speed.convolution, gain};
        return Done{};
      }
    }
    if (speed.handicap) return Done{};
  }
  return Done{};
}

Result<Speed> Prober::TimeAndMend(const Asked& asked, std::optional<Workaround> known) {
  const Runner runner = known ? With(*known, asked.runner) : asked.runner;
  TRENA_ASSIGN(Speed speed, Time(runner, asked.device));
  if (!speed.failure.empty()) return speed;
  if (known) {
    // Those were timed with other variables or another number of CPUs.
    known->product_before = known->convolution_before = known->training_gain = std::nullopt;
    speed.mended = std::move(known);
    TRENA_CHECK(TryCauses(asked, runner, speed));
    return speed;
  }
  TRENA_CHECK(TryCauses(asked, runner, speed));
  if (speed.mended) {
    TRENA_ASSIGN(Speed mended, Time(With(*speed.mended, asked.runner), asked.device));
    mended.mended = std::move(speed.mended);
    speed = std::move(mended);
  }
  TRENA_CHECK(workarounds_.Keep(asked.runner, asked.device, speed.mended));
  return speed;
}

std::optional<Speed> Prober::Recorded(const Asked& asked) const {
  auto speed = RecordedSpeed(cache_, asked.runner, asked.device, around_);
  if (!speed || !workarounds_.Known(asked.runner, asked.device)) return std::nullopt;
  auto setting = [](const std::optional<Workaround>& workaround) {
    return workaround ? workaround->variable + "=" + workaround->value : "";
  };
  bool same = setting(speed->mended) == setting(workarounds_.Find(asked.runner, asked.device));
  return same ? speed : std::nullopt;
}

Result<std::vector<Speed>> Prober::Run(const std::vector<const Scenario*>& scenarios, bool again,
                                       const TrialInputs& inputs, const ProbeProgress& progress) {
  std::vector<Speed> speeds;
  inputs_ = inputs;
  asked_ = ToAsk(scenarios);
  others_.clear();
  for (const Asked& asked : asked_) {
    std::optional<Speed> known = again ? std::nullopt : Recorded(asked);
    if (!known) {
      if (progress) progress(FullName(asked.runner));
      auto workaround = again ? std::nullopt : workarounds_.Find(asked.runner, asked.device);
      TRENA_ASSIGN(known, TimeAndMend(asked, std::move(workaround)));
      bool timed = known->product || known->convolution;
      fs::path path = RecordPath(cache_, asked.runner, asked.device, around_);
      if (timed) TRENA_CHECK(WriteRecord(path, *known, around_));
      if (!timed && known->failure.empty()) continue;  // does not know mode `probe`
    }
    speeds.push_back(std::move(*known));
  }
  return speeds;
}

std::vector<Speed> Prober::Known(const std::vector<const Scenario*>& scenarios) const {
  std::vector<Speed> known;
  for (const Asked& asked : ToAsk(scenarios)) {
    if (auto speed = Recorded(asked)) known.push_back(std::move(*speed));
  }
  return known;
}

std::vector<std::string> Prober::NeverTimed(const std::vector<const Scenario*>& scenarios) const {
  std::vector<std::string> names;
  for (const Asked& asked : ToAsk(scenarios)) {
    const bool looked_at = workarounds_.Known(asked.runner, asked.device) &&
                           (around_.variables.empty() || Recorded(asked));
    if (!looked_at) names.push_back(FullName(asked.runner));
  }
  return names;
}

}  // namespace trena
