// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/target.h"

#include <algorithm>

#include "analyze/cost/pricing.h"
#include "analyze/warnings.h"
#include "stats/survival.h"

namespace trena {
namespace {

// Longer than the run itself: its epochs' seconds are not believed either.
bool TellsImpossibleTimes(const RunRecord& run) {
  const auto& notes = run.notes;
  return std::find(notes.begin(), notes.end(), warning::kImpossibleTime) != notes.end();
}

void Count(const RunTarget& run, ScenarioTarget& scenario) {
  if (run.end == TargetEnd::kReached) ++scenario.reached;
  if (run.end == TargetEnd::kCensored) ++scenario.censored;
  if (run.end == TargetEnd::kUnknown) ++scenario.unknown;
  if (run.best) scenario.best = std::max(scenario.best.value_or(*run.best), *run.best);
}

// `value` is what the seconds are shown as: themselves, or their cost.
template <typename Value>
void Summarise(const ScenarioTarget& scenario, double confidence, Value value,
               std::optional<Summary>& summary, std::optional<double>& median) {
  std::vector<double> values;
  std::vector<Lifetime> lifetimes;
  for (const RunTarget& run : scenario.runs) {
    const std::optional<double> shown = value(run.seconds);
    if (run.end == TargetEnd::kUnknown || !shown) return;
    values.push_back(*shown);
    lifetimes.push_back({*shown, run.end == TargetEnd::kCensored});
  }
  if (scenario.censored == 0) {
    summary = Summarize(values, confidence);
  } else {
    median = MedianLifetime(lifetimes);
  }
}

std::optional<std::string> LeastOf(const TargetAnalysis& target,
                                   std::optional<Summary> ScenarioTarget::* metric) {
  const ScenarioTarget* least = nullptr;
  for (const ScenarioTarget& scenario : target.scenarios) {
    const auto& summary = scenario.*metric;
    if (!summary || !summary->mean) continue;
    if (least == nullptr || *summary->mean < *(least->*metric)->mean) least = &scenario;
  }
  return least == nullptr ? std::nullopt : std::optional(least->id);
}

}  // namespace

RunTarget FindTarget(const std::string& folder, const std::vector<EpochReading>& epochs,
                     double accuracy) {
  RunTarget target;
  target.folder = folder;
  // A single look at the end of several epochs does not tell when it was reached.
  bool known = !epochs.empty();
  int number = 0;
  for (const EpochReading& epoch : epochs) {
    ++number;
    if (epoch.accuracy) target.best = std::max(target.best.value_or(0), *epoch.accuracy);
    if (target.epoch > 0) continue;
    known = known && epoch.seconds && epoch.accuracy;
    target.seconds += epoch.seconds.value_or(0);
    if (epoch.accuracy && *epoch.accuracy >= accuracy) target.epoch = number;
  }
  if (!known) return target;
  target.end = target.epoch > 0 ? TargetEnd::kReached : TargetEnd::kCensored;
  return target;
}

TargetAnalysis AnalyzeTarget(const RunGroups& groups, const RunEpochs& epochs,
                             const Pricing& pricing, double accuracy, double confidence) {
  TargetAnalysis target;
  target.accuracy = accuracy;
  for (const ScenarioRuns& group : groups.scenarios) {
    ScenarioTarget scenario;
    scenario.id = group.scenario->id;
    for (const RunRecord* run : group.Ok()) {
      const auto found = epochs.find(run->folder);
      const bool told = found != epochs.end() && !TellsImpossibleTimes(*run);
      scenario.runs.push_back(
          FindTarget(run->folder, told ? found->second : std::vector<EpochReading>{}, accuracy));
      Count(scenario.runs.back(), scenario);
    }
    if (scenario.runs.empty()) continue;
    Summarise(
        scenario, confidence, [](double seconds) { return std::optional(seconds); },
        scenario.seconds, scenario.median_seconds);
    Summarise(
        scenario, confidence,
        [&](double seconds) { return pricing.Cost(group.environment, seconds); }, scenario.cost,
        scenario.median_cost);
    target.scenarios.push_back(std::move(scenario));
  }
  target.fastest = LeastOf(target, &ScenarioTarget::seconds);
  target.cheapest = LeastOf(target, &ScenarioTarget::cost);
  return target;
}

}  // namespace trena
