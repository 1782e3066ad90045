// SPDX-License-Identifier: Apache-2.0
#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/clock.h"
#include "core/text/text.h"
#include "measure/program/left_behind.h"
#include "plan/added_blocks.h"
#include "plan/forecast/budget.h"
#include "plan/plan_file.h"
#include "plan/work_left.h"
#include "stats/summary.h"

namespace trena {
namespace {

// What the runs so far tell. No call takes longer the more of them there are.
class Past {
 public:
  Past(const Study& study, const Plan& plan, const ForetoldTimes& told)
      : forecaster(study, plan, told) {}

  void Add(const RunRecord& run) {
    int& attempts = attempts_[run.key][run.replication];
    attempts = std::max(attempts, run.attempt);
    forecaster.Measured(run);
    auto seconds = run.metric("train_s") ? run.metric("train_s") : run.metric("wall_s");
    if (run.outcome == Outcome::kOk && seconds) times_[run.key].Add(*seconds);
    const auto whole = run.metric("wall_s");
    if (run.outcome == Outcome::kOk && whole) whole_[run.key].Add(*whole);
    if (const auto memory = run.metric("peak_memory_bytes")) {
      double& most = memory_[run.key];
      most = std::max(most, *memory);
    }
  }
  // The last attempt of a replication, 0 when there was none.
  int Attempts(const std::string& key, int replication) const {
    auto scenario = attempts_.find(key);
    if (scenario == attempts_.end()) return 0;
    auto found = scenario->second.find(replication);
    return found != scenario->second.end() ? found->second : 0;
  }
  Summary Times(const std::string& key) const {
    auto found = times_.find(key);
    return found != times_.end() ? found->second.Now() : Summary{};
  }

  // What a run of it took from its start to its end, on average; missing where none has told.
  std::optional<double> Whole(const std::string& key) const {
    auto found = whole_.find(key);
    return found != whole_.end() ? found->second.Now().mean : std::nullopt;
  }

  // The most bytes that a run of it used; missing where none has told.
  std::optional<double> Memory(const std::string& key) const {
    auto found = memory_.find(key);
    return found != memory_.end() ? std::optional(found->second) : std::nullopt;
  }

  Forecaster forecaster;

 private:
  std::unordered_map<std::string, std::unordered_map<int, int>> attempts_;
  std::unordered_map<std::string, RunningSummary> times_;
  std::unordered_map<std::string, RunningSummary> whole_;
  std::unordered_map<std::string, double> memory_;
};

class Measurement {
 public:
  Measurement(const MeasureRequest& request, KeptRuns& runs, const MeasureListener& listener)
      : request_(request),
        study_(*request.study),
        plan_(*request.plan),
        runs_(runs),
        results_(runs.results()),
        listener_(listener),
        machine_(ReadMachine()),
        resources_(results_.folder() / "under-way"),
        past_(study_, plan_, request.told) {
    for (const PaidTime& paid : request.paid) {
      past_.forecaster.Paid(paid.environment, Seconds{paid.seconds});
    }
  }

  Result<MeasureSummary> Run() {
    TRENA_CHECK(Foresee());
    TRENA_CHECK(Open());
    TRENA_CHECK(PrepareAll());
    SignalWatch signals;
    for (bool more = true; more;) {
      for (const std::vector<size_t>& together : Together(work_.to_run)) {
        if (signals.Take() != 0) return Stop(MeasureEnd::kInterrupted);
        std::vector<size_t> indices;
        for (size_t index : together) {
          if (!skipped_.contains(index)) indices.push_back(index);
        }
        if (indices.empty()) continue;
        const Limit limit = LimitCrossed(study_, past_.forecaster, indices, CalendarSeconds());
        if (limit == Limit::kBudget) return Stop(MeasureEnd::kBudget, limit);
        if (limit == Limit::kDeadline) return Stop(MeasureEnd::kDeadline, limit);
        TRENA_ASSIGN(const bool stop, study_.design.turn ? MeasureBlock(indices, signals)
                                                         : MeasureOne(indices[0], signals));
        if (stop) return Stop(MeasureEnd::kInterrupted);
      }
      TRENA_ASSIGN(more, AddDecided());
    }
    return Stop(MeasureEnd::kDone);
  }

