// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/text/text.h"
#include "plan/designs/holes.h"
#include "plan/pruning.h"
#include "plan/run_order.h"
#include "plan/twins.h"
#include "study/baseline.h"
#include "study/design_kinds.h"

namespace trena {
namespace {

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
    if (left_ == 0) return NothingLeft(study_, static_cast<double>(known_.size()));
    if (plan_.scenarios.empty()) return NothingLeftBy(*options_.only, study_, left_);
    if (!excluded_.empty()) AddHoles();
    return Done{};
  }

  const std::vector<std::optional<size_t>>& scenario_of() const { return scenario_of_; }

  // Those that are measured under two labels. What --only leaves out of them is not replaced.
  Result<std::vector<size_t>> Twice() const {
    const auto wanted = static_cast<size_t>(study_.design.same_twice);
    if (wanted <= left_) return twice_;
    return study_.ErrorAt(
        "design.same_twice",
        fmt::format("same_twice is {}, and there {}", wanted,
                    left_ == 1 ? "is one scenario" : fmt::format("are {} scenarios", left_)),
        "one is enough to see what equal trainings differ by");
  }

 private:
  using Index = std::optional<size_t>;

  Result<Index> AddScenario(const DesignPoint& point) {
    std::string id = point.combination ? fmt::format("C{}", *point.combination + 1) : "C0";
    Values levels =
        point.combination ? LevelsOf(study_, axes_, *point.combination) : design_.centre;
    TRENA_ASSIGN(bool left, IsLeft(levels));
    if (!left) {
      excluded_.push_back(id);
      return Index();
    }
    ++left_;
    if (point.combination) left_combinations_.push_back(*point.combination);
    TRENA_ASSIGN(Scenario scenario, MakeScenario(study_, id, std::move(levels), versions_));
    if (options_.only) {
      TRENA_ASSIGN(bool wanted, LeftByOption(*options_.only, scenario.values));
      if (!wanted) return Index();
    }
    auto [same, added] = by_key_.emplace(scenario.key, plan_.scenarios.size());
    if (!added) return SameAs(plan_.scenarios[same->second].id, id);
    if (left_ <= static_cast<size_t>(study_.design.same_twice)) {
      twice_.push_back(plan_.scenarios.size());
    }
    plan_.scenarios.push_back(std::move(scenario));
    return Index(plan_.scenarios.size() - 1);
  }

  // Asked before the scenario is made: of a large crossing few may be left.
  Result<bool> IsLeft(const Values& levels) const {
    if (study_.exclude.empty() && study_.only.empty()) return true;
    TRENA_ASSIGN(Values values, ScenarioValues(study_, levels));
    return LeftByStudy(study_, values);
  }

  // Computed values may make two combinations one.
  Result<Index> SameAs(const std::string& first, const std::string& second) {
    if (design_.needs_all_points) {
      return study_.ErrorAt(
          "design.kind",
          fmt::format("{} and {} have the same values, and this design needs both", first, second),
          "change the computed values, or use `kind: optimal`");
    }
    plan_.notes.push_back(Tell({"{second} has the same values as {first} and is measured as that.",
                                "{second} tem os mesmos valores que {first} e é medido como esse."},
                               {{"second", second}, {"first", first}}));
    return Index();
  }

  // "C1, C4 and 3 more".
  Told ExcludedText() const {
    std::vector<std::string> named = excluded_;
    if (named.size() > kMostNamed) named.resize(kMostNamed);
    const std::string names = Join(named, ", ");
    if (excluded_.size() <= kMostNamed) return names;
    return Tell({"{names} and {count} more", "{names} e mais {count}"},
                {{"names", names}, {"count", std::to_string(excluded_.size() - kMostNamed)}});
  }

  Told OptimalText() const {
    return Tell(
        {"{design} plans around what is excluded", "{design} planeja sem o que foi excluído"},
        {{"design",
          fmt::format("`design: {{ kind: optimal, runs: {} }}`", design_.points.size())}});
  }

  Status BrokenDesign() const {
    return study_.ErrorAt(
        PruningPlace(study_),
        fmt::format("{} of the {} design are taken away: its effects would no longer be "
                    "orthogonal",
                    ExcludedText().english, study_.design.kind),
        OptimalText().english);
  }

  // What a design loses that does without some points.
  void AddHoles() {
    const DesignKind* kind = FindDesignKind(study_.design.kind);
    if (kind->Takes("base")) {
      plan_.notes.push_back(
          Tell({"Excluded: {excluded}. Their levels are not compared with the base; {offer}.",
                "Excluídos: {excluded}. Seus níveis não são comparados com a base; {offer}."},
               {{"excluded", ExcludedText()}, {"offer", OptimalText()}}));
      return;
    }
    auto holes = DescribeHoles(axes_, left_combinations_, kind->TakesEverything());
    if (holes) plan_.notes.push_back(*holes);
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
  size_t left_ = 0;  // scenarios that the study leaves, before --only
  std::vector<size_t> twice_;
  std::vector<Combination> left_combinations_;
};

// Of the runs that are left, not of those that were excluded.
Status CheckRuns(const Study& study, const std::vector<std::optional<size_t>>& scenario_of) {
  auto excluded = std::count(scenario_of.begin(), scenario_of.end(), std::nullopt);
  size_t each = scenario_of.size() - static_cast<size_t>(excluded);
  double runs = static_cast<double>(each) * study.design.replications;
  if (runs <= static_cast<double>(kMostRuns)) return Done{};
  return study.ErrorAt(
      "design.replications",
      fmt::format("{} scenarios × {} replications are {:.6g} runs; at most {} can be planned", each,
                  study.design.replications, runs, kMostRuns),
      each > kMostRuns
          ? "plan a part of them: `only:`, or `runs:` of an optimal design"
          : fmt::format("at most {} replications of so many; or plan a part of them with `only:`",
                        kMostRuns / each));
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
  for (const NamedMap& map : study.maps) {
    if (!map.sha256.empty()) plan.maps[map.value][map.name] = map.sha256;
  }
  plan.hard_to_change = study.design.hard_to_change;
  plan.centre = design.centre_label;
  plan.resolution = design.resolution;
  plan.search_stopped = design.search_stopped;
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

const Scenario* Plan::called(const std::string& id) const {
  for (const Scenario& scenario : scenarios) {
    if (scenario.id == id) return &scenario;
  }
  return nullptr;
}

bool HasBaseline(const Study& study, const Plan& plan) {
  return std::any_of(plan.scenarios.begin(), plan.scenarios.end(), [&](const Scenario& scenario) {
    return IsBaseline(scenario.levels, study.analyze.baseline);
  });
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
  if (!options.only && !HasBaseline(study, plan)) {
    const BaselineProblem problem = BaselineNotPlanned(study);
    return study.ErrorAt("analyze.baseline", problem.message, problem.suggestion);
  }
  TRENA_CHECK(CheckRuns(study, scenarios.scenario_of()));
  AddRuns(study, design, scenarios.scenario_of(), plan);
  TRENA_ASSIGN(const std::vector<size_t> twice, scenarios.Twice());
  AddTwins(study, twice, plan);
  return plan;
}

}  // namespace trena
