// SPDX-License-Identifier: Apache-2.0
#include "plan/plan_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/text/text.h"
#include "plan/work_left.h"

namespace trena {
namespace {

// "C1, C2 and 3 more".
std::string SomeOf(std::vector<std::string> names) {
  size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
  names.resize(names.size() - more);
  return Join(names, ", ") + (more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string Count(size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

const char* Are(size_t count) { return count == 1 ? "is" : "are"; }
const char* Them(size_t count) { return count == 1 ? "it" : "them"; }

void AddSetting(const std::string& name, const std::string& now, const std::string& before,
                std::vector<std::string>& settings) {
  if (now != before) settings.push_back(fmt::format("{} is {}, was {}", name, now, before));
}

std::string TextOf(const Values& values, const std::string& name) {
  const Value* value = Find(values, name);
  return value != nullptr ? value->ToString() : "not said";
}

// Fixed values and the design's own.
std::vector<std::string> ChangedSettings(const SavedPlan& before, const Plan& plan) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : plan.fixed) {
    AddSetting(name, value.ToString(), TextOf(before.fixed, name), settings);
  }
  for (const auto& [name, value] : before.fixed) {
    if (Find(plan.fixed, name) == nullptr) {
      settings.push_back(fmt::format("{} is no longer fixed at {}", name, value.ToString()));
    }
  }
  AddSetting("the design", plan.design, before.design, settings);
  AddSetting("the number of replications", std::to_string(plan.replications),
             std::to_string(before.replications), settings);
  AddSetting("the seed", std::to_string(plan.seed), std::to_string(before.seed), settings);
  AddSetting("the order", plan.random_order ? "random" : "as listed",
             before.random_order ? "random" : "as listed", settings);
  return settings;
}

// How many replications of each key are there for good.
std::unordered_map<std::string, size_t> CountFinal(const LastAttempts& last) {
  std::unordered_map<std::string, size_t> count;
  for (const auto& [key_and_replication, run] : last) {
    if (IsFinal(run->outcome)) ++count[run->key];
  }
  return count;
}

std::string DescribeGone(const std::vector<PlanChanges::Gone>& gone) {
  std::vector<std::string> names;
  size_t runs = 0;
  for (const PlanChanges::Gone& one : gone) {
    names.push_back(fmt::format("{} ({})", one.id, Describe(one.levels)));
    runs += one.runs;
  }
  std::string left = runs == 0 ? fmt::format("Nothing was measured of {}.", Them(gone.size()))
                               : fmt::format("{} of {} stay{} in the folder and {} not analysed.",
                                             Count(runs, "run"), Them(gone.size()),
                                             runs == 1 ? "s" : "", Are(runs));
  return fmt::format("{} no longer fit{} the study: {}. {}", Count(gone.size(), "scenario"),
                     gone.size() == 1 ? "s" : "", SomeOf(names), left);
}

}  // namespace

PlanChanges ComparePlans(const SavedPlan& before, const Plan& plan,
                         const std::vector<RunRecord>& runs) {
  PlanChanges changes;
  changes.settings = ChangedSettings(before, plan);
  LastAttempts last = FindLastAttempts(runs);
  std::unordered_map<std::string, std::string> was;  // label by key
  for (const auto& scenario : before.scenarios) was.emplace(scenario.key, scenario.id);
  std::unordered_map<std::string, const Scenario*> is;
  for (const Scenario& scenario : plan.scenarios) {
    is.emplace(scenario.key, &scenario);
    auto known = was.find(scenario.key);
    if (known == was.end()) {
      changes.added.push_back(scenario.id);
      continue;
    }
    ++changes.same;
    if (known->second != scenario.id) changes.relabelled.emplace_back(known->second, scenario.id);
  }
  std::unordered_map<std::string, size_t> there = CountFinal(last);
  for (const auto& scenario : before.scenarios) {
    if (is.contains(scenario.key)) continue;
    auto count = there.find(scenario.key);
    changes.gone.push_back(
        {scenario.id, scenario.levels, count != there.end() ? count->second : 0});
  }
  for (const PlannedRun& run : plan.runs) {
    auto found = last.find({plan.scenarios[run.scenario].key, run.replication});
    if (found != last.end() && IsFinal(found->second->outcome)) ++changes.reused_runs;
  }
  return changes;
}

std::vector<std::string> Describe(const PlanChanges& changes) {
  std::vector<std::string> sentences;
  if (changes.none()) return sentences;
  for (const std::string& setting : changes.settings) sentences.push_back(setting + ".");
  if (changes.same > 0) {
    std::vector<std::string> labels;
    for (const auto& [before, now] : changes.relabelled) {
      labels.push_back(fmt::format("{} is now {}", before, now));
    }
    sentences.push_back(fmt::format("{} {} as before{}.", Count(changes.same, "scenario"),
                                    Are(changes.same),
                                    labels.empty() ? "" : fmt::format(" ({})", SomeOf(labels))));
  }
  sentences.push_back(fmt::format("{} of the plan {} there already and used again.",
                                  Count(changes.reused_runs, "run"), Are(changes.reused_runs)));
  size_t added = changes.added.size();
  if (added > 0) {
    std::string later = fmt::format(
        " {} later than what is there: what the machine did in between looks like an effect.",
        added == 1 ? "It runs" : "They run");
    sentences.push_back(fmt::format("{} {} new: {}.{}", Count(added, "scenario"), Are(added),
                                    SomeOf(changes.added), changes.reused_runs > 0 ? later : ""));
  }
  if (!changes.gone.empty()) sentences.push_back(DescribeGone(changes.gone));
  return sentences;
}

Json ToJson(const PlanChanges& changes) {
  Json relabelled = Json::array();
  for (const auto& [before, now] : changes.relabelled) {
    relabelled.push_back({{"before", before}, {"now", now}});
  }
  Json gone = Json::array();
  for (const PlanChanges::Gone& one : changes.gone) {
    gone.push_back({{"id", one.id}, {"levels", ToJson(one.levels)}, {"runs", one.runs}});
  }
  return {{"settings", changes.settings},
          {"same", changes.same},
          {"reused_runs", changes.reused_runs},
          {"relabelled", std::move(relabelled)},
          {"added", changes.added},
          {"gone", std::move(gone)}};
}

StudyChanges ChangesSince(const Result<std::string>& kept, const Plan& plan,
                          const std::vector<RunRecord>& runs) {
  if (kept.ok() && kept.value().empty()) return {};
  Result<SavedPlan> before = kept.ok() ? ReadPlanJson(kept.value()) : kept.error();
  if (!before.ok()) {
    return {{}, {"The plan of the last measure cannot be read: " + before.error().message() + "."}};
  }
  if (before.value().study_hash == plan.study_hash) return {};
  PlanChanges changes = ComparePlans(before.value(), plan, runs);
  std::vector<std::string> sentences = Describe(changes);
  return {std::move(changes), std::move(sentences)};
}

}  // namespace trena
