// SPDX-License-Identifier: Apache-2.0
#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.h"
#include "plan/remaining.h"

namespace trena {
namespace {

class Measurement {
 public:
  Measurement(const MeasureRequest& request, const Results& results,
              const MeasureListener& listener)
      : request_(request),
        study_(*request.study),
        plan_(*request.plan),
        results_(results),
        listener_(listener),
        machine_(ReadMachine()) {}

  Result<MeasureSummary> Run() {
    TRENA_CHECK(Foresee());
    TRENA_CHECK(Open());
    TRENA_CHECK(PrepareAll());
    SignalWatch signals;
    for (size_t order = 0; order < to_run_.size(); ++order) {
      if (signals.Take() != 0) return Stop(MeasureEnd::kInterrupted);
      if (OverBudget(to_run_[order])) return Stop(MeasureEnd::kBudget);
      TRENA_ASSIGN(MeasuredRun run, MeasureOne(order, signals));
      if (run.stop) return Stop(MeasureEnd::kInterrupted);
    }
    return Stop(MeasureEnd::kDone);
  }

 private:
  // What would stop the study is found before anything is written: a missing runner, data that
  // cannot be had.
  Status Foresee() {
    TRENA_ASSIGN(LoadedRuns loaded, results_.Load());
    runs_ = std::move(loaded.runs);
    Choose();
    TRENA_CHECK(request_.configuration->Check(ScenariosToRun()));
    return PrepareAll();
  }

  // The lock, what is there already, and what is left to do.
  Status Open() {
    TRENA_CHECK(results_.Prepare());
    TRENA_ASSIGN(std::optional<FileLock> lock, results_.Lock());
    if (!lock) {
      auto holder = ReadFile(results_.folder() / "lock", 64);
      std::string who = holder.ok() ? std::string(Trim(holder.value())) : "?";
      return InputError(
          fmt::format("another trena (process {}) measures this study; wait for it, "
                      "or stop it with Ctrl-C where it runs",
                      who));
    }
    lock_.emplace(std::move(*lock));
    TRENA_ASSIGN(int recovered, results_.Recover());
    if (recovered > 0) {
      Note("a run that was under way when trena ended is kept as interrupted; it runs again");
    }
    TRENA_ASSIGN(LoadedRuns loaded, results_.Load());
    runs_ = std::move(loaded.runs);
    for (const std::string& name : loaded.set_aside) Note("set aside, not readable: " + name);
    Choose();
    return results_.WritePlan(ToJson(plan_));
  }

  void Choose() {
    std::vector<size_t> remaining = RemainingRuns(plan_, runs_, request_.retry);
    summary_.already = plan_.runs.size() - remaining.size();
    to_run_.clear();
    std::set<std::string> pending;
    for (size_t index : remaining) {
      const Environment* environment = EnvironmentOf(index);
      bool here = environment == nullptr || IsHere(*environment);
      if (here) to_run_.push_back(index);
      if (!here) pending.insert(environment->name);
    }
    summary_.pending_environments.assign(pending.begin(), pending.end());
  }

  const Scenario& ScenarioOf(size_t index) const {
    return plan_.scenarios[plan_.runs[index].scenario];
  }

  const Environment* EnvironmentOf(size_t index) const {
    return study_.environment(Find(ScenarioOf(index).values, "environment")->ToString());
  }

  std::vector<const Scenario*> ScenariosToRun() const {
    std::set<const Scenario*> unique;
    for (size_t index : to_run_) unique.insert(&ScenarioOf(index));
    return {unique.begin(), unique.end()};
  }

  // Everything is made before the first run starts, so that nothing fails after money was spent.
  Status PrepareAll() {
    inputs_.clear();
    for (size_t index : to_run_) {
      const Scenario& scenario = ScenarioOf(index);
      Result<RunInputs> inputs = request_.configuration->Prepare(
          scenario, plan_.runs[index].replication, listener_.preparing);
      if (!inputs.ok()) return inputs.error();
      inputs_.push_back(std::move(inputs).value());
    }
    return Done{};
  }

