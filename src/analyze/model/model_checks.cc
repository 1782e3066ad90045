// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/model_checks.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/model/cell_table.h"
#include "analyze/model/stated_analysis.h"
#include "stats/model/checks/residual_simulation.h"
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

// Where each observation belongs, and how many such groups there are.
struct Grouping {
  std::vector<size_t> group_of;
  size_t count = 0;
};

std::vector<std::vector<double>> Grouped(const Grouping& grouping,
                                         const std::vector<double>& residuals) {
  std::vector<std::vector<double>> groups(grouping.count);
  for (size_t i = 0; i < residuals.size(); ++i) {
    groups[grouping.group_of[i]].push_back(residuals[i]);
  }
  return groups;
}

Grouping ByTreatments(const StatedAnalysis& stated, const Observations& observations) {
  const std::vector<size_t> treatments = TreatmentsOf(stated.cells, stated.request);
  std::map<std::vector<uint32_t>, size_t> numbers;
  Grouping grouping;
  for (size_t cell : observations.cell_of) {
    std::vector<uint32_t> levels;
    for (size_t factor : treatments) levels.push_back(stated.cells.cells[cell].levels[factor]);
    grouping.group_of.push_back(numbers.try_emplace(levels, numbers.size()).first->second);
  }
  grouping.count = numbers.size();
  return grouping;
}

Grouping ByLevels(const StatedAnalysis& stated, const Observations& observations, size_t factor) {
  Grouping grouping;
  grouping.count = stated.cells.factors[factor].levels.size();
  for (size_t cell : observations.cell_of) {
    grouping.group_of.push_back(stated.cells.cells[cell].levels[factor]);
  }
  return grouping;
}

ResidualFigure SpreadFigure(Grouping grouping) {
  return [grouping = std::move(grouping)](const std::vector<double>& residuals) {
    const auto test = CompareSpreads(Grouped(grouping, residuals));
    return test ? std::optional<double>(test->f) : std::nullopt;
  };
}

std::optional<double> SizeOf(const std::optional<RankCorrelation>& correlation) {
  if (!correlation) return std::nullopt;
  return std::abs(correlation->rho);
}

// The terms that residuals are what is left beyond.
std::vector<ModelTerm> FittedTerms(const StatedAnalysis& stated) {
  std::vector<ModelTerm> terms = stated.choice.terms;
  if (InPlots(stated)) terms.push_back({FactorIndex(stated.cells, stated.request.plot)});
  return terms;
}

// Figures of residuals, and how likely each is where nothing is wrong.
class ResidualChecks {
 public:
  ResidualChecks(const StatedAnalysis& stated, const Observations& observations,
                 const std::vector<double>& residuals, const std::vector<double>& fitted)
      : stated_(stated),
        observations_(observations),
        residuals_(residuals),
        fitted_(fitted),
        scenarios_(ByTreatments(stated, observations)),
        simulation_(stated.cells, FittedTerms(stated), observations) {}

  void AddTo(ModelChecks& checks) {
    const size_t normal = Add([](const auto& drawn) {
      const auto w = CheckNormal(drawn).w;
      return w ? std::optional<double>(1 - *w) : std::nullopt;
    });
    const size_t spread =
        Add([this](const auto& drawn) { return SizeOf(CheckSpread(drawn, fitted_)); });
    const size_t order =
        Add([this](const auto& drawn) { return SizeOf(CheckOrder(drawn, observations_.order)); });
    const size_t scenarios = Add(SpreadFigure(scenarios_));
    const std::vector<size_t> factors = TreatmentsOf(stated_.cells, stated_.request);
    const size_t first_factor = figures_.size();
    for (size_t factor : factors) Add(SpreadFigure(ByLevels(stated_, observations_, factor)));
    null_.emplace(simulation_, figures_);

    if (checks.normal_w) checks.normal_p = P(normal, checks.normal_p);
    checks.spread = Judged(spread, CheckSpread(residuals_, fitted_));
    checks.order = Judged(order, CheckOrder(residuals_, observations_.order));
    checks.equal_spreads = Judged(scenarios, CompareSpreads(Grouped(scenarios_, residuals_)));
    if (checks.equal_spreads) checks.spread_power = SpreadPower(scenarios);
    for (size_t i = 0; i < factors.size(); ++i) {
      checks.factor_spreads.push_back(SpreadOverLevels(first_factor + i, factors[i]));
    }
    AdjustFactors(checks.factor_spreads);
  }

