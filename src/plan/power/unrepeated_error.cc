// SPDX-License-Identifier: Apache-2.0
#include "plan/power/unrepeated_error.h"

#include <algorithm>

#include "plan/planned_terms.h"
#include "plan/power/main_effects.h"
#include "stats/lenth.h"
#include "stats/model/model_choice.h"
#include "stats/model/strata/error_strata.h"

namespace trena {
namespace {

constexpr const char* kBlock = "\nblock";  // names that no factor has
constexpr const char* kPlot = "\nplot";
constexpr const char* kCurvature = "\ncurvature";
constexpr double kMostNumbers = 4e6;  // of a model matrix that is looked at

// The cells that the runs of one replication will be.
class PlannedCells {
 public:
  PlannedCells(const Study& study, const Plan& plan, bool plots) : study_(study), plan_(plan) {
    for (const PlanFactor& factor : FactorsOf(study, plan)) {
      cells_.factors.push_back({factor.name, factor.levels});
    }
    const bool in_plots = plots && !plan.hard_to_change.empty();
    design_.terms = PlannedTerms(study, plan);
    if (!plan.centre.empty()) design_.curvature = kCurvature;
    if (in_plots) design_.plot = kPlot;
    const bool blocks = study.design.blocks > 1 || in_plots || !study.analyze.block.empty();
    if (blocks) design_.block = kBlock;
    for (const std::string& name : {design_.curvature, design_.block, design_.plot}) {
      if (!name.empty()) cells_.factors.push_back({name, {}});
    }
    for (const PlannedRun& run : plan.runs) {
      if (run.replication == 1) Add(run);
    }
  }

  const Cells& cells() const { return cells_; }
  const ModelDesign& design() const { return design_; }

 private:
  uint32_t LevelOf(CellFactor& factor, const std::string& level) {
    auto found = std::find(factor.levels.begin(), factor.levels.end(), level);
    if (found == factor.levels.end()) found = factor.levels.insert(found, level);
    return static_cast<uint32_t>(found - factor.levels.begin());
  }

  std::string TextOf(const std::string& factor, const PlannedRun& run) const {
    const Scenario& scenario = plan_.scenarios[run.scenario];
    if (factor == kPlot) return std::to_string(run.plot);
    if (factor == kCurvature) return scenario.id == plan_.centre ? "centre" : "corners";
    if (factor != kBlock) return Find(scenario.levels, factor)->ToString();
    return std::to_string(study_.analyze.block == "replication" ? run.replication : run.block);
  }

  void Add(const PlannedRun& run) {
    Cell cell;
    cell.n = 1;
    for (CellFactor& factor : cells_.factors) {
      cell.levels.push_back(LevelOf(factor, TextOf(factor.name, run)));
    }
    cells_.cells.push_back(std::move(cell));
  }

  const Study& study_;
  const Plan& plan_;
  Cells cells_;
  ModelDesign design_;
};

double ParametersOf(const Cells& cells, const std::vector<ModelTerm>& terms) {
  const auto levels = LevelsInUse(cells);
  double parameters = 1;
  for (const ModelTerm& term : terms) {
    double product = 1;
    for (size_t factor : term) product *= static_cast<double>(levels[factor].size()) - 1;
    parameters += product;
  }
  return parameters;
}

// What the terms leave: of so many runs that nobody looks, as if all could be estimated.
double LeftOver(const Cells& cells, const std::vector<ModelTerm>& terms) {
  const double runs = static_cast<double>(cells.cells.size());
  const double parameters = ParametersOf(cells, terms);
  if (runs * parameters <= kMostNumbers) {
    const auto rows = AnalyzeRows(cells, {.terms = terms});
    if (rows.ok()) return static_cast<double>(rows.value().residual_df);
  }
  return std::max(0.0, runs - parameters);
}

void CountInPlots(const Cells& cells, const ModelDesign& design, std::vector<ModelTerm> terms,
                  UnrepeatedError& error) {
  const size_t block = FactorIndex(cells, design.block);
  const size_t plot = FactorIndex(cells, design.plot);
  std::erase(terms, ModelTerm{block});
  const auto strata = AnalyzeStrata(cells, {.terms = terms, .errors = {{block}, {plot}}});
  if (!strata.ok()) return;
  error.between_plots = static_cast<double>(strata.value().strata[1].rows.back().df);
  error.within = static_cast<double>(strata.value().strata.back().rows.back().df);
}

}  // namespace

UnrepeatedError FindUnrepeatedError(const Study& study, const Plan& plan, bool plots) {
  UnrepeatedError error;
  const PlannedCells planned(study, plan, plots);
  Cells cells = planned.cells();
  cells.covariates = study.analyze.covariates;
  const auto choice = ChooseModel(cells, planned.design());
  if (!choice.ok()) return error;
  error.without_highest = choice.value().without_highest;
  const std::vector<ModelTerm>& terms = choice.value().terms;
  if (choice.value().pseudo_error) {
    const size_t block = FactorIndex(cells, planned.design().block);
    const size_t blocks = block < cells.factors.size() ? cells.factors[block].levels.size() : 1;
    error.pseudo_effects = cells.cells.size() - blocks;  // blocks take those confounded with them
    error.within = DegreesOfEffects(error.pseudo_effects);
    return error;
  }
  const auto covariates = static_cast<double>(cells.covariates.size());
  cells.covariates.clear();
  if (!planned.design().plot.empty()) {
    CountInPlots(cells, planned.design(), terms, error);
  } else {
    error.within = LeftOver(cells, terms);
  }
  error.within = std::max(0.0, error.within - covariates);
  return error;
}

}  // namespace trena
