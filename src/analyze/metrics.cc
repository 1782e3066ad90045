// SPDX-License-Identifier: Apache-2.0
#include "analyze/metrics.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace trena {
namespace {

bool ComesFromPrices(Interned name) {
  const KnownMetric* known = FindKnownMetric(name.text());
  return known != nullptr && known->source == MetricSource::kPrices;
}

// The lists that the runs of a scenario fill, found by name once.
class MetricLists {
 public:
  explicit MetricLists(std::map<std::string, MetricAnalysis>& metrics) : metrics_(metrics) {}

  // What is not finite is no reading, and what prices tell is not read from a record.
  void AddRecorded(const RunRecord& run, Interned folder) {
    for (const auto& [name, value] : run.metrics) {
      if (!std::isfinite(value)) continue;
      const auto [list, is_new] = lists_.try_emplace(name);
      if (is_new) list->second = ComesFromPrices(name) ? nullptr : &metrics_[name];
      if (list->second != nullptr) Add(*list->second, folder, value);
    }
  }

  void AddPriced(const char* name, const std::optional<double>& amount, Interned folder) {
    if (amount && std::isfinite(*amount)) Add(metrics_[name], folder, *amount);
  }

 private:
  static void Add(MetricAnalysis& metric, Interned folder, double value) {
    metric.values.push_back(value);
    metric.folders.push_back(folder);
  }

  std::map<std::string, MetricAnalysis>& metrics_;
  std::unordered_map<Interned, MetricAnalysis*> lists_;
};

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
  MetricLists lists(analysis.metrics);
  const Interned time_metric(time);
  for (const RunRecord* run : runs.Ok()) {
    const Interned folder = run->folder;
    lists.AddRecorded(*run, folder);
    const auto seconds = run->metric_called(time_metric);
    const auto bill = bills.find(folder);
    lists.AddPriced("cost", seconds ? pricing.Cost(runs.environment, *seconds) : std::nullopt,
                    folder);
    lists.AddPriced("bill", bill != bills.end() ? std::optional(bill->second) : std::nullopt,
                    folder);
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
