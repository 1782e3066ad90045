// SPDX-License-Identifier: Apache-2.0
#include "analyze/response.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyze/metrics.h"
#include "analyze/warnings.h"
#include "study/axes.h"

namespace trena {
namespace {

// Beside the response itself, in the order reports show them.
constexpr std::array kOthers = {"train_s", "wall_s",  "image_s",     "accuracy", "cpu_pct",
                                "mem_pct", "gpu_pct", "gpu_mem_pct", "cost"};

using Scenarios = std::vector<ScenarioAnalysis>;

bool HasLevel(const ScenarioAnalysis& scenario, const std::string& factor, const Value& level) {
  const Value* value = Find(scenario.levels, factor);
  return value != nullptr && *value == level;
}

// Levels that are not written as such: computed ones, and the centre of a design.
void AddOtherLevels(const Scenarios& scenarios, const std::string& factor,
                    std::vector<Value>& levels) {
  for (const ScenarioAnalysis& scenario : scenarios) {
    const Value* level = Find(scenario.levels, factor);
    const bool known =
        level == nullptr || std::find(levels.begin(), levels.end(), *level) != levels.end();
    if (!known) levels.push_back(*level);
  }
}

void AddFactors(const Study& study, const Scenarios& scenarios, ResponseAnalysis& response) {
  for (const Factor& factor : study.factors) {
    if (Follows(study, factor.name)) continue;  // its effect is that of the factor it moves with
    std::vector<Value> levels;
    for (const Value& level : factor.levels) {
      const bool present = std::any_of(
          scenarios.begin(), scenarios.end(),
          [&](const ScenarioAnalysis& scenario) { return HasLevel(scenario, factor.name, level); });
      if (present) levels.push_back(level);
    }
    AddOtherLevels(scenarios, factor.name, levels);
    if (levels.size() < 2) continue;
    response.factors.push_back(factor.name);
    response.levels.push_back(std::move(levels));
  }
}

std::vector<size_t> LevelIndices(const ScenarioAnalysis& scenario,
                                 const ResponseAnalysis& response) {
  std::vector<size_t> indices;
  for (size_t i = 0; i < response.factors.size(); ++i) {
    const auto& levels = response.levels[i];
    const auto it = std::find_if(levels.begin(), levels.end(), [&](const Value& level) {
      return HasLevel(scenario, response.factors[i], level);
    });
    indices.push_back(static_cast<size_t>(it - levels.begin()));
  }
  return indices;
}

size_t CountOf(const ScenarioAnalysis& scenario, const std::string& metric) {
  const MetricAnalysis* found = FindMetric(scenario, metric);
  return found == nullptr ? 0 : found->values.size();
}

size_t OkRuns(const ScenarioAnalysis& scenario) {
  const auto it = scenario.outcomes.find(Outcome::kOk);
  return it == scenario.outcomes.end() ? 0 : static_cast<size_t>(it->second);
}

template <typename Predicate>
std::vector<std::string> IdsOf(const Scenarios& scenarios, Predicate predicate) {
  std::vector<std::string> ids;
  for (const ScenarioAnalysis& scenario : scenarios) {
    if (predicate(scenario)) ids.push_back(scenario.id);
  }
  return ids;
}

struct WhyNot {
  std::string code;  // empty when nothing is in the way
  std::vector<std::string> details;
};

// What stands in the way whatever has been measured. Counted as a double: the crossing of a study
// with many exclusions may be larger than a plan can be.
WhyNot WhyNotByDesign(const Analysis& analysis, const ResponseAnalysis& response) {
  if (response.factors.empty()) return {why_not::kNoFactor, {}};
  double crossing = 1;
  for (const auto& levels : response.levels) crossing *= static_cast<double>(levels.size());
  const size_t planned = analysis.scenarios.size();
  if (static_cast<double>(planned) == crossing) return {};
  return {why_not::kMissingScenarios, {std::to_string(planned), Value(crossing).ToString()}};
}

WhyNot WhyNotEmptyCells(const Analysis& analysis, const std::string& metric) {
  const auto empty = [&](const ScenarioAnalysis& s) { return CountOf(s, metric) == 0; };
  const auto unfinished = [&](const ScenarioAnalysis& s) {
    int finished = s.skipped;  // it will not be made
    for (const auto& [outcome, count] : s.outcomes) finished += count;
    return empty(s) && finished < s.planned;
  };
  const std::vector<std::string> empty_ids = IdsOf(analysis.scenarios, empty);
  if (empty_ids.empty()) return {};
  if (!analysis.pending_environments.empty()) {
    return {why_not::kPendingEnvironments, analysis.pending_environments};
  }
  const std::vector<std::string> unfinished_ids = IdsOf(analysis.scenarios, unfinished);
  if (!unfinished_ids.empty()) return {why_not::kMissingRuns, unfinished_ids};
  return {why_not::kFailedScenarios, empty_ids};
}

WhyNot WhyNotByCounts(const Analysis& analysis, const std::string& metric) {
  const auto& scenarios = analysis.scenarios;
  const auto none_ok = [](const ScenarioAnalysis& s) { return OkRuns(s) == 0; };
  const auto none_has = [&](const ScenarioAnalysis& s) { return CountOf(s, metric) == 0; };
  if (std::all_of(scenarios.begin(), scenarios.end(), none_ok)) {
    return {why_not::kNothingMeasured, {}};
  }
  if (std::all_of(scenarios.begin(), scenarios.end(), none_has)) {
    return {why_not::kUnknownResponse, {metric}};
  }
  WhyNot empty = WhyNotEmptyCells(analysis, metric);
  if (!empty.code.empty()) return empty;
  size_t most = 0;
  for (const ScenarioAnalysis& s : scenarios) most = std::max(most, CountOf(s, metric));
  const auto fewer = [&](const ScenarioAnalysis& s) { return CountOf(s, metric) < most; };
  const std::vector<std::string> short_ids = IdsOf(scenarios, fewer);
  if (!short_ids.empty()) return {why_not::kUnequalReplications, short_ids};
  return {};
}

WhyNot WhyNotByScale(const Scenarios& scenarios, const ResponseAnalysis& response) {
  if (response.scale != "log") return {};
  const auto not_positive = [&](const ScenarioAnalysis& s) {
    const auto& values = FindMetric(s, response.metric)->values;
    return std::any_of(values.begin(), values.end(), [](double x) { return x <= 0; });
  };
  const std::vector<std::string> ids = IdsOf(scenarios, not_positive);
  if (ids.empty()) return {};
  return {why_not::kNotPositive, ids};
}

WhyNot FindWhyNot(const Analysis& analysis, const ResponseAnalysis& response) {
  WhyNot why = WhyNotByCounts(analysis, response.metric);
  // A design that can never be analysed matters more than what is not measured yet.
  if (WhyNot design = WhyNotByDesign(analysis, response); !design.code.empty()) return design;
  return why.code.empty() ? WhyNotByScale(analysis.scenarios, response) : why;
}

FactorialData DataOf(const Scenarios& scenarios, const ResponseAnalysis& response) {
  FactorialData data{.factors = response.factors, .level_counts = {}, .levels = {}, .y = {}};
  for (const auto& levels : response.levels) data.level_counts.push_back(levels.size());
  for (const ScenarioAnalysis& scenario : scenarios) {
    for (double value : FindMetric(scenario, response.metric)->values) {
      data.levels.push_back(LevelIndices(scenario, response));
      data.y.push_back(response.scale == "log" ? std::log(value) : value);
    }
  }
  return data;
}

bool EveryRunHas(const Scenarios& scenarios, const std::string& metric) {
  size_t total = 0;
  for (const ScenarioAnalysis& scenario : scenarios) {
    if (CountOf(scenario, metric) != OkRuns(scenario)) return false;
    total += CountOf(scenario, metric);
  }
  return total > 0;
}

// Free everywhere: nothing to explain.
bool CostsNothing(const Scenarios& scenarios) {
  return std::all_of(scenarios.begin(), scenarios.end(), [](const ScenarioAnalysis& scenario) {
    const MetricAnalysis* cost = FindMetric(scenario, "cost");
    return cost == nullptr || cost->summary.max == 0;
  });
}

}  // namespace

ResponseAnalysis AnalyzeResponse(const Study& study, const Analysis& analysis,
                                 const std::string& metric, const std::string& scale) {
  ResponseAnalysis response;
  response.metric = metric;
  response.unit = UnitOf(metric, analysis.cost.currency);
  response.scale = scale;
  if (scale == "log") response.unit = response.unit.empty() ? "ln" : "ln " + response.unit;
  AddFactors(study, analysis.scenarios, response);
  WhyNot why = FindWhyNot(analysis, response);
  if (why.code.empty()) {
    auto factorial = AnalyzeFactorial(DataOf(analysis.scenarios, response), analysis.confidence);
    if (factorial.ok()) {
      response.factorial = std::move(factorial).value();
      return response;
    }
    why = {why_not::kNotComputable, {factorial.error().message()}};
  }
  response.why_not = std::move(why.code);
  response.why_not_details = std::move(why.details);
  return response;
}

std::vector<ResponseAnalysis> AnalyzeOthers(const Study& study, const Analysis& analysis) {
  std::vector<ResponseAnalysis> others;
  for (const char* metric : kOthers) {
    if (metric == analysis.response || !EveryRunHas(analysis.scenarios, metric)) continue;
    if (metric == std::string("cost") && CostsNothing(analysis.scenarios)) continue;
    others.push_back(AnalyzeResponse(study, analysis, metric, "raw"));
  }
  return others;
}

std::vector<Driver> FindDrivers(const ResponseAnalysis& response) {
  std::vector<Driver> drivers;
  if (!response.factorial) return drivers;
  for (const AnovaRow& row : response.factorial->rows) {
    if (row.factors.empty() || !row.percent) continue;
    drivers.push_back({row.term, *row.percent, row.p});
  }
  std::stable_sort(drivers.begin(), drivers.end(),
                   [](const Driver& a, const Driver& b) { return a.percent > b.percent; });
  return drivers;
}

}  // namespace trena
