// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include "core/text.h"
#include "plan/design.h"

namespace trena {
namespace {

// Fisher–Yates with Boost's generators, which give the same numbers on every machine.
void Shuffle(std::vector<size_t>& order, boost::random::mt19937_64& random) {
  for (size_t i = order.size(); i > 1; --i) {
    boost::random::uniform_int_distribution<size_t> pick(0, i - 1);
    std::swap(order[i - 1], order[pick(random)]);
  }
}

Result<bool> Wanted(const Study& study, const PlanOptions& options, const Values& values) {
  for (const Expression& exclude : study.exclude) {
    TRENA_ASSIGN(bool excluded, exclude.Holds(values));
    if (excluded) return false;
  }
  for (const Expression& only : study.only) {
    TRENA_ASSIGN(bool wanted, only.Holds(values));
    if (!wanted) return false;
  }
  if (options.only) return options.only->Holds(values);
  return true;
}

Status CheckSize(const Study& study) {
  double scenarios = CrossingSize(study);
  if (scenarios > static_cast<double>(kMostScenarios)) {
    std::vector<std::string> counts;
    for (const Factor& factor : study.factors) {
      counts.push_back(fmt::format("{} {}", factor.levels.size(), factor.name));
    }
    return InputError(fmt::format(
        "the factors cross to {:.6g} scenarios ({}); at most {} can be planned. Fix some factors, "
        "or give them fewer levels",
        scenarios, Shorten(Join(counts, " × "), 200), kMostScenarios));
  }
  return Done{};
}

Status AddRuns(const Study& study, Plan& plan) {
  double runs = static_cast<double>(plan.scenarios.size()) * study.design.replications;
  if (runs > static_cast<double>(kMostRuns)) {
    return InputError(
        fmt::format("{} scenarios × {} replications are {:.6g} runs; at most {} can "
                    "be planned",
                    plan.scenarios.size(), study.design.replications, runs, kMostRuns));
  }
  boost::random::mt19937_64 random(study.design.seed);
  std::vector<size_t> order(plan.scenarios.size());
  plan.runs.reserve(static_cast<size_t>(runs));
  for (int replication = 1; replication <= study.design.replications; ++replication) {
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (study.design.random_order) Shuffle(order, random);
    for (size_t scenario : order) plan.runs.push_back({scenario, replication, replication, 1});
  }
  return Done{};
}

}  // namespace

const Scenario* Plan::scenario(const std::string& key) const {
  for (const Scenario& scenario : scenarios) {
    if (scenario.key == key) return &scenario;
  }
  return nullptr;
}

Result<Plan> MakePlan(const Study& study, const FrameworkVersions& versions,
                      const PlanOptions& options) {
  TRENA_CHECK(CheckSize(study));
  const DesignKind* design = FindDesign(study.design.kind);
  if (design == nullptr) return InputError("unknown design " + study.design.kind);
  TRENA_ASSIGN(std::vector<Combination> chosen, design->choose(study));
  Plan plan;
  plan.design = study.design.kind;
  plan.seed = study.design.seed;
  plan.replications = study.design.replications;
  plan.random_order = study.design.random_order;
  plan.crossing = static_cast<size_t>(CrossingSize(study));
  plan.study_hash = study.hash;
  for (Combination combination : chosen) {
    Scenario scenario = MakeScenario(study, fmt::format("C{}", combination + 1),
                                     LevelsOf(study, combination), versions);
    TRENA_ASSIGN(bool wanted, Wanted(study, options, scenario.values));
    if (wanted) plan.scenarios.push_back(std::move(scenario));
  }
  if (plan.scenarios.empty()) {
    return InputError(
        fmt::format("no scenario is left of {}: see exclude, only and --only", plan.crossing));
  }
  TRENA_CHECK(AddRuns(study, plan));
  return plan;
}

Json ToJson(const Plan& plan) {
  Json scenarios = Json::array();
  for (const Scenario& scenario : plan.scenarios) {
    scenarios.push_back({{"id", scenario.id},
                         {"key", scenario.key},
                         {"levels", ToJson(scenario.levels)},
                         {"framework_version", scenario.framework_version}});
  }
  Json runs = Json::array();
  for (const PlannedRun& run : plan.runs) {
    runs.push_back({{"scenario", plan.scenarios[run.scenario].id},
                    {"replication", run.replication},
                    {"block", run.block},
                    {"plot", run.plot}});
  }
  return {{"format", 1},
          {"design", plan.design},
          {"seed", plan.seed},
          {"order", plan.random_order ? "random" : "listed"},
          {"replications", plan.replications},
          {"crossing", plan.crossing},
          {"study_sha256", plan.study_hash},
          {"scenarios", std::move(scenarios)},
          {"runs", std::move(runs)}};
}

}  // namespace trena
