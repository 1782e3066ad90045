// SPDX-License-Identifier: Apache-2.0
#include "analyze/metrics.h"

#include <algorithm>
#include <cmath>

namespace trena {
namespace {

using Readings = std::map<std::string, double>;

using Bills = std::map<std::string, double>;

Readings ReadingsOf(const RunRecord& run, const std::string& environment, const Pricing& pricing,
                    const Bills& bills, const std::string& cost_time) {
  Readings readings = run.metrics;
  for (const KnownMetric& metric : KnownMetrics()) {
    if (metric.source == MetricSource::kPrices) readings.erase(metric.name);
  }
  const auto seconds = run.metric(cost_time);
  const auto cost = seconds ? pricing.Cost(environment, *seconds) : std::nullopt;
  if (cost) readings["cost"] = *cost;
  const auto bill = bills.find(run.folder);
  if (bill != bills.end()) readings["bill"] = bill->second;
  return readings;
}

}  // namespace

ScenarioAnalysis AnalyzeScenario(const ScenarioRuns& runs, const Study& study,
                                 const Pricing& pricing, const Bills& bills, double confidence,
                                 const std::string& time) {
  ScenarioAnalysis analysis;
  analysis.id = runs.scenario->id;
  analysis.key = runs.scenario->key;
  analysis.levels = runs.scenario->levels;
  analysis.environment = runs.environment;
  analysis.planned = static_cast<int>(runs.planned.size());
  if (const Environment* environment = study.environment(runs.environment)) {
    analysis.price = environment->price;
  }
  for (const RunRecord* run : runs.Finished()) {
    ++analysis.outcomes[run->outcome];
    if (!run->stand_in.empty()) analysis.stand_in = true;
  }
  for (const RunRecord* run : runs.Ok()) {
    for (const auto& [name, value] : ReadingsOf(*run, runs.environment, pricing, bills, time)) {
      // What is not finite is no reading.
      if (!std::isfinite(value)) continue;
      analysis.metrics[name].values.push_back(value);
      analysis.metrics[name].folders.push_back(run->folder);
    }
  }
  for (auto& [name, metric] : analysis.metrics) {
    metric.summary = Summarize(metric.values, confidence);
    if (const KnownMetric* known = FindKnownMetric(name)) {
      KeepPossible(known->bounds, metric.summary.mean, metric.summary.low, metric.summary.high);
    }
  }
  return analysis;
}

void KeepPossible(const MetricBounds& bounds, const std::optional<double>& mean,
                  std::optional<double>& low, std::optional<double>& high) {
  if (!mean || !low || !high || !bounds.Hold(*mean)) return;
  if (bounds.least) low = std::max(*bounds.least, *low);
  if (bounds.most) high = std::min(*bounds.most, *high);
}

const MetricAnalysis* FindMetric(const ScenarioAnalysis& scenario, const std::string& metric) {
  const auto it = scenario.metrics.find(metric);
  return it == scenario.metrics.end() ? nullptr : &it->second;
}

}  // namespace trena
