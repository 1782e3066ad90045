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
Told SomeOf(std::vector<Told> names) {
  const size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
  names.resize(names.size() - more);
  Told some = JoinTold(names, ", ");
  if (more == 0) return some;
  return Tell({"{some} and {more} more", "{some} e mais {more}"},
              {{"some", some}, {"more", std::to_string(more)}});
}

Told CountOf(size_t count) { return std::to_string(count); }

void AddSetting(const Told& name, const Told& now, const Told& before,
                std::vector<Told>& settings) {
  if (now == before) return;
  settings.push_back(Tell({"{name} is {now}, was {before}", "{name}: agora {now}, antes {before}"},
                          {{"name", name}, {"now", now}, {"before", before}}));
}

Told TextOf(const Values& values, const std::string& name) {
  const Value* value = Find(values, name);
  return value != nullptr ? Told(value->ToString()) : Tell({"not said", "não dito"});
}

Told OrderOf(bool random) {
  return random ? Tell({"random", "aleatória"}) : Tell({"as listed", "a da lista"});
}

// Fixed values and the design's own.
std::vector<Told> ChangedSettings(const SavedPlan& before, const Plan& plan) {
  std::vector<Told> settings;
  for (const auto& [name, value] : plan.fixed) {
    AddSetting(name, value.ToString(), TextOf(before.fixed, name), settings);
  }
  for (const auto& [name, value] : before.fixed) {
    if (Find(plan.fixed, name) == nullptr) {
      settings.push_back(
          Tell({"{name} is no longer fixed at {value}", "{name} não é mais fixado em {value}"},
               {{"name", name}, {"value", value.ToString()}}));
    }
  }
  AddSetting(Tell({"the design", "o plano"}), plan.design, before.design, settings);
  AddSetting(Tell({"the number of replications", "o número de repetições"}),
             std::to_string(plan.replications), std::to_string(before.replications), settings);
  AddSetting(Tell({"the seed", "a semente"}), std::to_string(plan.seed),
             std::to_string(before.seed), settings);
  AddSetting(Tell({"the order", "a ordem"}), OrderOf(plan.random_order),
             OrderOf(before.random_order), settings);
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

Told DescribeGone(const std::vector<PlanChanges::Gone>& gone) {
  std::vector<Told> names;
  size_t runs = 0;
  for (const PlanChanges::Gone& one : gone) {
    names.push_back(Told(fmt::format("{} ({})", one.id, Describe(one.levels))));
    runs += one.runs;
  }
  const Told fits =
      Tell({"{count} [scenario no longer fits|scenarios no longer fit] the study: {names}.",
            "{count} [cenário não cabe mais|cenários não cabem mais] no estudo: {names}."},
           {{"count", CountOf(gone.size())}, {"names", SomeOf(names)}});
  const bool one = gone.size() == 1;
  const Told left =
      runs == 0 ? Tell({"Nothing was measured of {them}.", "Nada foi medido {them}."},
                       {{"them", one ? Tell({"it", "dele"}) : Tell({"them", "deles"})}})
                : Tell({"Of {them}, {count} [run stays|runs stay] in the folder and [is|are] not "
                        "analysed.",
                        "{them}, {count} [execução fica|execuções ficam] na pasta e não [é "
                        "analisada|são analisadas]."},
                       {{"them", one ? Tell({"it", "Dele"}) : Tell({"them", "Deles"})},
                        {"count", CountOf(runs)}});
  return JoinTold({fits, left}, " ");
}

Told DescribeSame(const PlanChanges& changes) {
  std::vector<Told> labels;
  for (const auto& [before, now] : changes.relabelled) {
    labels.push_back(Tell({"{before} is now {now}", "{before} agora é {now}"},
                          {{"before", before}, {"now", now}}));
  }
  const Told same = Tell({"{count} [scenario is|scenarios are] as before",
                          "{count} [cenário está|cenários estão] como antes"},
                         {{"count", CountOf(changes.same)}});
  if (labels.empty()) return JoinTold({same, ""}, ".");
  return Tell({"{same} ({labels}).", "{same} ({labels})."},
              {{"same", same}, {"labels", SomeOf(labels)}});
}

Told DescribeAdded(const PlanChanges& changes) {
  const Told added = Tell({"{count} [scenario is|scenarios are] new: {names}.",
                           "{count} [cenário é novo|cenários são novos]: {names}."},
                          {{"count", CountOf(changes.added.size())},
                           {"names", SomeOf({changes.added.begin(), changes.added.end()})}});
  if (changes.reused_runs == 0) return added;
  const Told later =
      changes.added.size() == 1
          ? Tell({"It runs later than what is there: what the machine did in between looks like an "
                  "effect.",
                  "Ele é executado depois do que já existe: o que a máquina fez nesse meio-tempo "
                  "parece um efeito."})
          : Tell({"They run later than what is there: what the machine did in between looks like "
                  "an effect.",
                  "Eles são executados depois do que já existe: o que a máquina fez nesse "
                  "meio-tempo parece um efeito."});
  return JoinTold({added, later}, " ");
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

std::vector<Told> Describe(const PlanChanges& changes) {
  std::vector<Told> sentences;
  if (changes.none()) return sentences;
  for (const Told& setting : changes.settings) sentences.push_back(JoinTold({setting, ""}, "."));
  if (changes.same > 0) sentences.push_back(DescribeSame(changes));
  sentences.push_back(Tell({"{count} [run of the plan is|runs of the plan are] there already and "
                            "used again.",
                            "{count} [execução do plano já existe e é usada|execuções do plano já "
                            "existem e são usadas] de novo."},
                           {{"count", CountOf(changes.reused_runs)}}));
  if (!changes.added.empty()) sentences.push_back(DescribeAdded(changes));
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
  Json settings = Json::array();
  for (const Told& setting : changes.settings) settings.push_back(setting.english);
  return {{"settings", std::move(settings)},
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
    return {{},
            {Tell({"The plan of the last measure cannot be read: {why}.",
                   "O plano da última medição não pode ser lido: {why}."},
                  {{"why", before.error().message()}})}};
  }
  if (before.value().study_hash == plan.study_hash) return {};
  PlanChanges changes = ComparePlans(before.value(), plan, runs);
  std::vector<Told> sentences = Describe(changes);
  return {std::move(changes), std::move(sentences)};
}

}  // namespace trena
