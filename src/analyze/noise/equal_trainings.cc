// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/equal_trainings.h"

#include <algorithm>
#include <cmath>

#include "analyze/run_groups.h"
#include "plan/twins.h"
#include "stats/summary.h"

namespace trena {
namespace {

std::vector<double> LogRatios(const ScenarioRuns& one, const ScenarioRuns& twin,
                              const std::string& metric) {
  std::vector<double> ratios;
  for (const RunRecord* run : twin.Ok()) {
    const auto other = one.last.find(run->replication);
    if (other == one.last.end() || other->second->outcome != Outcome::kOk) continue;
    const auto first = other->second->metric(metric);
    const auto second = run->metric(metric);
    if (!first || !second || !(*first > 0) || !(*second > 0)) continue;
    ratios.push_back(std::log(*second / *first));
  }
  return ratios;
}

std::optional<EqualRatio> RatioOf(const std::vector<double>& logs, double confidence) {
  const Summary summary = Summarize(logs, confidence);
  if (!summary.low || !summary.high) return std::nullopt;
  return EqualRatio{std::exp(*summary.mean), std::exp(*summary.low), std::exp(*summary.high)};
}

}  // namespace

double EqualRatio::Unseen() const { return std::max(std::abs(low - 1), std::abs(high - 1)); }

std::vector<EqualTrainings> FindEqualTrainings(const Plan& plan, const std::vector<RunRecord>& runs,
                                               const std::string& metric, double confidence) {
  std::vector<EqualTrainings> all;
  if (!HasTwins(plan)) return all;
  const RunGroups groups = GroupRuns(plan, runs);
  for (const ScenarioRuns& twin : groups.scenarios) {
    const std::string& name = twin.scenario->twin_of;
    const auto one =
        std::find_if(groups.scenarios.begin(), groups.scenarios.end(),
                     [&](const ScenarioRuns& group) { return group.scenario->id == name; });
    if (one == groups.scenarios.end()) continue;
    const std::vector<double> logs = LogRatios(*one, twin, metric);
    all.push_back({name, twin.scenario->id, twin.scenario->key, metric, twin.planned.size(),
                   logs.size(), RatioOf(logs, confidence)});
  }
  return all;
}

}  // namespace trena