 private:
  // What would stop the study is found before anything is written: a missing runner, data that
  // cannot be had.
  Status Foresee() {
    TRENA_ASSIGN(const LoadedRuns* known, runs_.Get());
    FindWork(known->runs);
    TRENA_CHECK(request_.configuration->Check(ScenariosOf(plan_, work_.to_run)));
    return PrepareAll();
  }

  // The lock, what is there already, and what is left to do.
  Status Open() {
    TRENA_CHECK(results_.Prepare());
    TRENA_ASSIGN(std::optional<FileLock> lock, results_.Lock());
    if (!lock) {
      auto holder = ReadOwnFile(results_.folder() / "lock", 64);
      std::string who = holder.ok() ? std::string(Trim(holder.value())) : "?";
      return InputError(
          fmt::format("another trena (process {}) measures this study; wait for it, "
                      "or stop it with Ctrl-C where it runs",
                      who));
    }
    lock_.emplace(std::move(*lock));
    TRENA_CHECK(EndLeft());
    TRENA_ASSIGN(int recovered, results_.Recover());
    if (recovered > 0) {
      Note(recovered == 1
               ? Tell({"a run that was under way when trena ended is kept as interrupted; it will "
                       "be run again",
                       "uma execução em andamento quando trena terminou fica como interrompida; "
                       "será executada de novo"})
               : Tell({"{count} runs that were under way when trena ended are kept as "
                       "interrupted; they will be run again",
                       "{count} execuções em andamento quando trena terminou ficam como "
                       "interrompidas; serão executadas de novo"},
                      {{"count", std::to_string(recovered)}}));
    }
    // Another trena may have measured since the first look.
    TRENA_ASSIGN(const LoadedRuns* loaded, runs_.ListAgain());
    FindWork(loaded->runs);
    for (const std::string& name : FirstFew(loaded->set_aside)) {
      Note(Tell({"set aside, not readable: {name}", "posta de lado, ilegível: {name}"},
                {{"name", name}}));
    }
    for (const RunRecord& run : runs_.other_rounds()) past_.forecaster.Seen(run);
    for (const RunRecord& run : loaded->runs) past_.Add(run);
    for (size_t index : work_.to_run) past_.forecaster.Await(index);
    past_.forecaster.FitModel();
    NoteWithoutPrice();
    return results_.WritePlan(PlanJson(plan_));
  }

  // Only where a run was under way can anything of it be left.
  Status EndLeft() const {
    const fs::path under_way = results_.folder() / "under-way";
    TRENA_ASSIGN(std::vector<std::string> names, ListFolder(under_way));
    if (names.empty()) return Done{};
    TRENA_ASSIGN(int ended, EndLeftBehind(under_way));
    if (ended > 0) {
      Note(Tell(
          {"ended {count} [process|processes] that a run under way had left when trena was "
           "killed",
           "{count} [processo deixado|processos deixados] por uma execução em andamento quando "
           "trena foi morto: [encerrado|encerrados]"},
          {{"count", std::to_string(ended)}}));
    }
    return Done{};
  }

  void NoteWithoutPrice() const {
    if (!study_.budget) return;
    for (const std::string& name : past_.forecaster.Now().without_price) {
      Note(Tell({"no price for {name}: what runs there does not count against the budget",
                 "sem preço para {name}: o que é executado ali não conta no orçamento"},
                {{"name", name}}));
    }
  }

  // What of the plan is left to do here, given what is there.
  void FindWork(const std::vector<RunRecord>& runs) {
    work_ = FindWorkLeft(study_, plan_, runs, here_, request_.retry);
    skipped_.clear();
    Skip(work_.skipped);
    summary_.already = work_.already;
    summary_.failed_before = work_.failed;
    summary_.retryable = work_.retryable;
    summary_.pending_environments = work_.pending_environments();
  }

