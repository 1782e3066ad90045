// SPDX-License-Identifier: Apache-2.0
#include "measure/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iterator>
#include <limits>

#include "core/clock.h"
#include "core/open_file.h"
#include "measure/machine/surroundings.h"
#include "measure/program/guards/guard.h"
#include "measure/program/output_relay.h"
#include "measure/record/held_folder.h"
#include "measure/record/samples.h"
#include "measure/record/series_metrics.h"
#include "measure/run_end.h"
#include "measure/sensors/kernel/memory_peak.h"
#include "measure/turns/frozen_tree.h"
#include "store/event_file.h"
#include "store/impossible.h"
#include "store/own_time.h"

namespace trena {
namespace {

constexpr int kMostTries = 100;

}  // namespace

// One run as it happens. The record is known from the start and grows.
class RunUnderWay::Life {
 public:
  Life(const RunRequest& request, RunResources& resources, fs::path folder, RunRecord record)
      : request_(request),
        resources_(resources),
        folder_(std::move(folder)),
        held_(folder_),
        run_(std::move(record)),
        group_(request.scenario->memory_limit() ? std::nullopt : resources.groups.Make()),
        around_(request.study->measure.yardstick && !run_.simulated),
        kills_(request.in_turns ? &own_kills_.emplace(resources.groups.parents())
                                : &resources.kills) {}

  // Starts the program. `ours` are lines to the supervisors of others.
  Status Start(SignalWatch& signals, const RunTick& tick, const std::vector<int>& ours) {
    const double cpu_before = OwnCpuTime().value;
    TRENA_CHECK(Limit());
    SupervisedOptions options = OptionsFor(request_, folder_);
    options.group = group_ ? &*group_ : nullptr;
    options.pool = request_.in_turns ? nullptr : &resources_.supervisors;
    options.ours = ours;
    kills_->Begin(options.group);
    TRENA_ASSIGN(relay_, OutputRelayFor(request_, folder_, options));
    TRENA_ASSIGN(Supervised program, Supervised::Start(options));
    program_.emplace(std::move(program));
    if (relay_) relay_->Begin();
    TRENA_ASSIGN(Sampler sampler, OpenSampler(Context(*program_)));
    sampler_.emplace(std::move(sampler));
    const MeasureOptions& measure = request_.study->measure;
    watch_.emplace(WatchOptions{measure.sample_every, measure.timeout, {}, &own_time_}, *program_,
                   *sampler_, signals, tick);
    watch_->Guard(MakeGuards({&measure, program_->root(), folder_}));
    cpu_s_ += OwnCpuTime().value - cpu_before;
    return Done{};
  }

  std::optional<ProgramEnd> Until(double moment) {
    const double cpu_before = OwnCpuTime().value;
    auto end = watch_->Until(moment);
    cpu_s_ += OwnCpuTime().value - cpu_before;
    return end;
  }

  bool Freeze() {
    if (!trena::Freeze(program_->root(), GroupFolder())) return false;
    frozen_ = MonotonicNow();
    ++turns_;
    watch_->Froze();
    return true;
  }

  Status Thaw() {
    if (own_time_.empty()) TRENA_CHECK(WriteFileAnew(folder_ / "turns.csv", kTurnsHeader));
    TRENA_ASSIGN(Descriptor turns, OpenToAppend(folder_ / "turns.csv"));
    const FrozenSpan span{frozen_, MonotonicNow()};
    const std::string line = TurnsLine(span);
    if (write(turns.number(), line.data(), line.size()) != std::ssize(line)) {
      return FileError("write", folder_ / "turns.csv");
    }
    // First of all the clock: before it knows of the span, now is later than it will be after.
    own_time_.Add(span);
    watch_->Thawed();
    trena::Thaw(program_->root(), GroupFolder());
    return Done{};
  }

  void Interrupt() { watch_->Interrupt(); }
  bool interrupted() const { return watch_->interrupted(); }
  int descriptor() const { return program_->descriptor(); }
  std::optional<double> memory() {
    memory_.Look(program_->root());
    return memory_.bytes();
  }

  // All that is left to do once the program has ended.
  Status End(ProgramEnd end, SignalWatch& signals) {
    const double cpu_before = OwnCpuTime().value;
    end.ended = own_time_.At(end.ended);
    const bool signalled = relay_ && relay_->Finish(signals);
    stop_ = watch_->interrupted() || signalled;
    AddTurns();
    TRENA_CHECK(Finish(*watch_, *sampler_, end));
    AddUnseen(relay_.get(), end, request_.study->measure.sample_every, run_);
    run_.metrics["monitor_cpu_s"] = cpu_s_ + OwnCpuTime().value - cpu_before;
    around_.AddTo(run_);
    LeaveOutImpossible(run_);
    return Done{};
  }

  RunRecord& record() { return run_; }
  const fs::path& folder() const { return folder_; }
  // A signal asked for the end of it all.
  bool stop() const { return stop_; }

