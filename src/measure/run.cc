// SPDX-License-Identifier: Apache-2.0
#include "measure/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/clock.h"
#include "measure/disk_reserve.h"
#include "measure/epoch_metrics.h"
#include "measure/events.h"
#include "measure/guard.h"
#include "measure/memory_kills.h"
#include "measure/outcome.h"
#include "measure/output_relay.h"
#include "measure/own_program.h"
#include "measure/samples.h"
#include "measure/series_metrics.h"
#include "measure/supervisor.h"
#include "measure/surroundings.h"
#include "store/cause.h"
#include "study/command_template.h"

namespace trena {
namespace {

constexpr double kClockSlack = 0.01;  // seconds between a runner's clock readings and ours
// Fields of scenario.json by name; every other value goes under `values`.
constexpr const char* kProtocolFields[] = {"epochs",    "batch",       "threads",
                                           "precision", "optimizer",   "learning_rate",
                                           "momentum",  "weight_decay"};

std::string EnvironmentName(const Scenario& scenario) {
  return Find(scenario.values, "environment")->ToString();
}

std::string Device(const RunRequest& request) {
  const Environment* environment = request.study->environment(EnvironmentName(*request.scenario));
  return environment != nullptr ? environment->device : "cpu";
}

RunRecord BeginRecord(const RunRequest& request) {
  const Scenario& scenario = *request.scenario;
  RunRecord run;
  run.scenario = scenario.id;
  run.key = scenario.key;
  run.replication = request.planned.replication;
  run.attempt = request.attempt;
  run.block = request.planned.block;
  run.plot = request.planned.plot;
  run.position = request.position;
  run.seed = request.inputs.seed;
  run.levels = scenario.levels;
  for (const auto& entry : scenario.values) {
    if (Find(scenario.levels, entry.first) == nullptr) run.fixed.push_back(entry);
  }
  run.environment = EnvironmentName(scenario);
  run.device = Device(request);
  run.framework = scenario.framework;
  run.framework_version = scenario.framework_version;
  run.outcome = Outcome::kInterrupted;
  run.cause = cause::kTrenaEnded;
  run.reason = "trena ended while it ran";
  run.started = CalendarNow();
  const Environment* environment = request.study->environment(run.environment);
  if (environment != nullptr) run.stand_in = Differences(*environment, *request.machine);
  run.synthetic = request.inputs.synthetic;
  run.simulated = request.inputs.runner != nullptr && request.inputs.runner->simulated;
  run.facts = request.machine->facts;
  run.facts["moment"] = ReadMoment();
  if (request.inputs.runner != nullptr) run.installed = request.inputs.runner->installed;
  run.inputs = request.inputs.checksums;
  if (request.inputs.runner == nullptr) run.command = FillCommand(request);
  if (request.not_equal) run.notes.emplace_back("not_equal");
  run.boot_id = request.machine->boot_id;
  run.trena_version = request.trena_version;
  return run;
}

SupervisedOptions ProgramOptions(const RunRequest& request, const fs::path& folder) {
  SupervisedOptions options;
  options.output = folder / "stdout.log";
  options.errors = folder / "stderr.log";
  options.environment = {{"TRENA_EVENTS", (folder / "events.jsonl").string()},
                         {"TRENA_SCENARIO", (folder / "scenario.json").string()}};
  if (request.inputs.runner != nullptr) {
    options.arguments = request.inputs.runner->command;
    options.arguments.push_back((folder / "scenario.json").string());
    options.folder = folder;
  } else {
    options.arguments = FillCommand(request);
    options.folder = fs::absolute(request.study->path).parent_path();
    AddOwnProgramVariables(!request.study->patterns.empty(), options.environment);
  }
  return options;
}

bool ClockIsSane(const RunEvents& events, const ProgramEnd& end) {
  return events.ClockIsSane(end.started, end.ended, kClockSlack);
}

// The time over which the run trained; the whole run where the runner does not tell, or tells what
// cannot be.
Window TrainingWindow(const RunEvents& events, const ProgramEnd& end, const RunRecord& run) {
  auto seconds = events.train_seconds();
  bool believed = run.metric("train_s").has_value();
  believed = believed && ClockIsSane(events, end);
  auto train_end = events.train_end;
  if (!train_end && !events.epochs.empty()) train_end = events.epochs.back().t;
  if (!train_end || !seconds || !believed) return {end.started, end.ended};
  double begin = *train_end - *seconds;
  if (!events.epochs.empty() && events.epochs[0].t && events.epochs[0].seconds) {
    begin = *events.epochs[0].t - *events.epochs[0].seconds;
  }
  return {begin, *train_end};
}

}  // namespace

void AddMetrics(const RunEvents& events, const ProgramEnd& end, RunRecord& run) {
  auto put = [&](const char* name, std::optional<double> value) {
    if (value && std::isfinite(*value)) run.metrics[name] = *value;
  };
  auto train = events.train_seconds();
  auto images = events.images();
  double wall = end.ended - end.started;
  put("wall_s", wall);
  put("cpu_s", end.cpu_s);
  put("peak_memory_bytes", events.peak_memory);
  if (run.outcome != Outcome::kOk) return;
  bool impossible = train && !run.simulated && *train > wall + kClockSlack;
  if (impossible) {
    run.notes.emplace_back("impossible_time");
    train.reset();
  }
  put("train_s", train);
  if (train && images && *images > 0) put("image_s", *train / *images);
  if (train && images && *train > 0) put("images_per_s", *images / *train);
  put("accuracy", events.accuracy);
  if (!events.epochs.empty()) put("loss", events.epochs.back().loss);
  for (const Phase& phase : events.phases) {
    if (phase.name == "first_step") put("first_step_s", phase.seconds);
  }
  run.metrics.merge(EpochMetrics(events.epochs));
}

namespace {

// A pipe for what the command prints, where patterns are to read it; else nothing.
Result<std::unique_ptr<OutputRelay>> RelayFor(const RunRequest& request, const fs::path& folder,
                                              SupervisedOptions& options) {
  bool wanted = request.inputs.runner == nullptr && !request.study->patterns.empty();
  if (!wanted) return std::unique_ptr<OutputRelay>();
  TRENA_ASSIGN(auto relay,
               OutputRelay::Open({options.output, options.errors, folder / "events.jsonl",
                                  request.study->patterns, nullptr}));
  options.output_to = relay->TakeOutput();
  options.errors_to = relay->TakeErrors();
  options.ours = relay->Ours();
  return relay;
}

// What the program said last: its errors, or where there are none its output.
std::vector<std::string> LogEnd(const fs::path& folder, const std::string& errors) {
  std::vector<std::string> lines = LastLines(errors);
  return lines.empty() ? LastLines(Tail(folder / "stdout.log")) : lines;
}

void FinishRecord(const RunRequest& request, const fs::path& folder, const Watch& watch,
                  const Sampler& sampler, const ProgramEnd& end, const MemoryKills& kills,
                  const RunEvents& events, RunRecord& run) {
  OutcomeEvidence evidence{
      end,           watch.interrupted(),        watch.timed_out(), kills.OnHost(),
      run.framework, Tail(folder / "stderr.log")};
  evidence.kernel_killed_in_group = kills.InGroup();
  evidence.objection = watch.objection();
  evidence.disk_is_full = DiskIsFull(folder);
  if (request.inputs.runner == nullptr) evidence.program = FillCommand(request)[0];
  JudgedOutcome judged = JudgeOutcome(evidence, events);
  run.outcome = judged.outcome;
  run.cause = judged.cause;
  run.reason = judged.reason;
  if (run.outcome != Outcome::kOk) run.last_lines = LogEnd(folder, evidence.errors_tail);
  if (end.signal == 0 && end.start_error == 0) run.exit_code = end.exit_code;
  run.phases = events.phases;
  run.versions = events.start.is_object() ? events.start : Json::object();
  for (const char* field : {"event", "t"}) run.versions.erase(field);
  for (auto [seen, note] : {std::pair(events.negative_loss, "negative_loss"),
                            {events.diverged, "diverged"},
                            {events.rejected > 0, "rejected_events"},
                            {!ClockIsSane(events, end), "odd_clock"},
                            {sampler.unwritten() > 0, "unwritten_samples"},
                            {end.left_children, "left_children"}}) {
    if (seen) run.notes.emplace_back(note);
  }
  AddMetrics(events, end, run);
  if (run.outcome != Outcome::kOk) return;
  Window window = TrainingWindow(events, end, run);
  run.metrics.merge(SeriesMetrics(sampler.columns(), sampler.samples(), window));
}

}  // namespace

Json ScenarioJson(const RunRequest& request, const std::string& output) {
  const Scenario& scenario = *request.scenario;
  const RunInputs& inputs = request.inputs;
  Json json = {{"protocol", 1}, {"mode", "train"}};
  for (auto [name, path] : {std::pair("network", &inputs.network),
                            {"data", &inputs.data},
                            {"order", &inputs.order},
                            {"weights", &inputs.weights}}) {
    if (!path->empty()) json[name] = path->string();
  }
  json["device"] = Device(request);
  json["threads"] = request.machine->cpus;
  json["seed"] = inputs.seed;
  json["detail"] = request.study->measure.detail;
  json["output"] = output;
  Json values = Json::object();
  for (const auto& [name, value] : scenario.values) {
    bool field = std::find(std::begin(kProtocolFields), std::end(kProtocolFields), name) !=
                 std::end(kProtocolFields);
    (field ? json : values)[name] = ToJson(value);
  }
  // The names behind the paths above.
  values["scenario"] = scenario.id;
  values["replication"] = request.planned.replication;
  json["values"] = values;
  return json;
}

std::vector<std::string> FillCommand(const RunRequest& request) {
  Values values = request.scenario->values;
  values.emplace_back("scenario", request.scenario->id);
  values.emplace_back("seed", static_cast<double>(request.inputs.seed));
  values.emplace_back("device", Device(request));
  auto value_of = [&](const std::string& name) -> std::optional<std::string> {
    const Value* value = Find(values, name);
    return value != nullptr ? std::optional(value->ToString()) : std::nullopt;
  };
  std::vector<std::string> filled;
  for (const std::string& part : request.study->command) {
    filled.push_back(FillTemplate(part, value_of));
  }
  return filled;
}

Result<MeasuredRun> MeasureRun(const RunRequest& request, const Results& results,
                               SignalWatch& signals, const RunTick& tick) {
  RunRecord run = BeginRecord(request);
  run.attempt = results.FreeAttempt(run);
  TRENA_ASSIGN(DiskReserve reserve, DiskReserve::Take(results.folder() / "under-way"));
  TRENA_ASSIGN(fs::path begun, results.Begin(run));
  fs::path folder = fs::absolute(begun);
  Json scenario = ScenarioJson(request, folder.string());
  TRENA_CHECK(WriteFile(folder / "scenario.json", Dump(scenario, 1) + "\n"));
  TRENA_CHECK(WriteFile(folder / "events.jsonl", ""));
  Surroundings around(request.study->measure.yardstick && !run.simulated);
  Seconds own_before = OwnCpuTime();
  std::optional<RunGroup> group = RunGroup::Make();
  SupervisedOptions options = ProgramOptions(request, folder);
  options.group = group ? &*group : nullptr;
  MemoryKills kills(options.group);
  TRENA_ASSIGN(auto relay, RelayFor(request, folder, options));
  TRENA_ASSIGN(Supervised program, Supervised::Start(options));
  if (relay) relay->Begin();
  SensorContext context{program.root(), request.machine};
  context.group = options.group;
  context.device = run.device;
  TRENA_ASSIGN(Sampler sampler, Sampler::Open(folder / "samples.csv", context));
  const MeasureOptions& measure = request.study->measure;
  Watch watch({measure.sample_every, measure.timeout}, program, sampler, signals, tick);
  watch.Guard(MakeGuards({&measure, program.root(), folder}));
  ProgramEnd end = watch.UntilEnd();
  bool signalled = relay && relay->Finish(signals);
  TRENA_ASSIGN(RunEvents events, ReadEvents(folder / "events.jsonl"));
  events.EndAt(end.ended);
  FinishRecord(request, folder, watch, sampler, end, kills, events, run);
  if (run.outcome == Outcome::kOk && sampler.unwritten() > 0) {
    // Nothing is wrong with the run; the next ones would suffer too.
    return Error(fmt::format("cannot write {}: the disk is full, or fails",
                             (folder / "samples.csv").string()));
  }
  run.metrics["monitor_cpu_s"] = OwnCpuTime().value - own_before.value;
  around.AddTo(run);
  reserve.GiveBack();
  TRENA_CHECK(results.Finish(begun, run));
  run.folder = RunFolderName(run);
  return MeasuredRun{std::move(run), watch.interrupted() || signalled};
}

}  // namespace trena
