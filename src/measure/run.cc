// SPDX-License-Identifier: Apache-2.0
#include "measure/run.h"

#include <fmt/format.h>

#include "core/clock.h"
#include "measure/machine/surroundings.h"
#include "measure/program/guards/guard.h"
#include "measure/program/output_relay.h"
#include "measure/record/held_folder.h"
#include "measure/record/samples.h"
#include "measure/record/series_metrics.h"
#include "measure/run_end.h"
#include "store/event_file.h"
#include "store/impossible.h"

namespace trena {
namespace {

constexpr int kMostTries = 100;

// One run as it happens. The record is known from the start and grows.
class LivingRun {
 public:
  LivingRun(const RunRequest& request, RunResources& resources, fs::path folder, RunRecord record)
      : request_(request),
        resources_(resources),
        folder_(std::move(folder)),
        held_(folder_),
        run_(std::move(record)),
        group_(resources.groups.Make()) {}

  // Starts the program and is with it until its end.
  Status Live(SignalWatch& signals, const RunTick& tick) {
    SupervisedOptions options = OptionsFor(request_, folder_);
    options.group = group_ ? &*group_ : nullptr;
    options.pool = &resources_.supervisors;
    resources_.kills.Begin(options.group);
    TRENA_ASSIGN(auto relay, OutputRelayFor(request_, folder_, options));
    TRENA_ASSIGN(Supervised program, Supervised::Start(options));
    if (relay) relay->Begin();
    TRENA_ASSIGN(Sampler sampler, OpenSampler(Context(program)));
    const MeasureOptions& measure = request_.study->measure;
    Watch watch({measure.sample_every, measure.timeout}, program, sampler, signals, tick);
    watch.Guard(MakeGuards({&measure, program.root(), folder_}));
    ProgramEnd end = watch.UntilEnd();
    bool signalled = relay && relay->Finish(signals);
    stop_ = watch.interrupted() || signalled;
    TRENA_CHECK(Finish(watch, sampler, end));
    AddUnseen(relay.get(), end, measure.sample_every, run_);
    return Done{};
  }

  RunRecord& record() { return run_; }
  // A signal asked for the end of it all.
  bool stop() const { return stop_; }

 private:
  // The program runs already: it may be removing the folder at this moment.
  Result<Sampler> OpenSampler(const SensorContext& context) {
    for (int tries = 1;; ++tries) {
      TRENA_CHECK(held_.Restore());
      Result<Sampler> sampler = Sampler::Open(folder_ / "samples.csv", context);
      if (sampler.ok() || tries == kMostTries || fs::exists(folder_)) return sampler;
    }
  }

  SensorContext Context(const Supervised& program) {
    SensorContext context{program.root(), request_.machine};
    context.group = group_ ? &*group_ : nullptr;
    context.root_before = program.root_before();
    context.device = run_.device;
    context.pool = &resources_.sensors;
    return context;
  }

  Status Finish(const Watch& watch, const Sampler& sampler, const ProgramEnd& end) {
    TRENA_ASSIGN(RunEvents events, ReadEvents(folder_ / "events.jsonl"));
    events.EndAt(end.ended);
    OutcomeEvidence evidence = CollectEvidence(folder_, end, watch, resources_.kills);
    TRENA_CHECK(held_.Restore());
    evidence.folder_lost = held_.lost();
    evidence.program = request_.is_command() ? FillCommand(request_)[0] : run_.framework;
    AddOutcome(evidence, events, folder_, run_);
    AddTold(events, end, run_);
    AddMetrics(events, end, run_);
    if (sampler.unwritten() > 0) run_.notes.emplace_back("unwritten_samples");
    if (run_.outcome != Outcome::kOk) return Done{};
    Window window = TrainingWindow(events, end, run_);
    run_.AddMetrics(SeriesMetrics(sampler.columns(), sampler.samples(), window));
    if (sampler.unwritten() == 0) return Done{};
    // Nothing is wrong with the run; the next ones would suffer too.
    return Error(fmt::format("cannot write {}: the disk is full, or fails",
                             (folder_ / "samples.csv").string()));
  }

  const RunRequest& request_;
  RunResources& resources_;
  fs::path folder_;
  HeldFolder held_;
  RunRecord run_;
  std::optional<RunGroup> group_;
  bool stop_ = false;
};

}  // namespace

Result<MeasuredRun> MeasureRun(const RunRequest& request, const ResultsFolder& results,
                               RunResources& resources, SignalWatch& signals, const RunTick& tick) {
  RunRecord run = BeginRecord(request);
  run.attempt = results.FreeAttempt(run);
  TRENA_CHECK(resources.reserve.Take());
  TRENA_ASSIGN(fs::path begun, results.Begin(run));
  fs::path folder = fs::absolute(begun);
  Json scenario = ScenarioJson(request, folder.string());
  TRENA_CHECK(WriteFile(folder / "scenario.json", Dump(scenario, 1) + "\n"));
  TRENA_CHECK(WriteFile(folder / "events.jsonl", ""));
  Surroundings around(request.study->measure.yardstick && !run.simulated);
  Seconds own_before = OwnCpuTime();
  LivingRun living(request, resources, folder, std::move(run));
  TRENA_CHECK(living.Live(signals, tick));
  run = std::move(living.record());
  run.metrics["monitor_cpu_s"] = OwnCpuTime().value - own_before.value;
  around.AddTo(run);
  LeaveOutImpossible(run);
  Status kept = results.Finish(begun, run);
  if (!kept.ok() && DiskIsFull(folder)) {
    resources.reserve.GiveBack();
    kept = results.Finish(begun, run);
  }
  TRENA_CHECK(kept);
  run.folder = RunFolderName(run);
  return MeasuredRun{std::move(run), living.stop()};
}

}  // namespace trena
