// SPDX-License-Identifier: Apache-2.0
#include "plan/work_left.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace trena {
namespace {

std::optional<double> BatchOf(const Scenario& scenario) {
  const Value* batch = Find(scenario.values, "batch");
  return batch != nullptr ? batch->number() : std::nullopt;
}

// What is the same in all scenarios that differ in nothing but their batch.
std::string WithoutBatch(const Scenario& scenario) {
  std::string text = scenario.framework_version;
  for (const auto& [name, value] : scenario.values) {
    if (name != "batch") text += "\n" + name + "=" + value.ToString();
  }
  return text;
}

struct TooLarge {
  double batch = 0;
  size_t scenario = 0;
};

// The smallest batch that ran out of memory, of every kind of scenario.
std::map<std::string, TooLarge> FindTooLarge(const Plan& plan, const LastAttempts& last) {
  std::set<std::string> keys;
  for (const auto& [key_and_replication, run] : last) {
    if (run->outcome == Outcome::kOutOfMemory) keys.insert(run->key);
  }
  std::map<std::string, TooLarge> found;
  for (size_t i = 0; i < plan.scenarios.size(); ++i) {
    auto batch = BatchOf(plan.scenarios[i]);
    if (!batch || !keys.contains(plan.scenarios[i].key)) continue;
    auto [entry, fresh] = found.emplace(WithoutBatch(plan.scenarios[i]), TooLarge{*batch, i});
    if (!fresh && *batch < entry->second.batch) entry->second = {*batch, i};
  }
  return found;
}

// Of the scenarios, each looked up once and not for every run.
std::vector<Interned> KeysOf(const Plan& plan) {
  std::vector<Interned> keys;
  for (const Scenario& scenario : plan.scenarios) keys.emplace_back(scenario.key);
  return keys;
}

// Of what has its outcome and is not to be made again.
void CountFailed(const Plan& plan, const std::vector<RunRecord>& runs, WorkLeft& work) {
  const std::vector<size_t>& remaining = work.remaining;  // in order
  const LastAttempts last = FindLastAttempts(runs);
  const std::vector<Interned> keys = KeysOf(plan);
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    auto found = last.find({keys[run.scenario], run.replication});
    if (found == last.end() || std::binary_search(remaining.begin(), remaining.end(), i)) continue;
    const Outcome outcome = found->second->outcome;
    if (outcome == Outcome::kFailed) ++work.retryable;
    if (outcome == Outcome::kFailed || outcome == Outcome::kTimedOut) ++work.failed;
  }
}

}  // namespace

std::vector<SkippedRun> SkippedAfterOom(const Study& study, const Plan& plan,
                                        const std::vector<RunRecord>& runs) {
  if (!study.measure.skip_larger_after_oom) return {};
  std::map<std::string, TooLarge> too_large = FindTooLarge(plan, FindLastAttempts(runs));
  if (too_large.empty()) return {};
  std::vector<std::optional<size_t>> after;  // of each scenario
  for (const Scenario& scenario : plan.scenarios) {
    auto found = too_large.find(WithoutBatch(scenario));
    bool larger = found != too_large.end() && BatchOf(scenario) > found->second.batch;
    after.push_back(larger ? std::optional(found->second.scenario) : std::nullopt);
  }
  std::vector<SkippedRun> skipped;
  for (size_t index : RemainingRuns(plan, runs, false)) {
    if (auto scenario = after[plan.runs[index].scenario]) skipped.push_back({index, *scenario});
  }
  return skipped;
}

Told Describe(const Plan& plan, const SkippedRun& skipped) {
  const PlannedRun& run = plan.runs[skipped.run];
  return Tell({"{scenario} run {replication} is skipped: {after}, with a smaller batch, ran out of "
               "memory",
               "{scenario}, execução {replication}, é pulada: {after}, com um lote menor, ficou "
               "sem memória"},
              {{"scenario", plan.scenarios[run.scenario].id},
               {"replication", std::to_string(run.replication)},
               {"after", plan.scenarios[skipped.after].id}});
}

LastAttempts FindLastAttempts(const std::vector<RunRecord>& runs) {
  LastAttempts last;
  for (const RunRecord& run : runs) {
    const RunRecord*& known = last[{run.key, run.replication}];
    if (known == nullptr || run.attempt >= known->attempt) known = &run;
  }
  return last;
}

std::vector<size_t> RemainingRuns(const Plan& plan, const std::vector<RunRecord>& runs,
                                  bool retry) {
  LastAttempts last = FindLastAttempts(runs);
  const std::vector<Interned> keys = KeysOf(plan);
  std::vector<size_t> remaining;
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    auto found = last.find({keys[run.scenario], run.replication});
    bool done = found != last.end() && IsFinal(found->second->outcome) &&
                !(retry && found->second->outcome == Outcome::kFailed);
    if (!done) remaining.push_back(i);
  }
  return remaining;
}

bool EnvironmentsHere::Has(const Study& study, const Scenario& scenario) const {
  std::string name = scenario.environment();
  auto found = known_.find(name);
  if (found != known_.end()) return found->second;
  const Environment* environment = study.environment(name);
  bool here = environment == nullptr || look_(*environment);
  known_.emplace(std::move(name), here);
  return here;
}

std::vector<const Scenario*> ScenariosHere(const Study& study, const Plan& plan,
                                           const EnvironmentsHere& here) {
  std::vector<const Scenario*> scenarios;
  for (const Scenario& scenario : plan.scenarios) {
    if (here.Has(study, scenario)) scenarios.push_back(&scenario);
  }
  return scenarios;
}

std::vector<std::string> WorkLeft::pending_environments() const {
  std::vector<std::string> names;
  for (const auto& [name, runs] : pending) names.push_back(name);
  return names;
}

WorkLeft FindWorkLeft(const Study& study, const Plan& plan, const std::vector<RunRecord>& runs,
                      const EnvironmentsHere& here, bool retry) {
  WorkLeft work;
  work.skipped = SkippedAfterOom(study, plan, runs);
  std::set<size_t> skipped;
  for (const SkippedRun& run : work.skipped) skipped.insert(run.run);
  work.remaining = RemainingRuns(plan, runs, retry);
  std::erase_if(work.remaining, [&](size_t index) { return skipped.contains(index); });
  work.already = plan.runs.size() - work.remaining.size() - work.skipped.size();
  for (size_t index : work.remaining) {
    const Scenario& scenario = plan.scenarios[plan.runs[index].scenario];
    bool is_here = here.Has(study, scenario);
    (is_here ? work.to_run : work.pending[scenario.environment()]).push_back(index);
  }
  CountFailed(plan, runs, work);
  return work;
}

std::vector<const Scenario*> ScenariosOf(const Plan& plan, const std::vector<size_t>& runs) {
  std::set<size_t> scenarios;
  for (size_t index : runs) scenarios.insert(plan.runs[index].scenario);
  std::vector<const Scenario*> found;
  for (size_t index : scenarios) found.push_back(&plan.scenarios[index]);
  return found;
}

}  // namespace trena
