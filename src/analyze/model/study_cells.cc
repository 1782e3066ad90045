// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/study_cells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analyze/metrics.h"
#include "analyze/model/cell_table.h"
#include "plan/planned_terms.h"
#include "stats/model/model_choice.h"
#include "study/axes.h"

namespace trena {
namespace {

constexpr const char* kCurvature = "curvature";
constexpr const char* kBlock = "block";
constexpr const char* kPlot = "plot";
constexpr const char* kOrder = "order";
constexpr const char* kYardstick = "yardstick";

// A factor that the design has beside those of the study, under a name that none of them has.
std::string DesignFactor(const Study& study, const std::string& name) {
  return study.factor(name) == nullptr ? name : name + " (of the design)";
}

bool HasBlocks(const Study& study, const Plan& plan) {
  return study.design.blocks > 1 || !plan.hard_to_change.empty() || !study.analyze.block.empty() ||
         study.design.turn.has_value();
}

// The number that says in which block a run is.
int RunRecord::* BlockOf(const Study& study) {
  return study.analyze.block == "replication" ? &RunRecord::replication : &RunRecord::block;
}

// One observation, before its levels have numbers.
struct RunReading {
  const ScenarioAnalysis* scenario = nullptr;
  const RunRecord* run = nullptr;  // nullptr where the record does not say
  double value = 0;
};

std::vector<RunReading> ReadingsOf(const Analysis& analysis, const std::string& metric,
                                   bool with_runs) {
  std::unordered_map<Interned, const RunRecord*> by_folder;
  if (with_runs) {
    by_folder.reserve(analysis.runs.size());
    for (const RunRecord& run : analysis.runs) by_folder[run.folder] = &run;
  }
  std::vector<RunReading> readings;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const MetricAnalysis* found = FindMetric(scenario, metric);
    if (found == nullptr) continue;
    for (size_t i = 0; i < found->values.size(); ++i) {
      const auto run =
          i < found->folders.size() ? by_folder.find(found->folders[i]) : by_folder.end();
      readings.push_back(
          {&scenario, run == by_folder.end() ? nullptr : run->second, found->values[i]});
    }
  }
  return readings;
}

// The place of each run among those that were made, by start and then by plan.
std::unordered_map<const RunRecord*, double> OrderOf(const std::vector<RunReading>& readings) {
  std::vector<const RunRecord*> runs;
  for (const RunReading& reading : readings) {
    if (reading.run != nullptr) runs.push_back(reading.run);
  }
  std::stable_sort(runs.begin(), runs.end(), [](const RunRecord* a, const RunRecord* b) {
    return std::tie(a->started, a->position) < std::tie(b->started, b->position);
  });
  std::unordered_map<const RunRecord*, double> order;
  order.reserve(runs.size());
  for (const RunRecord* run : runs) order.emplace(run, static_cast<double>(order.size() + 1));
  return order;
}

// Levels that are not written as such: computed ones, and the centre of a design.
void AddLevel(const Value& level, std::vector<Value>& levels) {
  if (std::find(levels.begin(), levels.end(), level) == levels.end()) levels.push_back(level);
}

// Each once, in their order.
std::vector<const ScenarioAnalysis*> ScenariosOf(const std::vector<RunReading>& readings) {
  std::vector<const ScenarioAnalysis*> scenarios;
  for (const RunReading& reading : readings) {
    if (scenarios.empty() || scenarios.back() != reading.scenario) {
      scenarios.push_back(reading.scenario);
    }
  }
  return scenarios;
}

bool Measured(const std::vector<const ScenarioAnalysis*>& scenarios, const std::string& factor,
              const Value& level) {
  return std::any_of(scenarios.begin(), scenarios.end(), [&](const ScenarioAnalysis* scenario) {
    const Value* found = Find(scenario->levels, factor);
    return found != nullptr && *found == level;
  });
}

class Builder {
 public:
  Builder(const Study& study, const Plan& plan, const Analysis& analysis,
          std::vector<RunReading> readings, bool log, Observed observed)
      : study_(study),
        plan_(plan),
        analysis_(analysis),
        readings_(std::move(readings)),
        measured_(ScenariosOf(readings_)),
        order_(OrderOf(readings_)),
        log_(log),
        one_by_one_(observed == Observed::kOneByOne),
        curvature_(DesignFactor(study, kCurvature)),
        block_(DesignFactor(study, kBlock)),
        plot_(DesignFactor(study, kPlot)) {}