  // Whether the next run, by its forecast, would cross the budget. An unknown cost does not stop
  // it.
  bool OverBudget(size_t index) const {
    if (!study_.budget) return false;
    auto budget = InReportCurrency(study_, *study_.budget);
    Forecast next = MakeForecast(study_, plan_, {index}, runs_);
    if (!budget || !next.spent) return false;
    double coming = next.known_money ? next.known_money->amount : 0;
    return next.spent->amount + coming > budget->amount;
  }

  // The run at `order` of to_run_.
  Result<MeasuredRun> MeasureOne(size_t order, SignalWatch& signals) {
    size_t index = to_run_[order];
    const PlannedRun& planned = plan_.runs[index];
    RunRequest run{&study_,
                   &ScenarioOf(index),
                   planned,
                   static_cast<int>(index) + 1,
                   NextAttempt(ScenarioOf(index).key, planned.replication),
                   inputs_[order],
                   &machine_,
                   request_.trena_version};
    run.not_equal = request_.not_equal.contains(run.scenario->framework + "@" +
                                                run.scenario->framework_version);
    MeasureState state = StateOf(index, order);
    auto tick = [&](double elapsed) {
      state.elapsed = elapsed;
      if (listener_.running) listener_.running(state);
    };
    TRENA_ASSIGN(MeasuredRun measured, MeasureRun(run, results_, signals, tick));
    Count(measured.record);
    runs_.push_back(measured.record);
    AddForecast(order + 1, state);
    if (listener_.finished) listener_.finished(state, measured.record);
    return measured;
  }

  void Count(const RunRecord& record) {
    ++summary_.measured;
    bool failed = record.outcome == Outcome::kFailed || record.outcome == Outcome::kTimedOut ||
                  record.outcome == Outcome::kRefused;
    if (failed) ++summary_.failed;
    if (record.outcome == Outcome::kFailed) ++summary_.retryable;
  }

  int NextAttempt(const std::string& key, int replication) const {
    int last = 0;
    for (const RunRecord& run : runs_) {
      if (run.key == key && run.replication == replication) last = std::max(last, run.attempt);
    }
    return last + 1;
  }

  MeasureState StateOf(size_t index, size_t order) const {
    MeasureState state;
    state.position = summary_.already + summary_.measured + 1;
    state.planned = plan_.runs.size();
    state.scenario = &ScenarioOf(index);
    state.replication = plan_.runs[index].replication;
    for (const RunRecord& run : runs_) {
      auto seconds = run.metric("train_s") ? run.metric("train_s") : run.metric("wall_s");
      bool same = run.key == state.scenario->key && run.outcome == Outcome::kOk;
      if (same && seconds) state.earlier.push_back(*seconds);
    }
    AddForecast(order, state);
    if (study_.budget) state.budget = InReportCurrency(study_, *study_.budget);
    return state;
  }

  // For the runs from `first` of to_run_ on.
  void AddForecast(size_t first, MeasureState& state) const {
    std::vector<size_t> rest(to_run_.begin() + static_cast<std::ptrdiff_t>(first), to_run_.end());
    Forecast forecast = MakeForecast(study_, plan_, rest, runs_);
    state.time_left = forecast.rough_time;
    state.spent = forecast.spent;
  }

  void Note(const std::string& text) const {
    if (listener_.note) listener_.note(text);
  }

  Result<MeasureSummary> Stop(MeasureEnd end) {
    summary_.end = end;
    return summary_;
  }

  const MeasureRequest& request_;
  const Study& study_;
  const Plan& plan_;
  const Results& results_;
  const MeasureListener& listener_;
  Machine machine_;
  std::optional<FileLock> lock_;
  std::vector<RunRecord> runs_;
  std::vector<size_t> to_run_;     // indices into plan_.runs
  std::vector<RunInputs> inputs_;  // one per to_run_
  MeasureSummary summary_;
};

}  // namespace

Result<MeasureSummary> Measure(const MeasureRequest& request, const Results& results,
                               const MeasureListener& listener) {
  return Measurement(request, results, listener).Run();
}

}  // namespace trena
