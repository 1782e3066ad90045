// SPDX-License-Identifier: Apache-2.0
#include "plan/run_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text/text.h"
#include "plan/forecast/forecast.h"
#include "plan/power/error_degrees.h"
#include "plan/random.h"

namespace trena {
namespace {

using Group = std::vector<size_t>;  // scenarios, one entry per run

constexpr uint64_t kSeedsApart = 1'000'000'007;  // more than any seed of a study

class Ordering {
 public:
  // Goes on after the runs that the plan has.
  Ordering(const Study& study, Plan& plan, uint64_t seed)
      : study_(study), plan_(plan), random_(seed), done_(plan.scenarios.size(), 0) {
    for (const PlannedRun& run : plan.runs) {
      ++done_[run.scenario];
      block_ = std::max(block_, run.block);
    }
  }

  void AddReplication(const std::vector<Group>& blocks) {
    std::vector<size_t> order(blocks.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    Mix(order);
    for (size_t i : order) {
      if (blocks[i].empty()) continue;
      ++block_;
      AddBlock(blocks[i]);
    }
  }

 private:
  template <typename T>
  void Mix(std::vector<T>& items) {
    if (study_.design.random_order) Shuffle(items, random_);
  }

  void AddBlock(const Group& scenarios) {
    if (study_.design.hard_to_change.empty()) {
      AddInOrder(scenarios, 1);
      return;
    }
    std::vector<Group> plots = PlotsOf(scenarios);
    Mix(plots);
    for (const Group& plot : plots) AddInOrder(plot, static_cast<int>(++plan_.plots));
  }

  void AddInOrder(Group scenarios, int plot) {
    Mix(scenarios);
    for (size_t scenario : scenarios) {
      plan_.runs.push_back({scenario, ++done_[scenario], block_, plot});
    }
  }

  // By the levels of what is hard to change, in the order of their first scenarios.
  std::vector<Group> PlotsOf(const Group& scenarios) const {
    std::vector<Group> plots;
    std::map<std::string, size_t> known;
    for (size_t scenario : scenarios) {
      std::string levels;
      for (const std::string& name : study_.design.hard_to_change) {
        levels += Find(plan_.scenarios[scenario].levels, name)->ToString() + "\n";
      }
      auto [at, added] = known.emplace(levels, plots.size());
      if (added) plots.emplace_back();
      plots[at->second].push_back(scenario);
    }
    return plots;
  }

  const Study& study_;
  Plan& plan_;
  Random random_;
  std::vector<int> done_;  // runs of each scenario so far
  int block_ = 0;
};

// Of one environment. A machine is started once for each plot that has runs of it.
struct Starts {
  size_t runs = 0;
  size_t starts = 0;
  int last_plot = 0;
};

std::map<std::string, Starts> StartsOf(const Plan& plan) {
  std::map<std::string, Starts> environments;
  for (const PlannedRun& run : plan.runs) {
    const Value* name = Find(plan.scenarios[run.scenario].values, "environment");
    Starts& starts = environments[name->ToString()];
    ++starts.runs;
    if (run.plot != starts.last_plot) ++starts.starts;
    starts.last_plot = run.plot;
  }
  return environments;
}

// The set-up that is saved where runs do not start their machine.
struct Saving {
  size_t starts = 0;
  Seconds time;
  MoneySum money;
  std::vector<std::string> unknown;  // environments that do not say what a start takes
};

Saving SavingOf(const Study& study, const std::map<std::string, Starts>& environments) {
  Saving saving;
  for (const auto& [name, starts] : environments) {
    const size_t fewer = starts.runs - starts.starts;
    saving.starts += fewer;
    if (fewer == 0) continue;
    const Environment* environment = study.environment(name);
    if (environment == nullptr || !environment->billing.setup) {
      saving.unknown.push_back(name);
      continue;
    }
    const Seconds time{static_cast<double>(fewer) * environment->billing.setup->value};
    saving.time.value += time.value;
    saving.money.Add(environment->price ? InReportCurrency(study, environment->price->For(time))
                                        : std::nullopt);
  }
  return saving;
}

// " 18 starts fewer save 1 h 30 min of set-up (0.300 USD). …".
std::string SavingText(const Saving& saving) {
  if (saving.starts == 0) return "";
  if (saving.time.value <= 0) {
    return fmt::format(
        " How much time {} starts fewer save is not said: `bill: {{ setup: 5min }}` of an "
        "environment says it.",
        saving.starts);
  }
  const auto money = saving.money.total();
  const bool priced = money && money->amount > 0;
  const std::string others = saving.unknown.empty() ? ""
                                                    : fmt::format("; {} has no `bill: setup`",
                                                                  Join(saving.unknown, " and "));
  return fmt::format(
      " {} starts fewer save {} of set-up{}{}. The forecast and the bill count a start for every "
      "run: what is saved is not taken off there.",
      saving.starts, ToString(saving.time), priced ? " (" + ToString(*money) + ")" : "", others);
}

std::string StartsText(const Study& study, const Plan& plan) {
  const std::map<std::string, Starts> environments = StartsOf(plan);
  size_t starts = 0;
  for (const auto& [name, of] : environments) starts += of.starts;
  const auto& hard = study.design.hard_to_change;
  return fmt::format(
      "Split-plot: {} change{} {} times instead of with every run: {} starts of a machine for {} "
      "runs.{}",
      Join(hard, " and "), hard.size() == 1 ? "s" : "", plan.plots, starts, plan.runs.size(),
      SavingText(SavingOf(study, environments)));
}

// Of what is hard to change.
std::string BetweenText(const Study& study, const Plan& plan, double degrees) {
  const std::string about =
      fmt::format("The price is certainty about {}: its levels are compared between ",
                  Join(study.design.hard_to_change, " and "));
  if (degrees <= 0) {
    return fmt::format("{}whole plots, and with {} nothing says how much plots differ by chance.",
                       about, plan.replications == 1 ? "one replication" : "so few");
  }
  return fmt::format(
      "{}{} whole plots ({:.0f} degrees of freedom for their error), not between {} "
      "runs.",
      about, plan.plots, degrees, plan.runs.size());
}

}  // namespace

void AddRuns(const Study& study, const Design& design,
             const std::vector<std::optional<size_t>>& scenario_of, Plan& plan) {
  std::vector<Group> blocks(static_cast<size_t>(design.blocks));
  for (size_t i = 0; i < design.points.size(); ++i) {
    if (!scenario_of[i]) continue;
    blocks[static_cast<size_t>(design.points[i].block) - 1].push_back(*scenario_of[i]);
  }
  Ordering ordering(study, plan, study.design.seed);
  for (int i = 0; i < study.design.replications; ++i) ordering.AddReplication(blocks);
  if (!study.design.hard_to_change.empty()) AddPlotNotes(study, plan);
}

void AddBlockOf(const Study& study, const std::vector<size_t>& scenarios, Plan& plan) {
  // An order of its own for every block, and none of the first ones'.
  uint64_t seed = study.design.seed + kSeedsApart * (plan.runs.size() + 1);
  Ordering(study, plan, seed).AddReplication({scenarios});
}

void AddPlotNotes(const Study& study, Plan& plan) {
  plan.notes.push_back(StartsText(study, plan));
  int blocks = 0;
  for (const PlannedRun& run : plan.runs) blocks = std::max(blocks, run.block);
  const ErrorDegrees degrees(study, plan);
  std::vector<std::string> price;
  if (plan.plots > static_cast<size_t>(blocks)) {
    price.push_back(BetweenText(study, plan, degrees.BetweenPlots(plan.replications)));
  }
  const double without = degrees.WithoutPlots(plan.replications);
  if (plan.runs.size() > plan.plots && without > 0) {
    price.push_back(
        fmt::format("All else is compared within plots: {:.0f} degrees of freedom, not {:.0f}.",
                    std::max(0.0, degrees.Within(plan.replications)), without));
  }
  if (!price.empty()) plan.notes.push_back(Join(price, " "));
}

}  // namespace trena
