// SPDX-License-Identifier: Apache-2.0
#include "measure/fit/fit_search.h"

#include <algorithm>

#include "core/process/signals.h"
#include "measure/fit/short_run.h"
#include "measure/machine/machine.h"
#include "measure/program/left_behind.h"

namespace trena {
namespace {

constexpr size_t kLinePoints = 4;  // two degrees of freedom

class FitSearch {
 public:
  FitSearch(const FitRequest& request, const ResultsFolder& results, const FitListener& listener)
      : request_(request),
        results_(results),
        listener_(listener),
        machine_(ReadMachine()),
        known_(LoadFits(results.folder()).runs) {}

  Result<FitsFound> Run() {
    std::vector<const Scenario*> scenarios;
    for (const FitSeries& series : request_.series) {
      scenarios.insert(scenarios.end(), series.scenarios.begin(), series.scenarios.end());
    }
    TRENA_CHECK(request_.configuration->Check(scenarios));
    TRENA_CHECK(results_.Prepare());
    TRENA_ASSIGN(const std::optional<FileLock> lock, results_.Lock());
    if (!lock) return InputError("another trena measures this study; wait until it is done");
    TRENA_CHECK(EndLeftBehind(results_.folder() / "under-way"));
    for (const FitSeries& series : request_.series) {
      if (found_.interrupted) break;
      TRENA_CHECK(Search(series));
    }
    return found_;
  }

 private:
  Status Search(const FitSeries& series) {
    FitFound& found = found_.series.emplace_back(FitFound{series, {}, {}, {}, {}});
    found.runs.resize(series.levels.size());
    const auto fits = [&](size_t level) -> Result<std::optional<bool>> {
      TRENA_ASSIGN(found.runs[level], RunOf(*series.scenarios[level], false, found.problem));
      if (!found.runs[level]) return std::optional<bool>();
      return std::optional(found.runs[level]->fits);
    };
    TRENA_ASSIGN(found.largest, FindLargestLevel(series.levels.size(), kLinePoints, fits));
    const bool too_little = !found.largest.fits && found.largest.does_not && !found.largest.stopped;
    if (too_little && series.scenarios[0]->memory_limit()) {
      TRENA_ASSIGN(found.need, RunOf(*series.scenarios[0], true, found.problem));
    }
    return Done{};
  }

  // The one that is there, or a new one; empty where it told nothing.
  Result<std::optional<FitRun>> RunOf(const Scenario& scenario, bool lifted, std::string& problem) {
    if (const FitRun* there = FindFit(known_, scenario.key, MachineName(machine_), lifted)) {
      ++found_.already;
      found_.took.value += there->seconds;
      return std::optional(*there);
    }
    Result<RunInputs> inputs = request_.configuration->Prepare(scenario, 1, listener_.preparing);
    if (!inputs.ok()) return inputs.error();
    if (listener_.starting) {
      listener_.starting({found_.series.size(), request_.series.size(), &scenario, found_.made});
    }
    ShortRunRequest request;
    request.lifted = lifted;
    request.run.study = request_.study;
    request.run.scenario = &scenario;
    request.run.inputs = std::move(inputs).value();
    request.run.machine = &machine_;
    request.run.trena_version = request_.trena_version;
    TRENA_ASSIGN(ShortRunEnd end, MakeShortRun(request, results_, signals_));
    ++found_.made;
    found_.interrupted = end.interrupted;
    problem = end.problem.empty() ? "" : scenario.id + ": " + end.problem;
    if (end.run) {
      found_.took.value += end.run->seconds;
      known_.push_back(*end.run);
    }
    return std::move(end.run);
  }

  const FitRequest& request_;
  const ResultsFolder& results_;
  const FitListener& listener_;
  Machine machine_;
  SignalWatch signals_;
  std::vector<FitRun> known_;
  FitsFound found_;
};

}  // namespace

Result<FitsFound> FindFits(const FitRequest& request, const ResultsFolder& results,
                           const FitListener& listener) {
  return FitSearch(request, results, listener).Run();
}

}  // namespace trena
