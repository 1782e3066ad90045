// SPDX-License-Identifier: Apache-2.0
#include "analyze/measured/measured_plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analyze/measured/run_values.h"

namespace trena {
namespace {

Scenario ScenarioOf(const RunRecord& run) {
  Scenario scenario;
  scenario.id = run.scenario;
  scenario.key = run.key;
  scenario.levels = run.levels;
  scenario.values = ValuesOf(run);
  scenario.framework = run.framework;
  scenario.framework_version = run.framework_version;
  return scenario;
}

// C2 before C10.
bool LabelBefore(const Scenario& a, const Scenario& b) {
  return std::tuple(a.id.size(), a.id, a.key) < std::tuple(b.id.size(), b.id, b.key);
}

// Without the framework's version, which a run's values leave out.
std::string SameButVersion(const std::string& framework, const Values& values) {
  return framework + " " + Canonical(values, {"framework"});
}

bool StatesVersion(const Scenario& scenario) {
  const Value* framework = Find(scenario.values, "framework");
  return framework != nullptr && framework->ToString().find('@') != std::string::npos;
}

}  // namespace

Plan PlanOfRuns(const std::vector<RunRecord>& runs) {
  std::map<std::string, std::set<int>> replications;
  Plan plan;
  for (const RunRecord& run : runs) {
    auto& made = replications[run.key];
    if (made.empty()) plan.scenarios.push_back(ScenarioOf(run));
    made.insert(run.replication);
  }
  std::sort(plan.scenarios.begin(), plan.scenarios.end(), LabelBefore);
  for (size_t i = 0; i < plan.scenarios.size(); ++i) {
    for (int replication : replications[plan.scenarios[i].key]) {
      plan.runs.push_back({.scenario = i, .replication = replication});
      plan.replications = std::max(plan.replications, replication);
    }
  }
  return plan;
}

void FollowMeasuredVersions(const std::vector<RunRecord>& runs, Plan& plan) {
  std::set<std::string> measured;
  std::map<std::string, const RunRecord*> last;
  for (const RunRecord& run : runs) {
    measured.insert(run.key);
    const RunRecord*& known = last[SameButVersion(run.framework, ValuesOf(run))];
    if (known == nullptr || known->started < run.started) known = &run;
  }
  for (Scenario& scenario : plan.scenarios) {
    if (measured.contains(scenario.key) || StatesVersion(scenario)) continue;
    const auto found = last.find(SameButVersion(scenario.framework, scenario.values));
    if (found == last.end()) continue;
    scenario.key = found->second->key;
    scenario.framework_version = found->second->framework_version;
  }
}

}  // namespace trena