  // The block that a stop rule adds by what is there now; whether there is one to run here.
  Result<bool> AddDecided() {
    if (!study_.design.stop) return false;
    TRENA_ASSIGN(const LoadedRuns* loaded, runs_.Get());
    size_t planned = plan_.runs.size();
    AddDecidedBlocks(study_, loaded->runs, plan_);
    work_ = FindWorkLeft(study_, plan_, loaded->runs, here_, request_.retry);
    // What was tried before and has no outcome waits for the next call.
    std::erase_if(work_.to_run, [&](size_t index) { return index < planned; });
    if (work_.to_run.empty()) return false;
    TRENA_CHECK(PrepareAll());
    for (size_t index : work_.to_run) past_.forecaster.Await(index);
    TRENA_CHECK(results_.WritePlan(PlanJson(plan_)));
    return true;
  }

  // What is not to be made, after an out-of-memory; says so of each run once.
  void Skip(const std::vector<SkippedRun>& runs) {
    for (const SkippedRun& run : runs) {
      if (skipped_.insert(run.run).second && lock_) Note(Describe(plan_, run));
    }
    summary_.skipped = skipped_.size();
  }

  const Scenario& ScenarioOf(size_t index) const {
    return plan_.scenarios[plan_.runs[index].scenario];
  }

  // Everything is made before the first run starts, so that nothing fails after money was spent.
  Status PrepareAll() {
    for (size_t index : work_.to_run) {
      if (inputs_.contains(index)) continue;
      Result<RunInputs> inputs = request_.configuration->Prepare(
          ScenarioOf(index), plan_.runs[index].replication, listener_.preparing);
      if (!inputs.ok()) return inputs.error();
      inputs_.emplace(index, std::move(inputs).value());
    }
    return Done{};
  }

  // What runs at the same time: each for itself, or the runs of a block in turns.
  std::vector<std::vector<size_t>> Together(const std::vector<size_t>& to_run) const {
    std::vector<std::vector<size_t>> groups;
    for (const size_t index : to_run) {
      const bool joins = study_.design.turn && !groups.empty() &&
                         plan_.runs[groups.back()[0]].block == plan_.runs[index].block &&
                         plan_.runs[groups.back()[0]].replication == plan_.runs[index].replication;
      if (!joins) groups.emplace_back();
      groups.back().push_back(index);
    }
    return groups;
  }

  RunRequest RequestFor(size_t index) const {
    const PlannedRun& planned = plan_.runs[index];
    const Scenario& scenario = ScenarioOf(index);
    RunRequest run{&study_,
                   &scenario,
                   planned,
                   static_cast<int>(index) + 1,
                   past_.Attempts(scenario.key, planned.replication) + 1,
                   inputs_.at(index),
                   &machine_,
                   request_.trena_version};
    run.round = request_.round;
    run.not_equal =
        request_.not_equal.contains(scenario.framework + "@" + scenario.framework_version);
    run.in_turns = study_.design.turn.has_value();
    return run;
  }

  RunTick TickOf(size_t index) {
    return [this, state = StateOf(index)](double elapsed) mutable {
      state.elapsed = elapsed;
      if (listener_.running) listener_.running(state);
    };
  }

  // Whether a signal came.
  Result<bool> MeasureOne(size_t index, SignalWatch& signals) {
    const RunRequest run = RequestFor(index);
    TRENA_ASSIGN(MeasuredRun measured,
                 MeasureRun(run, results_, resources_, signals, TickOf(index)));
    TRENA_CHECK(Keep(index, measured));
    return measured.stop;
  }

  Result<bool> MeasureBlock(const std::vector<size_t>& indices, SignalWatch& signals) {
    std::vector<TurnRequest> requests;
    for (const size_t index : indices) {
      const std::string& key = ScenarioOf(index).key;
      requests.push_back({RequestFor(index), MemoryOf(key), past_.Whole(key)});
    }
    Random random(study_.design.seed + indices[0]);
    const TurnListener listener{
        [&](size_t run) { return TickOf(indices[run]); },
        [&](size_t run, MeasuredRun& measured) { return Keep(indices[run], measured); },
        request_.available};
    return MeasureInTurns(requests, results_, resources_, random, signals, listener);
  }

