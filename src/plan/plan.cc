// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <fmt/format.h>

#include <unordered_map>

#include "core/text.h"
#include "plan/order.h"

namespace trena {
namespace {

constexpr size_t kMostNamed = 5;

Result<bool> LeftByStudy(const Study& study, const Values& values) {
  for (const Expression& exclude : study.exclude) {
    TRENA_ASSIGN(bool excluded, exclude.Holds(values));
    if (excluded) return false;
  }
  for (const Expression& only : study.only) {
    TRENA_ASSIGN(bool wanted, only.Holds(values));
    if (!wanted) return false;
  }
  return true;
}

// The scenarios of a design's points, each once, and what became of those that are not there.
class ScenarioList {
 public:
  ScenarioList(const Study& study, const FrameworkVersions& versions, const PlanOptions& options,
               const Design& design, Plan& plan)
      : study_(study),
        versions_(versions),
        options_(options),
        design_(design),
        axes_(AxesOf(study)),
        plan_(plan) {}

  Status Fill() {
    for (const DesignPoint& point : design_.points) {
      auto known = known_.find(point.combination);
      if (known == known_.end()) {
        TRENA_ASSIGN(auto index, AddScenario(point));
        known = known_.emplace(point.combination, index).first;
      }
      scenario_of_.push_back(known->second);
    }
    if (!excluded_.empty() && design_.needs_all_points) return BrokenDesign();
    if (!plan_.scenarios.empty()) return Done{};
    return study_.ErrorAt(
        study_.exclude.empty() ? "only" : "exclude",
        fmt::format("no scenario is left of {}: see exclude, only and --only", plan_.crossing));
  }

  const std::vector<std::optional<size_t>>& scenario_of() const { return scenario_of_; }

 private:
  using Index = std::optional<size_t>;

  Result<Index> AddScenario(const DesignPoint& point) {
    std::string id = point.combination ? fmt::format("C{}", *point.combination + 1) : "C0";
    Values levels =
        point.combination ? LevelsOf(study_, axes_, *point.combination) : design_.centre;
    TRENA_ASSIGN(Scenario scenario, MakeScenario(study_, id, std::move(levels), versions_));
    TRENA_ASSIGN(bool left, LeftByStudy(study_, scenario.values));
    if (!left) {
      excluded_.push_back(id);
      return Index();
    }
    if (options_.only) {
      TRENA_ASSIGN(bool wanted, options_.only->Holds(scenario.values));
      if (!wanted) return Index();
    }
    auto [same, added] = by_key_.emplace(scenario.key, plan_.scenarios.size());
    if (!added) return SameAs(plan_.scenarios[same->second].id, id);
    plan_.scenarios.push_back(std::move(scenario));
    return Index(plan_.scenarios.size() - 1);
  }

  // Computed values may make two combinations one.
  Result<Index> SameAs(const std::string& first, const std::string& second) {
    if (design_.needs_all_points) {
      return study_.ErrorAt(
          "design.kind",
          fmt::format("{} and {} have the same values, and this design needs both", first, second),
          "change the computed values, or use `kind: optimal`");
    }
    plan_.notes.push_back(
        fmt::format("{} has the same values as {} and is measured as that.", second, first));
    return Index();
  }

  Status BrokenDesign() const {
    std::vector<std::string> named = excluded_;
    if (named.size() > kMostNamed) named.resize(kMostNamed);
    std::string more = excluded_.size() > kMostNamed
                           ? fmt::format(" and {} more", excluded_.size() - kMostNamed)
                           : "";
    return study_.ErrorAt(
        study_.exclude.empty() ? "only" : "exclude",
        fmt::format("{}{} of the {} design are taken away: its effects would no longer be "
                    "orthogonal",
                    Join(named, ", "), more, study_.design.kind),
        fmt::format("`design: {{ kind: optimal, runs: {} }}` plans around what is excluded",
                    design_.points.size()));
  }

  const Study& study_;
  const FrameworkVersions& versions_;
  const PlanOptions& options_;
  const Design& design_;
  const std::vector<Axis> axes_;
  Plan& plan_;
  std::unordered_map<std::optional<Combination>, Index> known_;
  std::unordered_map<std::string, size_t> by_key_;
  std::vector<std::optional<size_t>> scenario_of_;
  std::vector<std::string> excluded_;
};

Status CheckRuns(const Study& study, const Design& design, const Plan& plan) {
  double runs = static_cast<double>(design.points.size()) * study.design.replications;
  if (runs <= static_cast<double>(kMostRuns)) return Done{};
  return InputError(
      fmt::format("{} scenarios × {} replications are {:.6g} runs; at most {} can "
                  "be planned",
                  plan.scenarios.size(), study.design.replications, runs, kMostRuns));
}

Plan PlanFor(const Study& study, const Design& design) {
  Plan plan;
  plan.design = study.design.kind;
  plan.seed = study.design.seed;
  plan.replications = study.design.replications;
  plan.random_order = study.design.random_order;
  plan.crossing = static_cast<size_t>(CrossingSize(study));
  plan.study_hash = study.hash;
  plan.fixed = study.fixed;
  plan.hard_to_change = study.design.hard_to_change;
  plan.details = design.details;
  plan.notes = design.notes;
  return plan;
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
  auto allowed = [&](Combination combination) -> Result<bool> {
    TRENA_ASSIGN(Values values, ScenarioValues(study, LevelsOf(study, combination)));
    return LeftByStudy(study, values);
  };
  TRENA_ASSIGN(Design design,
               MakeDesign({study, AxesOf(study), allowed, options.progress, options.kept}));
  Plan plan = PlanFor(study, design);
  ScenarioList scenarios(study, versions, options, design, plan);
  TRENA_CHECK(scenarios.Fill());
  TRENA_CHECK(CheckRuns(study, design, plan));
  AddRuns(study, design, scenarios.scenario_of(), plan);
  return plan;
}

}  // namespace trena
