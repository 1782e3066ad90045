// SPDX-License-Identifier: Apache-2.0
#include "configure/runners/prober.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "configure/install/framework_environment.h"
#include "configure/runners/runner_events.h"
#include "configure/runners/runners.h"
#include "core/scratch_folder.h"
#include "core/sha256.h"

namespace trena {
namespace {

constexpr int kProbeFormat = 1;
constexpr size_t kLargestProbe = size_t{1} << 20;
constexpr double kHelped = 1.2;  // times as fast

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

bool Helped(const Speed& before, const Speed& after) {
  auto faster = [](std::optional<double> slow, std::optional<double> quick) {
    return slow && quick && *quick > kHelped * *slow;
  };
  return faster(before.product, after.product) || faster(before.convolution, after.convolution);
}

}  // namespace

std::vector<Prober::Asked> Prober::ToAsk(const std::vector<const Scenario*>& scenarios) const {
  std::vector<Asked> all;
  std::set<std::pair<const Runner*, std::string>> known;
  for (const Scenario* scenario : scenarios) {
    const Runner* runner = FindRunner(configuration_.runners(), *scenario);
    if (runner == nullptr || runner->simulated) continue;
    std::string device = configuration_.DeviceOf(*scenario);
    if (!known.insert({runner, device}).second) continue;
    Asked asked{*runner, device};
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

Result<Speed> Prober::TimeAndMend(const Asked& asked) {
  TRENA_ASSIGN(Speed speed, Time(asked.runner, asked.device));
  if (!speed.failure.empty()) return speed;
  std::optional<Cause> cause = FindCause(speed, around_);
  if (cause && !cause->variable.empty()) {
    Workaround workaround{cause->variable, cause->value, cause->cause, speed.product,
                          speed.convolution};
    TRENA_ASSIGN(Speed mended, Time(With(workaround, asked.runner), asked.device));
    if (mended.failure.empty() && Helped(speed, mended)) {
      speed = std::move(mended);
      speed.mended = std::move(workaround);
    }
  }
  TRENA_CHECK(workarounds_.Keep(asked.runner, asked.device, speed.mended));
  return speed;
}

Result<Speed> Prober::TimeMended(const Asked& asked, Workaround workaround) {
  TRENA_ASSIGN(Speed speed, Time(With(workaround, asked.runner), asked.device));
  if (!speed.failure.empty()) return speed;
  // Those were timed with other variables or another number of CPUs.
  workaround.product_before = workaround.convolution_before = std::nullopt;
  speed.mended = std::move(workaround);
  return speed;
}

std::optional<Speed> Prober::Recorded(const Asked& asked) const {
  auto speed = ReadRecord(RecordPath(cache_, asked.runner, asked.device, around_), around_);
  if (!speed || !workarounds_.Known(asked.runner, asked.device)) return std::nullopt;
  auto setting = [](const std::optional<Workaround>& workaround) {
    return workaround ? workaround->variable + "=" + workaround->value : "";
  };
  bool same = setting(speed->mended) == setting(workarounds_.Find(asked.runner, asked.device));
  return same ? speed : std::nullopt;
}

Result<std::vector<Speed>> Prober::Run(const std::vector<const Scenario*>& scenarios, bool again,
                                       const ProbeProgress& progress) {
  std::vector<Speed> speeds;
  for (const Asked& asked : ToAsk(scenarios)) {
    std::optional<Speed> known = again ? std::nullopt : Recorded(asked);
    if (!known) {
      if (progress) progress(FullName(asked.runner));
      auto workaround = again ? std::nullopt : workarounds_.Find(asked.runner, asked.device);
      TRENA_ASSIGN(known, workaround ? TimeMended(asked, *workaround) : TimeAndMend(asked));
      bool timed = known->product || known->convolution;
      fs::path path = RecordPath(cache_, asked.runner, asked.device, around_);
      if (timed) TRENA_CHECK(WriteRecord(path, *known, around_));
      if (!timed && known->failure.empty()) continue;  // does not know mode `probe`
    }
    speeds.push_back(std::move(*known));
  }
  return speeds;
}

std::vector<Speed> Prober::Known() const {
  std::vector<Speed> all;
  auto names = ListFolder(SpeedFolder(cache_));
  if (!names.ok()) return all;
  for (const std::string& name : names.value()) {
    if (!name.ends_with(".json")) continue;
    if (auto speed = ReadRecord(SpeedFolder(cache_) / name, around_)) all.push_back(*speed);
  }
  return all;
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
    if (!workarounds_.Known(asked.runner, asked.device)) names.push_back(FullName(asked.runner));
  }
  return names;
}

}  // namespace trena
