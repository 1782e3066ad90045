// SPDX-License-Identifier: Apache-2.0
#include "analyze/cost/pareto.h"

#include <algorithm>
#include <limits>

#include "analyze/analysis.h"
#include "analyze/metrics.h"

namespace trena {
namespace {

struct Choice {
  double time;
  double cost;
  const std::string* id;
};

}  // namespace

std::vector<std::string> FindPareto(const Analysis& analysis) {
  std::vector<Choice> choices;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const MetricAnalysis* time = FindMetric(scenario, analysis.time);
    const MetricAnalysis* cost = FindMetric(scenario, "cost");
    if (time == nullptr || cost == nullptr || !time->summary.mean || !cost->summary.mean) continue;
    choices.push_back({*time->summary.mean, *cost->summary.mean, &scenario.id});
  }
  std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
    return std::pair(a.time, a.cost) < std::pair(b.time, b.cost);
  });
  std::vector<std::string> pareto;
  Choice last{0, std::numeric_limits<double>::infinity(), nullptr};
  for (const Choice& choice : choices) {
    const bool same = last.id != nullptr && choice.time == last.time && choice.cost == last.cost;
    if (!same && !(choice.cost < last.cost)) continue;
    pareto.push_back(*choice.id);
    last = choice;
  }
  return pareto;
}

}  // namespace trena