  // By the runs that ended, or else by what was seen before there were any.
  std::optional<double> MemoryOf(const std::string& key) const {
    if (const auto used = past_.Memory(key)) return used;
    const auto seen = request_.memory.find(key);
    return seen != request_.memory.end() ? std::optional(seen->second) : std::nullopt;
  }

  // What a run that has ended changes.
  Status Keep(size_t index, const MeasuredRun& measured) {
    MeasureState state = StateOf(index);
    runs_.Measured(measured.record.folder);
    Count(measured.record);
    past_.Add(measured.record);
    past_.forecaster.NoLonger(index);
    AddPast(state);
    if (listener_.finished) listener_.finished(state, measured.record);
    if (measured.record.outcome == Outcome::kOutOfMemory) TRENA_CHECK(SkipLarger());
    return Done{};
  }

  Status SkipLarger() {
    if (!study_.measure.skip_larger_after_oom) return Done{};
    TRENA_ASSIGN(const LoadedRuns* loaded, runs_.Get());
    Skip(SkippedAfterOom(study_, plan_, loaded->runs));
    return Done{};
  }

  void Count(const RunRecord& record) {
    ++summary_.measured;
    bool failed = record.outcome == Outcome::kFailed || record.outcome == Outcome::kTimedOut ||
                  record.outcome == Outcome::kRefused;
    if (failed) ++summary_.failed;
    if (record.outcome == Outcome::kFailed) ++summary_.retryable;
  }

  MeasureState StateOf(size_t index) const {
    MeasureState state;
    state.position = summary_.already + summary_.measured + 1;
    state.planned = plan_.runs.size();
    state.scenario = &ScenarioOf(index);
    state.replication = plan_.runs[index].replication;
    AddPast(state);
    if (study_.budget) state.budget = InReportCurrency(study_, *study_.budget);
    return state;
  }

  void AddPast(MeasureState& state) const {
    state.times = past_.Times(state.scenario->key);
    Forecast forecast = past_.forecaster.Now();
    state.time_left = forecast.rough_time;
    state.runs_at_mean = forecast.together.by_source[static_cast<size_t>(TimeSource::kNothing)];
    state.rest = state.runs_at_mean == 0 ? forecast.together.time : std::nullopt;
    state.spent = forecast.spent_at_least;
    state.spent_is_least = forecast.attempts_without_price > 0;
  }

  void Note(const Told& text) const {
    if (listener_.note) listener_.note(text);
  }

  Result<MeasureSummary> Stop(MeasureEnd end, Limit crossed = Limit::kNone) {
    summary_.end = end;
    results_.Close();
    if (!study_.design.stop) return summary_;
    TRENA_ASSIGN(const LoadedRuns* loaded, runs_.Get());
    summary_.precisions = FindPrecisions(study_, plan_, loaded->runs, crossed);
    return summary_;
  }

  const MeasureRequest& request_;
  const Study& study_;
  Plan plan_;  // grows where a stop rule adds blocks
  KeptRuns& runs_;
  const ResultsFolder& results_;
  const MeasureListener& listener_;
  Machine machine_;
  RunResources resources_;
  std::optional<FileLock> lock_;
  Past past_;
  EnvironmentsHere here_{[](const Environment& environment) { return IsHere(environment); }};
  WorkLeft work_;
  std::set<size_t> skipped_;  // indices into plan_.runs
  std::unordered_map<size_t, RunInputs> inputs_;
  MeasureSummary summary_;
};

}  // namespace

Result<MeasureSummary> Measure(const MeasureRequest& request, KeptRuns& runs,
                               const MeasureListener& listener) {
  return Measurement(request, runs, listener).Run();
}

}  // namespace trena
