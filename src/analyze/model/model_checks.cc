// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/model_checks.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/model/cell_table.h"
#include "analyze/model/stated_analysis.h"
#include "stats/summary.h"

namespace trena {
namespace {

constexpr size_t kLeastRankedDegrees = 6;     // with fewer, ranks hardly ever tell anything
constexpr size_t kMostRankedParameters = 64;  // of a model that is not orthogonal

// What the model leaves of each observation; covariates by their slopes within cells.
std::vector<double> ResidualsOf(const StatedAnalysis& stated, const Observations& observations) {
  std::vector<double> residuals;
  for (size_t i = 0; i < observations.y.size(); ++i) {
    const size_t at = observations.cell_of[i];
    double expected = stated.model.fitted[at];
    for (size_t c = 0; c < stated.model.slopes.size(); ++c) {
      const auto name = std::find(stated.cells.covariates.begin(), stated.cells.covariates.end(),
                                  stated.model.slopes[c].covariate);
      const size_t which = static_cast<size_t>(name - stated.cells.covariates.begin());
      expected += stated.model.slopes[c].slope * (observations.covariates[i][which] -
                                                  stated.cells.cells[at].covariate_means[which]);
    }
    residuals.push_back(observations.y[i] - expected);
  }
  return residuals;
}

std::vector<double> FittedOf(const std::vector<double>& residuals,
                             const Observations& observations) {
  std::vector<double> fitted;
  for (size_t i = 0; i < residuals.size(); ++i) fitted.push_back(observations.y[i] - residuals[i]);
  return fitted;
}

void AddPoints(const std::vector<double>& residuals, const std::vector<double>& fitted,
               const Observations& observations, ModelChecks& checks) {
  const NormalCheck normal = CheckNormal(residuals);
  checks.normal_w = normal.w;
  checks.normal_p = normal.p;
  std::vector<size_t> ranked(residuals.size());
  for (size_t i = 0; i < ranked.size(); ++i) ranked[i] = i;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](size_t a, size_t b) { return residuals[a] < residuals[b]; });
  checks.points.resize(residuals.size());
  for (size_t rank = 0; rank < ranked.size(); ++rank) {
    const size_t i = ranked[rank];
    checks.points[i] = {.order = observations.order.empty() ? 0 : observations.order[i],
                        .fitted = fitted[i],
                        .residual = residuals[i],
                        .normal = normal.points[rank].normal};
  }
}

// The same observations with the levels of treatments alone, or with other responses.
Cells CellsFrom(const StatedAnalysis& stated, const Observations& observations,
                const std::vector<double>& y, bool treatments_only) {
  Cells cells = stated.cells;
  const std::vector<size_t> treatments = TreatmentsOf(cells, stated.request);
  CellTable table(cells.factors.size(), treatments_only ? 0 : cells.covariates.size());
  for (size_t i = 0; i < y.size(); ++i) {
    std::vector<uint32_t> levels = stated.cells.cells[observations.cell_of[i]].levels;
    for (size_t f = 0; f < levels.size() && treatments_only; ++f) {
      const bool treatment = std::find(treatments.begin(), treatments.end(), f) != treatments.end();
      if (!treatment) levels[f] = 0;
    }
    const bool with_covariates = !treatments_only && !observations.covariates.empty();
    table.Add(levels, with_covariates ? observations.covariates[i] : std::vector<double>{}, y[i]);
  }
  if (treatments_only) cells.covariates.clear();
  cells.cells = table.ToCells();
  return cells;
}

std::optional<SpreadTest> SpreadOverCells(const StatedAnalysis& stated,
                                          const Observations& observations,
                                          const std::vector<double>& residuals) {
  const std::vector<size_t> treatments = TreatmentsOf(stated.cells, stated.request);
  std::map<std::vector<uint32_t>, std::vector<double>> by_levels;
  for (size_t i = 0; i < residuals.size(); ++i) {
    std::vector<uint32_t> levels;
    for (size_t factor : treatments) {
      levels.push_back(stated.cells.cells[observations.cell_of[i]].levels[factor]);
    }
    by_levels[levels].push_back(residuals[i]);
  }
  std::vector<std::vector<double>> groups;
  for (auto& [levels, group] : by_levels) groups.push_back(std::move(group));
  return CompareSpreads(groups);
}