  StudyCells Build(const std::string& metric) {
    made_.cells.response = metric;
    AddFactors();
    AddDesignFactors();
    AddCovariates();
    Fill();
    return std::move(made_);
  }

 private:
  void AddFactors() {
    for (const Factor& factor : study_.factors) {
      if (Follows(study_, factor.name)) continue;  // its effect is that of the one it moves with
      std::vector<Value> planned, measured;
      for (const Value& level : factor.levels) {
        if (Measured(measured_, factor.name, level)) measured.push_back(level);
      }
      for (const ScenarioAnalysis* scenario : measured_) {
        if (const Value* level = Find(scenario->levels, factor.name)) AddLevel(*level, measured);
      }
      for (const ScenarioAnalysis& scenario : analysis_.scenarios) {
        if (const Value* level = Find(scenario.levels, factor.name)) AddLevel(*level, planned);
      }
      if (measured.size() > 1) {
        AddFactor(factor.name, std::move(measured));
      } else if (planned.size() > 1) {
        made_.left_out.push_back(factor.name);
      }
    }
  }

  void AddDesignFactors() {
    if (!plan_.centre.empty()) AddFactor(curvature_, {"corners", "centre"});
    if (HasBlocks(study_, plan_)) AddNumbered(block_, BlockOf(study_));
    if (!plan_.hard_to_change.empty()) AddNumbered(plot_, &RunRecord::plot);
  }

  void AddFactor(const std::string& name, std::vector<Value> levels) {
    CellFactor factor{name, {}};
    for (const Value& level : levels) factor.levels.push_back(level.ToString());
    made_.cells.factors.push_back(std::move(factor));
    made_.levels.push_back(std::move(levels));
  }

  // What runs have a number of, with the numbers that occur.
  void AddNumbered(const std::string& name, int RunRecord::* number) {
    std::vector<Value> levels;
    for (const RunReading& reading : readings_) AddLevel(Numbered(reading, number), levels);
    std::sort(levels.begin(), levels.end(),
              [](const Value& a, const Value& b) { return *a.number() < *b.number(); });
    AddFactor(name, std::move(levels));
  }

  static Value Numbered(const RunReading& reading, int RunRecord::* number) {
    return reading.run == nullptr ? 0 : reading.run->*number;
  }

  void AddCovariates() {
    for (const std::string& name : study_.analyze.covariates) {
      const bool all = std::all_of(
          readings_.begin(), readings_.end(),
          [&](const RunReading& reading) { return Covariate(reading, name).has_value(); });
      (all ? made_.cells.covariates : made_.no_covariates).push_back(name);
    }
  }

  std::optional<double> Covariate(const RunReading& reading, const std::string& name) const {
    if (reading.run == nullptr) return std::nullopt;
    if (name == kOrder) return order_.at(reading.run);
    if (name != kYardstick) return reading.run->metric(name);
    for (const MachineSpeed& speed : analysis_.machine_speed) {
      for (const SpeedPoint& point : speed.points) {
        if (point.folder == reading.run->folder) return log_ ? std::log(point.speed) : point.speed;
      }
    }
    return std::nullopt;
  }

  bool IsNumbered(size_t factor) const {
    const std::string& name = made_.cells.factors[factor].name;
    return name == block_ || name == plot_;
  }

  // From those of the reading before it: runs of a scenario differ in block and plot alone.
  void ToLevels(const RunReading& reading, bool same_scenario,
                std::vector<uint32_t>& levels) const {
    for (size_t i = 0; i < levels.size(); ++i) {
      if (!same_scenario || IsNumbered(i)) levels[i] = LevelOf(reading, i);
    }
  }

