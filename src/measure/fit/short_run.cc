// SPDX-License-Identifier: Apache-2.0
#include "measure/fit/short_run.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>

#include "core/clock.h"
#include "core/process/memory_group.h"
#include "measure/outcome.h"
#include "measure/program/first_epochs.h"
#include "measure/program/supervisor.h"
#include "measure/sensors/kernel/group_maker.h"
#include "measure/sensors/kernel/memory_peak.h"
#include "store/event_file.h"

namespace trena {
namespace {

constexpr int kLookMilliseconds = 20;
constexpr double kLongest = 1200;  // seconds: a step that takes minutes is still waited for
constexpr double kReserve = 0.05;  // of the memory that is free, for everybody else
constexpr int kShortSteps = 3;

// What is left when it ends.
struct Lived {
  ProgramEnd end;
  std::optional<double> memory;
  bool interrupted = false;
  bool timed_out = false;
  bool stopped = false;  // it had shown enough
};

std::optional<Bytes> FreeMemory() {
  constexpr std::array<std::string_view, 1> kName = {"MemAvailable:"};
  std::array<Reading, 1> free;
  KernelFile memory("/proc/meminfo");
  ReadNamed(memory.Read(), kName, free);
  if (!free[0]) return std::nullopt;
  return Bytes{static_cast<uint64_t>(*free[0] * 1024 * (1 - kReserve))};
}

// Its own limit, and without one what is free: the machine shall not run out of memory for it.
std::optional<Bytes> LimitOf(const ShortRunRequest& request) {
  const auto own = request.run.scenario->memory_limit();
  if (own && !request.lifted) return own;
  return CanLimitMemory().ok() ? FreeMemory() : std::nullopt;
}

Json ShortScenario(const RunRequest& request, const fs::path& folder) {
  Json json = ScenarioJson(request, folder.string());
  if (request.is_command()) return json;
  json["mode"] = "pilot";
  json["pilot"] = {{"share", 0}, {"at_least", kShortSteps}, {"seconds", 0}};
  return json;
}

Lived Wait(Supervised& program, SignalWatch& signals, FirstEpochsWatch* own) {
  Lived lived;
  MemoryPeak peak;
  const double began = MonotonicNow();
  bool asked = false;
  while (true) {
    peak.Look(program.root());
    if (auto end = program.TakeEnd()) {
      lived.end = *end;
      lived.memory = peak.bytes();
      return lived;
    }
    pollfd waiting[2] = {{program.descriptor(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}};
    poll(waiting, 2, kLookMilliseconds);
    const double now = MonotonicNow();
    if (signals.Take() != 0) {
      asked ? program.Kill() : program.Terminate();
      asked = lived.interrupted = true;
    } else if (!asked && now - began > kLongest) {
      program.Terminate();
      asked = lived.timed_out = true;
    } else if (!asked && own != nullptr && own->SeenEnough(now - began, now)) {
      program.Terminate();
      asked = lived.stopped = true;
    }
  }
}

JudgedOutcome Judge(const Lived& lived, const RunGroup* group, const fs::path& folder,
                    const RunRequest& request) {
  const Result<RunEvents> events = ReadEvents(folder / "events.jsonl");
  OutcomeEvidence evidence;
  evidence.end = lived.end;
  evidence.timed_out = lived.timed_out;
  evidence.program = request.is_command() ? FillCommand(request)[0] : request.scenario->framework;
  evidence.errors_tail = Tail(folder / "stderr.log");
  evidence.kernel_killed_in_group = group != nullptr && group->OutOfMemoryKills().value_or(0) > 0;
  evidence.memory_limit =
      group != nullptr && group->limited() ? std::optional(group->limited()->bytes) : std::nullopt;
  // Asked to end it did so: by a signal, or with whatever code it has for that.
  if (lived.stopped && !evidence.kernel_killed_in_group) return {};
  return JudgeOutcome(evidence, events.ok() ? events.value() : RunEvents());
}

// What is known before it starts.
FitRun Begun(const ShortRunRequest& request, std::optional<Bytes> limit) {
  const Scenario& scenario = *request.run.scenario;
  FitRun run;
  run.scenario = scenario.id;
  run.key = scenario.key;
  run.machine = MachineName(*request.run.machine);
  run.environment = scenario.environment();
  run.started = CalendarNow();
  run.held_to = limit;
  run.simulated = request.run.inputs.runner != nullptr && request.run.inputs.runner->simulated;
  if (const Environment* environment = request.run.study->environment(run.environment)) {
    run.stand_in = Differences(*environment, *request.run.machine);
  }
  run.lifted = request.lifted;
  return run;
}

Status KeepFit(const FitRun& run, const fs::path& folder, const ResultsFolder& results) {
  TRENA_CHECK(WriteFileAnew(folder / "fit.json", Dump(ToJson(run), 1) + "\n"));
  const fs::path place = results.folder() / "fits" / FitFolderName(run);
  TRENA_CHECK(MakeKeptFolder(place.parent_path()));
  return PutFolderInPlace(folder, place);
}

Result<Lived> LiveShortly(const RunRequest& request, const fs::path& folder, const RunGroup* group,
                          SignalWatch& signals) {
  SupervisedOptions options = OptionsFor(request, folder);
  options.group = group;
  TRENA_ASSIGN(auto relay, OutputRelayFor(request, folder, options));
  TRENA_ASSIGN(Supervised program, Supervised::Start(options));
  if (relay) relay->Begin();
  FirstEpochsWatch watch(folder / "events.jsonl", Seconds{0});
  Lived lived = Wait(program, signals, request.is_command() ? &watch : nullptr);
  if (relay) relay->Finish(signals);
  return lived;
}

}  // namespace

Result<ShortRunEnd> MakeShortRun(const ShortRunRequest& whole, const ResultsFolder& results,
                                 SignalWatch& signals) {
  RunRequest request = whole.run;
  const Scenario fewer = WithFewerEpochs(*request.study, *request.scenario);
  if (request.is_command()) request.scenario = &fewer;
  TRENA_ASSIGN(const fs::path begun, MakeTemporaryFolder(results.folder() / "under-way", "fit-"));
  const fs::path folder = fs::absolute(begun);
  TRENA_CHECK(WriteFile(folder / "scenario.json", Dump(ShortScenario(request, folder), 1) + "\n"));
  TRENA_CHECK(WriteFile(folder / "events.jsonl", ""));
  const std::optional<Bytes> limit = LimitOf(whole);
  std::optional<RunGroup> group;
  if (limit) {
    TRENA_ASSIGN(RunGroup made, GroupMaker().MakeLimited(*limit));
    group.emplace(std::move(made));
  }
  FitRun run = Begun(whole, limit);
  TRENA_ASSIGN(const Lived lived, LiveShortly(request, folder, group ? &*group : nullptr, signals));
  const JudgedOutcome judged = Judge(lived, group ? &*group : nullptr, folder, request);
  const bool out_of_memory = judged.outcome == Outcome::kOutOfMemory;
  ShortRunEnd end;
  end.interrupted = lived.interrupted;
  if (lived.interrupted || (judged.outcome != Outcome::kOk && !out_of_memory)) {
    end.problem = judged.reason;
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return end;
  }
  run.fits = !out_of_memory;
  run.reason = judged.reason;
  run.memory = lived.memory;
  run.seconds = lived.end.ended - lived.end.started;
  TRENA_CHECK(KeepFit(run, folder, results));
  end.run = std::move(run);
  return end;
}

}  // namespace trena