FactorSpread SpreadOverLevels(const StatedAnalysis& stated, const Observations& observations,
                              const std::vector<double>& residuals, size_t factor) {
  std::vector<std::vector<double>> groups(stated.cells.factors[factor].levels.size());
  for (size_t i = 0; i < residuals.size(); ++i) {
    groups[stated.cells.cells[observations.cell_of[i]].levels[factor]].push_back(residuals[i]);
  }
  FactorSpread spread{.factor = factor, .sds = {}, .test = CompareSpreads(groups)};
  for (const auto& group : groups) spread.sds.push_back(Summarize(group).sd);
  return spread;
}

void AddRanks(const StatedAnalysis& stated, const Observations& observations, ModelChecks& checks) {
  if (stated.strata || !AnyTest(stated)) return;
  const size_t parameters =
      static_cast<size_t>(stated.model.observations) - stated.model.residual_df;
  if (!stated.model.orthogonal && parameters > kMostRankedParameters) return;
  if (stated.model.residual_df < kLeastRankedDegrees) return;
  auto ranked = CheckByRanks(stated.cells,
                             {.terms = stated.choice.terms,
                              .ss_type = stated.request.ss_type,
                              .confidence = stated.request.confidence},
                             observations.cell_of, observations.y, 1 - stated.request.confidence);
  if (!ranked.ok()) return;
  checks.ranked = std::move(ranked).value();
  std::erase_if(checks.ranked, [&](const RankedTerm& term) {
    return term.term == stated.request.block || term.term == stated.request.curvature;
  });
}

const AnovaRow* FindRow(const ModelAnalysis& model, const std::string& term) {
  for (const AnovaRow& row : model.rows) {
    if (row.term == term) return &row;
  }
  return nullptr;
}

void AddLogChanges(const StatedAnalysis& stated, const StatedAnalysis& logs, ModelChecks& checks) {
  const double significance = 1 - stated.request.confidence;
  for (const AnovaRow& row : stated.model.rows) {
    const AnovaRow* other = FindRow(logs.model, row.term);
    if (!IsTreatment(stated, row) || other == nullptr) continue;
    ScaleChange change{.term = row.term,
                       .percent = row.percent,
                       .p = row.p,
                       .log_percent = other->percent,
                       .log_p = other->p,
                       .differs = false};
    change.differs = row.p && other->p && (*row.p < significance) != (*other->p < significance);
    checks.log_changes.push_back(std::move(change));
  }
}

void AddScale(const StatedAnalysis& stated, const Observations& observations, ModelChecks& checks) {
  checks.spread_level = CheckSpreadLevel(CellsFrom(stated, observations, observations.y, true),
                                         stated.request.confidence);
  const bool positive =
      std::all_of(observations.y.begin(), observations.y.end(), [](double y) { return y > 0; });
  checks.recommend_log = !stated.request.log_scale && positive && checks.spread_level &&
                         checks.spread_level->recommend_log;
  if (!checks.recommend_log) return;
  std::vector<double> logs;
  for (double y : observations.y) logs.push_back(std::log(y));
  ModelRequest request = stated.request;
  request.log_scale = true;
  const auto other = AnalyzeStated(CellsFrom(stated, observations, logs, false), request);
  if (other.ok()) AddLogChanges(stated, other.value(), checks);
}

// What the cells alone tell, of more observations than are looked at one by one.
ModelChecks CheckByCells(const StatedAnalysis& stated) {
  ModelChecks checks;
  checks.made = true;
  const bool plain = stated.request.block.empty() && stated.request.plot.empty();
  if (plain) checks.spread_level = CheckSpreadLevel(stated.cells, stated.request.confidence);
  checks.recommend_log =
      !stated.request.log_scale && checks.spread_level && checks.spread_level->recommend_log;
  return checks;
}

}  // namespace

ModelChecks CheckStated(const StatedAnalysis& stated, const Observations& observations) {
  ModelChecks checks;
  const bool exact = stated.model.no_test == NoTest::kNoResidualVariation;
  if (stated.model.residual_df == 0 || exact) return checks;
  if (observations.y.empty()) return CheckByCells(stated);
  checks.made = true;
  const std::vector<double> residuals = ResidualsOf(stated, observations);
  const std::vector<double> fitted = FittedOf(residuals, observations);
  AddPoints(residuals, fitted, observations, checks);
  checks.spread = CheckSpread(residuals, fitted);
  if (!observations.order.empty()) checks.order = CheckOrder(residuals, observations.order);
  checks.equal_spreads = SpreadOverCells(stated, observations, residuals);
  for (size_t factor : TreatmentsOf(stated.cells, stated.request)) {
    checks.factor_spreads.push_back(SpreadOverLevels(stated, observations, residuals, factor));
  }
  AddRanks(stated, observations, checks);
  AddScale(stated, observations, checks);
  return checks;
}

}  // namespace trena