  uint32_t LevelOf(const RunReading& reading, size_t factor) const {
    const std::string& name = made_.cells.factors[factor].name;
    Value level = 0;
    if (name == curvature_) {
      level = reading.scenario->id == plan_.centre ? "centre" : "corners";
    } else if (name == block_) {
      level = Numbered(reading, BlockOf(study_));
    } else if (name == plot_) {
      level = Numbered(reading, &RunRecord::plot);
    } else if (const Value* found = Find(reading.scenario->levels, name)) {
      level = *found;
    }
    const auto& levels = made_.levels[factor];
    return static_cast<uint32_t>(std::find(levels.begin(), levels.end(), level) - levels.begin());
  }

  void Fill() {
    const size_t covariates = made_.cells.covariates.size();
    CellTable table(made_.cells.factors.size(), covariates);
    std::vector<uint32_t> levels(made_.cells.factors.size());
    std::vector<std::vector<uint32_t>> rows;
    const ScenarioAnalysis* before = nullptr;
    for (const RunReading& reading : readings_) {
      ToLevels(reading, std::exchange(before, reading.scenario) == reading.scenario, levels);
      std::vector<double> numbers;
      for (const std::string& name : made_.cells.covariates) {
        numbers.push_back(*Covariate(reading, name));
      }
      const double y = log_ ? std::log(reading.value) : reading.value;
      table.Add(levels, numbers, y);
      if (!one_by_one_) continue;
      rows.push_back(levels);
      made_.observations.y.push_back(y);
      if (covariates > 0) made_.observations.covariates.push_back(std::move(numbers));
      made_.observations.order.push_back(reading.run == nullptr ? 0 : order_.at(reading.run));
    }
    made_.cells.cells = table.ToCells();
    IndexCells(rows);
  }

  void IndexCells(const std::vector<std::vector<uint32_t>>& rows) {
    std::map<std::vector<uint32_t>, size_t> cell_of;
    for (const Cell& cell : made_.cells.cells) cell_of.emplace(cell.levels, cell_of.size());
    for (const auto& levels : rows) made_.observations.cell_of.push_back(cell_of.at(levels));
  }

  const Study& study_;
  const Plan& plan_;
  const Analysis& analysis_;
  std::vector<RunReading> readings_;
  std::vector<const ScenarioAnalysis*> measured_;
  std::unordered_map<const RunRecord*, double> order_;
  bool log_;
  bool one_by_one_;
  std::string curvature_;
  std::string block_;
  std::string plot_;
  StudyCells made_;
};

}  // namespace

ModelRequest PlannedModel(const Study& study, const Plan& plan, double confidence) {
  ModelRequest request;
  request.terms = PlannedTerms(study, plan);
  request.ss_type = study.analyze.ss_type;
  request.confidence = confidence;
  request.same_within = study.analyze.same_within;
  if (study.analyze.adjust == "holm") request.adjustment = Adjustment::kHolm;
  if (HasBlocks(study, plan)) request.block = DesignFactor(study, kBlock);
  request.in_turns = study.design.turn.has_value();
  if (!plan.hard_to_change.empty()) request.plot = DesignFactor(study, kPlot);
  if (!plan.centre.empty()) request.curvature = DesignFactor(study, kCurvature);
  return request;
}

StudyCells CellsOf(const Study& study, const Plan& plan, const Analysis& analysis,
                   const std::string& metric, const std::string& scale, Observed observed) {
  // Cells alone ask a run for nothing but its block, its plot and its covariates.
  const bool with_runs = observed == Observed::kOneByOne || HasBlocks(study, plan) ||
                         !study.analyze.covariates.empty();
  return Builder(study, plan, analysis, ReadingsOf(analysis, metric, with_runs), scale == "log",
                 observed)
      .Build(metric);
}

}  // namespace trena
