// SPDX-License-Identifier: Apache-2.0
#include "analyze/run_groups.h"

#include <algorithm>
#include <unordered_map>

#include "plan/work_left.h"

namespace trena {
namespace {

std::vector<ScenarioRuns> EmptyGroups(const Plan& plan) {
  std::vector<ScenarioRuns> groups(plan.scenarios.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    groups[i].scenario = &plan.scenarios[i];
    const Value* environment = Find(plan.scenarios[i].values, "environment");
    groups[i].environment = environment ? environment->ToString() : kThisMachine;
  }
  std::vector<std::vector<int>> planned(groups.size());
  for (const PlannedRun& run : plan.runs) planned[run.scenario].push_back(run.replication);
  for (size_t i = 0; i < groups.size(); ++i) {
    groups[i].planned.insert(planned[i].begin(), planned[i].end());
  }
  return groups;
}

bool HasFinished(const ScenarioRuns& group, int replication) {
  const auto it = group.last.find(replication);
  return it != group.last.end() && IsFinal(it->second->outcome);
}

std::set<int> ExtraReplications(const std::vector<ScenarioRuns>& groups) {
  std::set<int> extra;
  for (const ScenarioRuns& group : groups) {
    for (const auto& [replication, run] : group.last) {
      if (!group.planned.contains(replication)) extra.insert(replication);
    }
  }
  return extra;
}

// Takes out what is in no whole block, and returns how many runs that were.
size_t DropIncompleteExtras(std::vector<ScenarioRuns>& groups) {
  size_t dropped = 0;
  for (int replication : ExtraReplications(groups)) {
    const bool whole = std::all_of(groups.begin(), groups.end(), [&](const ScenarioRuns& group) {
      return HasFinished(group, replication);
    });
    if (whole) continue;
    for (ScenarioRuns& group : groups) {
      if (!group.planned.contains(replication)) dropped += group.last.erase(replication);
    }
  }
  return dropped;
}

}  // namespace

std::vector<const RunRecord*> ScenarioRuns::Finished() const {
  std::vector<const RunRecord*> finished;
  for (const auto& [replication, run] : last) {
    if (IsFinal(run->outcome)) finished.push_back(run);
  }
  return finished;
}

std::vector<const RunRecord*> ScenarioRuns::Ok() const {
  std::vector<const RunRecord*> ok = Finished();
  std::erase_if(ok, [](const RunRecord* run) { return run->outcome != Outcome::kOk; });
  return ok;
}

size_t ScenarioRuns::PlannedFinished() const {
  return static_cast<size_t>(
      std::count_if(planned.begin(), planned.end(), [&](int k) { return HasFinished(*this, k); }));
}

std::vector<const RunRecord*> RunGroups::Finished() const {
  std::vector<const RunRecord*> all;
  for (const ScenarioRuns& group : scenarios) {
    const auto finished = group.Finished();
    all.insert(all.end(), finished.begin(), finished.end());
  }
  return all;
}

std::set<std::string> RunGroups::Environments() const {
  std::set<std::string> names;
  for (const ScenarioRuns& group : scenarios) names.insert(group.environment);
  return names;
}

RunGroups GroupRuns(const Plan& plan, const std::vector<RunRecord>& runs) {
  RunGroups groups{.scenarios = EmptyGroups(plan), .attempts = {}};
  std::unordered_map<Interned, ScenarioRuns*> by_key;
  for (ScenarioRuns& group : groups.scenarios) by_key[group.scenario->key] = &group;
  for (const RunRecord& run : runs) {
    if (by_key.contains(run.key)) groups.attempts.push_back(&run);
  }
  groups.foreign = runs.size() - groups.attempts.size();
  for (const auto& [key_and_replication, run] : FindLastAttempts(runs)) {
    const auto group = by_key.find(run->key);
    if (group == by_key.end()) continue;
    ScenarioRuns::Attempts& last = group->second->last;
    last.emplace_hint(last.end(), run->replication, run);
  }
  auto by_folder = [](const RunRecord* a, const RunRecord* b) { return a->folder < b->folder; };
  if (!std::is_sorted(groups.attempts.begin(), groups.attempts.end(), by_folder)) {
    std::stable_sort(groups.attempts.begin(), groups.attempts.end(), by_folder);
  }
  groups.extra = DropIncompleteExtras(groups.scenarios);
  // What was measured whole was planned, by the --replications of that day.
  for (ScenarioRuns& group : groups.scenarios) {
    for (const auto& [replication, run] : group.last) group.planned.insert(replication);
  }
  return groups;
}

std::vector<std::string> PendingEnvironments(const Study& study, const RunGroups& groups) {
  std::set<std::string> tried;
  for (const ScenarioRuns& group : groups.scenarios) {
    if (!group.last.empty()) tried.insert(group.environment);
  }
  const std::set<std::string> planned = groups.Environments();
  std::vector<std::string> pending;
  for (const Environment& environment : study.environments) {
    if (!planned.contains(environment.name) || tried.contains(environment.name)) continue;
    if (environment.device != "cpu") pending.push_back(environment.name);
  }
  return pending;
}

}  // namespace trena
