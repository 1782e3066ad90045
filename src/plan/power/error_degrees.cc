// SPDX-License-Identifier: Apache-2.0
#include "plan/power/error_degrees.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>

namespace trena {
namespace {

// The connected parts of a graph of two sorts of nodes.
class Parts {
 public:
  Parts(size_t first, size_t second)
      : first_(first), count_(first + second), sets_(first + second) {}

  void Connect(size_t a, size_t b) {
    if (sets_.find_set(a) == sets_.find_set(first_ + b)) return;
    sets_.union_set(a, first_ + b);
    --count_;
  }

  double count() const { return static_cast<double>(count_); }

 private:
  size_t first_, count_;
  boost::disjoint_sets_with_storage<> sets_;
};

// By a number that every run has.
RunUnits UnitsBy(const Plan& plan, int PlannedRun::* number) {
  std::map<int, size_t> known;
  RunUnits units;
  for (const PlannedRun& run : plan.runs) {
    units.of_run.push_back(known.emplace(run.*number, known.size()).first->second);
  }
  units.count = known.size();
  units.in_each_replication = true;
  return units;
}

// As the analysis takes them (analyze/model/study_cells.cc).
RunUnits BlocksOf(const Study& study, const Plan& plan) {
  const bool by_replication = study.analyze.block == "replication";
  return UnitsBy(plan, by_replication ? &PlannedRun::replication : &PlannedRun::block);
}

// Plots of the same scenarios are of one kind.
struct PlotKinds {
  std::vector<size_t> of_plot;
  size_t count = 0;
};

PlotKinds KindsOf(const Plan& plan, const RunUnits& plots) {
  std::vector<std::vector<size_t>> scenarios(plots.count);
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    scenarios[plots.of_run[i]].push_back(plan.runs[i].scenario);
  }
  std::map<std::vector<size_t>, size_t> known;
  PlotKinds kinds;
  for (auto& plot : scenarios) {
    std::sort(plot.begin(), plot.end());
    kinds.of_plot.push_back(known.emplace(std::move(plot), known.size()).first->second);
  }
  kinds.count = known.size();
  return kinds;
}

}  // namespace

RunUnits UnitsOf(const Study& study, const Plan& plan, bool plots) {
  if (plots && plan.plots > 0) return UnitsBy(plan, &PlannedRun::plot);
  if (study.design.blocks > 1 || !study.analyze.block.empty()) return BlocksOf(study, plan);
  RunUnits all;
  all.of_run.assign(plan.runs.size(), 0);
  return all;
}

ErrorDegrees::Count ErrorDegrees::CountWithin(const Plan& plan, const RunUnits& units) {
  Parts parts(units.count, plan.scenarios.size());
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    parts.Connect(units.of_run[i], plan.runs[i].scenario);
  }
  auto runs = static_cast<double>(plan.runs.size());
  auto scenarios = static_cast<double>(plan.scenarios.size());
  auto count = static_cast<double>(units.count);
  double more = units.in_each_replication ? count : 0;
  return {(runs - more) / plan.replications, count - more + scenarios - parts.count()};
}

ErrorDegrees::ErrorDegrees(const Study& study, const Plan& plan)
    : within_(CountWithin(plan, UnitsOf(study, plan, true))),
      without_plots_(CountWithin(plan, UnitsOf(study, plan, false))) {
  if (plan.plots == 0) return;
  const RunUnits plots = UnitsBy(plan, &PlannedRun::plot);
  const RunUnits blocks = BlocksOf(study, plan);
  const PlotKinds kinds = KindsOf(plan, plots);
  Parts parts(blocks.count, kinds.count);
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    parts.Connect(blocks.of_run[i], kinds.of_plot[plots.of_run[i]]);
  }
  auto difference = static_cast<double>(plots.count) - static_cast<double>(blocks.count);
  between_ = {difference / plan.replications, static_cast<double>(kinds.count) - parts.count()};
}

}  // namespace trena
