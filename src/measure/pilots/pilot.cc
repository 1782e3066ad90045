// SPDX-License-Identifier: Apache-2.0
#include "measure/pilots/pilot.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <functional>

#include "core/clock.h"
#include "measure/pilots/own_pilot.h"
#include "measure/program/first_epochs.h"
#include "measure/program/supervisor.h"
#include "measure/sensors/kernel/group_maker.h"
#include "measure/sensors/kernel/memory_peak.h"
#include "plan/forecast/other_lengths.h"
#include "store/event_file.h"

namespace trena {
namespace {

constexpr int64_t kLargestEvents = int64_t{4} << 20;
constexpr int kWaitMilliseconds = 200;
constexpr double kShare = 0.02 / 6;  // of the steps; six pilots make 2 %
constexpr int kFewestSteps = 16;

// Until the program ends, a signal comes, its time is over or enough was seen; then it is asked to
// end.
ProgramEnd UntilEnd(Supervised& program, SignalWatch& signals, double deadline,
                    const std::function<bool()>& seen_enough, PilotEnd& how, MemoryPeak& memory) {
  bool asked = false;
  while (true) {
    memory.Look(program.root());
    if (auto end = program.TakeEnd()) return *end;
    pollfd waiting[2] = {{program.descriptor(), POLLIN, 0}, {signals.descriptor(), POLLIN, 0}};
    poll(waiting, 2, kWaitMilliseconds);
    if (signals.Take() != 0) {
      asked ? program.Kill() : program.Terminate();
      asked = how.interrupted = true;
    } else if (MonotonicNow() > deadline && !asked) {
      how.problem = "it took too long";
      program.Terminate();
      asked = true;
    } else if (!asked && seen_enough()) {
      program.Terminate();
      asked = how.stopped = true;
    }
  }
}

// The runner's own words, or how it ended.
std::string ProblemOf(const fs::path& folder, const ProgramEnd& end) {
  Result<RunEvents> events = ReadEvents(folder / "events.jsonl");
  if (events.ok() && !events.value().error_message.empty()) return events.value().error_message;
  if (end.start_error != 0) return "its runner could not be started";
  return fmt::format("its runner ended with exit code {}", end.exit_code);
}

Json PilotScenario(const PilotRequest& request, const fs::path& folder) {
  Json json = ScenarioJson(request.run, folder.string());
  if (request.run.is_command()) return json;
  json["mode"] = "pilot";
  json["pilot"] = {{"share", kShare}, {"at_least", kFewestSteps}, {"seconds", request.train.value}};
  return json;
}

// Takes what one event tells; the moment of the last group goes to `last`.
void Take(const Json& event, double started, Pilot& pilot, double& last) {
  std::string kind = Get<std::string>(event, "event").value_or("");
  double t = Get<double>(event, "t").value_or(0);
  if (kind == "phase" && Get<std::string>(event, "name") == "load") pilot.startup_s = t - started;
  if (kind == "group") {
    bool train = Get<std::string>(event, "part") == "train";
    (train ? pilot.train : pilot.evaluate)
        .push_back(
            {Get<double>(event, "steps").value_or(0), Get<double>(event, "seconds").value_or(0)});
    last = t;
  }
  if (kind == "pilot") {
    pilot.steps = Get<double>(event, "steps").value_or(0);
    pilot.evaluate_steps = Get<double>(event, "evaluate_steps").value_or(0);
    pilot.evaluations = Get<double>(event, "evaluations").value_or(0);
  }
}

// Starts the program and is with it until its end.
Result<ProgramEnd> Live(const PilotRequest& request, const fs::path& folder, SignalWatch& signals,
                        PilotEnd& how, MemoryPeak& memory) {
  SupervisedOptions options = OptionsFor(request.run, folder);
  std::optional<RunGroup> group;
  if (const auto limit = request.run.scenario->memory_limit()) {
    TRENA_ASSIGN(RunGroup made, GroupMaker().MakeLimited(*limit));
    group.emplace(std::move(made));
    options.group = &*group;
  }
  TRENA_ASSIGN(auto relay, OutputRelayFor(request.run, folder, options));
  TRENA_ASSIGN(Supervised program, Supervised::Start(options));
  if (relay) relay->Begin();
  const double begin = MonotonicNow();
  FirstEpochsWatch watch(folder / "events.jsonl", request.train);
  auto seen_enough = [&] {
    return request.run.is_command() && watch.SeenEnough(MonotonicNow() - begin, MonotonicNow());
  };
  ProgramEnd end =
      UntilEnd(program, signals, begin + request.longest.value, seen_enough, how, memory);
  if (relay) relay->Finish(signals);
  return end;
}

}  // namespace

Result<Pilot> ReadPilot(const fs::path& events, double started, double ended) {
  Pilot pilot;
  double last = ended;
  auto take = [&](const Json& event) { Take(event, started, pilot, last); };
  TRENA_ASSIGN([[maybe_unused]] size_t rejected, ForEachEvent(events, take, kLargestEvents));
  if (pilot.train.empty() || !(pilot.steps > 0)) {
    return Error("its runner told nothing of a pilot; it may not know the mode");
  }
  pilot.startup_s = std::max(0.0, pilot.startup_s);
  pilot.ending_s = std::max(0.0, ended - last);
  pilot.pilot_s = ended - started;
  pilot.key = pilot.environment = "?";  // the caller's to say
  // Nothing is kept that cannot be read back.
  return PilotFromJson(ToJson(pilot));
}

Result<PilotEnd> RunPilot(const PilotRequest& whole, const ResultsFolder& results,
                          SignalWatch& signals) {
  PilotRequest request = whole;
  const Scenario fewer = WithFewerEpochs(*whole.run.study, *whole.run.scenario);
  if (whole.run.is_command()) request.run.scenario = &fewer;
  TRENA_ASSIGN(fs::path begun, MakeTemporaryFolder(results.folder() / "under-way", "pilot-"));
  fs::path folder = fs::absolute(begun);
  std::string scenario = Dump(PilotScenario(request, folder), 1) + "\n";
  TRENA_CHECK(WriteFile(folder / "scenario.json", scenario));
  TRENA_CHECK(WriteFile(folder / "events.jsonl", ""));
  PilotEnd how;
  std::string started = CalendarNow();
  MemoryPeak memory;
  TRENA_ASSIGN(ProgramEnd end, Live(request, folder, signals, how, memory));
  how.seconds = end.ended - end.started;
  const bool well = !how.interrupted && how.problem.empty() && (end.exit_code == 0 || how.stopped);
  if (!well && how.problem.empty()) how.problem = ProblemOf(folder, end);
  Result<Pilot> pilot = Error(how.problem);
  const OwnPilotEnd seen{end.started, end.ended, how.stopped, !how.problem.empty()};
  const bool own = request.run.is_command();
  if (own && !how.interrupted && (well || seen.cut_off)) {
    pilot = ReadOwnPilot(folder / "events.jsonl", *whole.run.scenario, seen);
  } else if (well) {
    pilot = ReadPilot(folder / "events.jsonl", end.started, end.ended);
  }
  if (!pilot.ok()) {
    how.problem = pilot.error().message();
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return how;
  }
  how.pilot = std::move(pilot).value();
  how.pilot->scenario = request.run.scenario->id;
  how.pilot->key = request.run.scenario->key;
  how.pilot->environment = request.run.scenario->environment();
  how.pilot->length = LengthValues(whole.run.scenario->values);
  how.pilot->memory = memory.bytes();
  how.pilot->number = request.number;
  how.pilot->machine = MachineName(*request.run.machine);
  how.pilot->started = started;
  TRENA_CHECK(WriteFileAnew(folder / "pilot.json", Dump(ToJson(*how.pilot), 1) + "\n"));
  fs::path place = results.folder() / "pilots" / PilotFolderName(*how.pilot);
  TRENA_CHECK(MakeKeptFolder(place.parent_path()));
  TRENA_CHECK(PutFolderInPlace(folder, place));
  return how;
}

}  // namespace trena