 private:
  // Holds the run to its memory_limit, where it has one.
  Status Limit() {
    const auto limit = request_.scenario->memory_limit();
    if (!limit) return Done{};
    TRENA_ASSIGN(RunGroup group, resources_.groups.MakeLimited(*limit));
    run_.limits = {{"memory_bytes", limit->value}, {"cgroup", group.limited()->version}};
    group_.emplace(std::move(group));
    return Done{};
  }

  std::string GroupFolder() const { return group_ ? group_->folders().unified : ""; }

  void AddTurns() {
    if (!request_.in_turns) return;
    run_.turns = Json{{"turn_s", request_.study->design.turn->value},
                      {"count", turns_ + 1},
                      {"frozen_s", own_time_.frozen()}};
  }

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
    context.memory_limit = request_.scenario->memory_limit();
    context.pool = &resources_.sensors;
    return context;
  }

  Status Finish(const Watch& watch, const Sampler& sampler, const ProgramEnd& end) {
    TRENA_ASSIGN(RunEvents events, ReadEvents(folder_ / "events.jsonl"));
    events.EndAt(end.ended);
    OutcomeEvidence evidence = CollectEvidence(folder_, end, watch, *kills_);
    TRENA_CHECK(held_.Restore());
    evidence.folder_lost = held_.lost();
    evidence.memory_limit = request_.scenario->memory_limit();
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
  Surroundings around_;
  std::optional<MemoryKills> own_kills_;
  MemoryKills* kills_;
  OwnTime own_time_;
  std::unique_ptr<OutputRelay> relay_;
  std::optional<Supervised> program_;
  std::optional<Sampler> sampler_;
  std::optional<Watch> watch_;
  MemoryPeak memory_;
  double cpu_s_ = 0;   // our own, for it
  double frozen_ = 0;  // since when
  int turns_ = 0;      // that ended before its end
  bool stop_ = false;
};

RunUnderWay::RunUnderWay(const ResultsFolder& results, RunResources& resources,
                         SignalWatch& signals)
    : results_(results), resources_(resources), signals_(signals) {}
RunUnderWay::~RunUnderWay() = default;
RunUnderWay::RunUnderWay(RunUnderWay&&) noexcept = default;

Result<RunUnderWay> RunUnderWay::Begin(const RunRequest& request, const ResultsFolder& results,
                                       RunResources& resources, SignalWatch& signals,
                                       const RunTick& tick, const std::vector<int>& ours) {
  RunUnderWay under_way(results, resources, signals);
  RunRecord run = BeginRecord(request);
  run.attempt = results.FreeAttempt(run);
  TRENA_CHECK(resources.reserve.Take());
  TRENA_ASSIGN(under_way.begun_, results.Begin(run));
  if (request.in_turns) TRENA_CHECK(results.KeepBegun(under_way.begun_, run));
  const fs::path folder = fs::absolute(under_way.begun_);
  const Json scenario = ScenarioJson(request, folder.string());
  TRENA_CHECK(WriteFile(folder / "scenario.json", Dump(scenario, 1) + "\n"));
  TRENA_CHECK(WriteFile(folder / "events.jsonl", ""));
  under_way.life_ = std::make_unique<Life>(request, resources, folder, std::move(run));
  TRENA_CHECK(under_way.life_->Start(signals, tick, ours));
  return under_way;
}

std::optional<ProgramEnd> RunUnderWay::Until(double moment) { return life_->Until(moment); }
bool RunUnderWay::Freeze() { return life_->Freeze(); }
Status RunUnderWay::Thaw() { return life_->Thaw(); }
void RunUnderWay::Interrupt() { life_->Interrupt(); }
bool RunUnderWay::interrupted() const { return life_->interrupted(); }
int RunUnderWay::descriptor() const { return life_->descriptor(); }
std::optional<double> RunUnderWay::memory() { return life_->memory(); }

Result<MeasuredRun> RunUnderWay::End(const ProgramEnd& end) {
  TRENA_CHECK(life_->End(end, signals_));
  RunRecord run = std::move(life_->record());
  Status kept = results_.Finish(begun_, run);
  if (!kept.ok() && DiskIsFull(life_->folder())) {
    resources_.reserve.GiveBack();
    kept = results_.Finish(begun_, run);
  }
  TRENA_CHECK(kept);
  run.folder = RunFolderName(run);
  return MeasuredRun{std::move(run), life_->stop()};
}

Result<MeasuredRun> MeasureRun(const RunRequest& request, const ResultsFolder& results,
                               RunResources& resources, SignalWatch& signals, const RunTick& tick) {
  TRENA_ASSIGN(RunUnderWay run, RunUnderWay::Begin(request, results, resources, signals, tick, {}));
  const auto end = run.Until(std::numeric_limits<double>::infinity());
  return run.End(*end);
}

}  // namespace trena