 private:
  size_t Add(ResidualFigure figure) {
    figures_.push_back(std::move(figure));
    return figures_.size() - 1;
  }

  // By the draws; below what they resolve, by the figure's own distribution. So too of large
  // samples, in which residuals are nearly independent. Missing where neither holds.
  std::optional<double> P(size_t figure, std::optional<double> by_distribution) const {
    const auto seen = figures_[figure](residuals_);
    const auto drawn = seen ? null_->P(figure, *seen) : std::nullopt;
    if (!drawn) return NearlyIndependent() ? by_distribution : std::nullopt;
    const double least = 1.0 / static_cast<double>(1 + simulation_.draws());
    return *drawn <= least ? std::min(least, by_distribution.value_or(least)) : *drawn;
  }

  bool NearlyIndependent() const {
    return static_cast<double>(stated_.model.residual_df) >=
           kIndependent * static_cast<double>(residuals_.size());
  }

  template <typename Check>
  std::optional<Check> Judged(size_t figure, std::optional<Check> check) const {
    if (!check) return std::nullopt;
    const auto p = P(figure, check->p);
    if (!p) return std::nullopt;
    check->p = *p;
    return check;
  }

  FactorSpread SpreadOverLevels(size_t figure, size_t factor) const {
    const auto groups = Grouped(ByLevels(stated_, observations_, factor), residuals_);
    FactorSpread spread{
        .factor = factor, .sds = {}, .test = Judged(figure, CompareSpreads(groups))};
    for (const auto& group : groups) spread.sds.push_back(Summarize(group).sd);
    return spread;
  }

  // Of all factors together chance alone shows a p below 5 % in 5 % of the studies (Holm).
  static void AdjustFactors(std::vector<FactorSpread>& spreads) {
    std::vector<double> p_values;
    for (const FactorSpread& spread : spreads) {
      if (spread.test) p_values.push_back(spread.test->p);
    }
    const std::vector<double> adjusted = HolmAdjusted(p_values);
    size_t next = 0;
    for (FactorSpread& spread : spreads) {
      if (spread.test) spread.test->p = adjusted[next++];
    }
  }

  // How often one scenario that spreads kSpreadTold times as much as the others would be seen.
  std::optional<double> SpreadPower(size_t figure) const {
    const auto one_wider = [this](std::mt19937_64& random) {
      const size_t wide = random() % scenarios_.count;
      std::vector<double> spreads;
      for (size_t group : scenarios_.group_of) spreads.push_back(group == wide ? kSpreadTold : 1);
      return spreads;
    };
    return null_->Power(figure, one_wider, 1 - stated_.request.confidence);
  }

  static constexpr double kIndependent = 0.9;

  const StatedAnalysis& stated_;
  const Observations& observations_;
  const std::vector<double>& residuals_;
  const std::vector<double>& fitted_;
  Grouping scenarios_;
  ResidualSimulation simulation_;
  std::vector<ResidualFigure> figures_;
  std::optional<NullFigures> null_;
};

void AddRanks(const StatedAnalysis& stated, const Observations& observations, ModelChecks& checks) {
  if (InPlots(stated) || !AnyTest(stated)) return;
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
  ResidualChecks(stated, observations, residuals, fitted).AddTo(checks);
  AddRanks(stated, observations, checks);
  AddScale(stated, observations, checks);
  return checks;
}

}  // namespace trena
