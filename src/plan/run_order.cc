// SPDX-License-Identifier: Apache-2.0
#include "plan/run_order.h"

#include <algorithm>
#include <map>

#include "plan/designs/random.h"
#include "plan/plot_notes.h"

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

}  // namespace trena
