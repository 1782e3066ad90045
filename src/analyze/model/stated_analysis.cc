// SPDX-License-Identifier: Apache-2.0
#include "analyze/model/stated_analysis.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "analyze/metrics.h"
#include "stats/distributions.h"

namespace trena {
namespace {

// The centre against the corners comes first, and the other terms after it: beside terms that have
// a third level at the centre it would have nothing left.
ModelOptions OptionsOf(const StatedAnalysis& stated) {
  return {.terms = stated.choice.terms,
          .ss_type = stated.request.curvature.empty() ? stated.request.ss_type : 1,
          .confidence = stated.request.confidence,
          .pseudo_error = stated.choice.pseudo_error,
          .apart = {FactorIndex(stated.cells, stated.request.block)}};
}

// With centre points every factor has a third level, which is one more parameter of them all and
// not of each: terms that have all of their own are not short of any.
void ForgiveCentre(StatedAnalysis& stated) {
  if (stated.request.curvature.empty()) return;
  const auto levels = LevelsInUse(TreatmentCells(stated.cells, stated.request));
  std::erase_if(stated.model.inestimable, [&](const InestimableTerm& term) {
    size_t own = 1;
    for (size_t factor : term.factors) own *= levels[factor].size() - 1;
    return term.df == own;
  });
}

// The errors of whole plots, outermost first.
std::vector<ModelTerm> ErrorsOf(const Cells& cells, const ModelRequest& request) {
  std::vector<ModelTerm> errors;
  for (const std::string& name : {request.block, request.plot}) {
    const size_t factor = FactorIndex(cells, name);
    if (factor < cells.factors.size()) errors.push_back({factor});
  }
  return errors;
}

void SetIntervals(const ModelAnalysis& view, LevelMean& mean) {
  const auto t = StudentQuantile((1 + view.confidence) / 2, static_cast<double>(view.residual_df));
  if (!t || !view.residual_sd) return;
  double squared = 0;
  for (double part : mean.direction) squared += part * part;
  mean.standard_error = *view.residual_sd * std::sqrt(squared);
  mean.low = *mean.mean - *t * *mean.standard_error;
  mean.high = *mean.mean + *t * *mean.standard_error;
}

// A mean between plots varies as they do; one within plots has two errors, and no simple interval.
void TakeMeans(const StrataAnalysis& strata, const ErrorStratum& stratum, ModelAnalysis& model) {
  const bool within = &stratum == &strata.strata.back();
  const ModelAnalysis view = ViewOf(strata, stratum);
  for (LevelMean mean : stratum.means) {
    if (!within) SetIntervals(view, mean);
    model.means.push_back(std::move(mean));
  }
}

void TakeRows(const ErrorStratum& stratum, bool within, ModelAnalysis& model) {
  for (AnovaRow row : stratum.rows) {
    const bool residuals = row.term == "residuals";
    if (residuals && !within) row.term = stratum.name;
    if (!residuals && !within) row.error = stratum.name;
    if (!residuals || within || row.df > 0) model.rows.push_back(std::move(row));
  }
}

// The strata as one table. What only a fit over all of them gives (what cannot be estimated,
// fitted values) comes from `whole`.
ModelAnalysis Joined(const StrataAnalysis& strata, ModelAnalysis whole) {
  const ErrorStratum& within = strata.strata.back();
  whole.grand_mean = strata.grand_mean;
  whole.rows.clear();
  whole.effects.clear();
  whole.means.clear();
  for (const ErrorStratum& stratum : strata.strata) {
    TakeRows(stratum, &stratum == &within, whole);
    whole.effects.insert(whole.effects.end(), stratum.effects.begin(), stratum.effects.end());
    TakeMeans(strata, stratum, whole);
  }
  whole.residual_df = within.rows.back().df;
  whole.residual_sd = within.sd;
  whole.no_test = within.no_test;
  return whole;
}

Result<StrataAnalysis> StrataOf(const StatedAnalysis& stated, const Cells& cells) {
  return AnalyzeStrata(cells, {.terms = stated.choice.terms,
                               .errors = ErrorsOf(cells, stated.request),
                               .confidence = stated.request.confidence});
}

Result<ModelAnalysis> JoinStrata(const StatedAnalysis& stated, const Cells& cells,
                                 const StrataAnalysis& strata) {
  TRENA_ASSIGN(const ModelAnalysis treatments, AnalyzeModel(cells, OptionsOf(stated)));
  ModelOptions with_plots = OptionsOf(stated);
  with_plots.terms.push_back({FactorIndex(cells, stated.request.plot)});
  TRENA_ASSIGN(ModelAnalysis whole, AnalyzeModel(cells, with_plots));
  whole.inestimable = treatments.inestimable;
  return Joined(strata, std::move(whole));
}

// In how many strata each term of factors has a part.
std::map<std::string, size_t> PartsOf(const StrataAnalysis& strata) {
  std::map<std::string, size_t> parts;
  for (const ErrorStratum& stratum : strata.strata) {
    for (const AnovaRow& row : stratum.rows) parts[row.term] += row.factors.empty() ? 0 : 1;
  }
  return parts;
}

// As many runs in each plot, and every term in one stratum: then that stratum tells all of it.
bool Balanced(const Cells& cells, const ModelRequest& request, const StrataAnalysis& strata) {
  const size_t plot = FactorIndex(cells, request.plot);
  std::map<uint32_t, double> runs;
  for (const Cell& cell : cells.cells) runs[cell.levels[plot]] += cell.n;
  const bool alike = std::all_of(runs.begin(), runs.end(), [&](const auto& one) {
    return one.second == runs.begin()->second;
  });
  const auto parts = PartsOf(strata);
  return alike &&
         std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.second <= 1; });
}

// Where no mixed model can be fitted: a term is told by the innermost stratum that has most of it.
void KeepOneRowEach(StrataAnalysis& strata) {
  std::map<std::string, std::pair<size_t, size_t>> own;  // degrees of freedom, stratum
  for (size_t i = 0; i < strata.strata.size(); ++i) {
    for (const AnovaRow& row : strata.strata[i].rows) {
      auto& most = own.try_emplace(row.term, 0, 0).first->second;
      if (!row.factors.empty() && row.df >= most.first) most = {row.df, i};
    }
  }
  for (size_t i = 0; i < strata.strata.size(); ++i) {
    std::erase_if(strata.strata[i].rows, [&](const AnovaRow& row) {
      return !row.factors.empty() && own.at(row.term).second != i;
    });
  }
}

// What the mixed model does not have (fitted values, slopes of covariates) comes from least squares
// with the plots as they are.
Result<ModelAnalysis> JoinMixed(const StatedAnalysis& stated, const Cells& cells,
                                ModelAnalysis mixed) {
  ModelOptions with_plots = OptionsOf(stated);
  with_plots.terms.push_back({FactorIndex(cells, stated.request.plot)});
  TRENA_ASSIGN(ModelAnalysis whole, AnalyzeModel(cells, with_plots));
  mixed.fitted = std::move(whole.fitted);
  mixed.slopes = std::move(whole.slopes);
  mixed.within_ss = whole.within_ss;
  mixed.lack_of_fit_ss = whole.lack_of_fit_ss;
  mixed.lack_of_fit_df = whole.lack_of_fit_df;
  return mixed;
}

Result<MixedAnalysis> MixedOf(const StatedAnalysis& stated, const Cells& cells) {
  return AnalyzeMixed(cells, {.terms = stated.choice.terms,
                              .errors = ErrorsOf(cells, stated.request),
                              .ss_type = OptionsOf(stated).ss_type,
                              .confidence = stated.request.confidence});
}

Status TakeMixed(MixedAnalysis mixed, StatedAnalysis& stated) {
  TRENA_ASSIGN(stated.model, JoinMixed(stated, stated.cells, std::move(mixed.model)));
  stated.variances = std::move(mixed.components);
  if (stated.cells.covariates.empty()) return Done{};
  Cells plain = stated.cells;
  plain.covariates.clear();
  TRENA_ASSIGN(MixedAnalysis without, MixedOf(stated, plain));
  TRENA_ASSIGN(stated.without_covariates, JoinMixed(stated, plain, std::move(without.model)));
  stated.narrower = Narrower(stated.model, *stated.without_covariates);
  return Done{};
}

Status FitPlots(StatedAnalysis& stated) {
  // The block is an error of its own here, and no term.
  const size_t block = FactorIndex(stated.cells, stated.request.block);
  std::erase(stated.choice.terms, ModelTerm{block});
  TRENA_ASSIGN(StrataAnalysis found, StrataOf(stated, stated.cells));
  if (!Balanced(stated.cells, stated.request, found)) {
    auto mixed = MixedOf(stated, stated.cells);
    if (mixed.ok()) return TakeMixed(std::move(mixed).value(), stated);
    KeepOneRowEach(found);
  }
  stated.strata = std::move(found);
  TRENA_ASSIGN(stated.model, JoinStrata(stated, stated.cells, *stated.strata));
  if (stated.cells.covariates.empty()) return Done{};
  Cells plain = stated.cells;
  plain.covariates.clear();
  TRENA_ASSIGN(const StrataAnalysis strata, StrataOf(stated, plain));
  TRENA_ASSIGN(stated.without_covariates, JoinStrata(stated, plain, strata));
  stated.narrower = Narrower(stated.model, *stated.without_covariates);
  return Done{};
}

// What is confounded with blocks belongs to them: it leaves the model, and is named.
Status FitBlocks(StatedAnalysis& stated) {
  TRENA_ASSIGN(stated.model, AnalyzeModel(stated.cells, OptionsOf(stated)));
  if (stated.request.block.empty()) return Done{};
  std::vector<InestimableTerm> lost;
  for (const InestimableTerm& term : stated.model.inestimable) {
    if (term.df == 0 && term.term != stated.request.block) lost.push_back(term);
  }
  if (lost.empty()) return Done{};
  for (const InestimableTerm& term : lost) std::erase(stated.choice.terms, term.factors);
  TRENA_ASSIGN(stated.model, AnalyzeModel(stated.cells, OptionsOf(stated)));
  stated.model.inestimable.insert(stated.model.inestimable.end(), lost.begin(), lost.end());
  return Done{};
}

Status FitStated(StatedAnalysis& stated) {
  if (!stated.request.plot.empty()) return FitPlots(stated);
  if (stated.cells.covariates.empty()) return FitBlocks(stated);
  TRENA_ASSIGN(CovarianceAnalysis both, AnalyzeCovariance(stated.cells, OptionsOf(stated)));
  stated.model = std::move(both.with);
  stated.without_covariates = std::move(both.without);
  stated.narrower = both.narrower;
  return Done{};
}

bool LacksAMean(const ModelAnalysis& model) {
  return std::any_of(model.means.begin(), model.means.end(), [](const LevelMean& mean) {
    return mean.factors.size() == 1 && mean.n > 0 && !mean.mean;
  });
}

// A hole in the table leaves interactions short of degrees of freedom, and levels without a mean:
// of those that are short the highest leave the model, with all that contain them. False when there
// are none to leave.
bool GiveUpInteractions(StatedAnalysis& stated) {
  size_t order = 1;
  for (const InestimableTerm& term : stated.model.inestimable) {
    order = std::max(order, term.factors.size());
  }
  if (order < 2) return false;
  std::vector<ModelTerm>& terms = stated.choice.terms;
  const size_t before = terms.size();
  for (const InestimableTerm& term : stated.model.inestimable) {
    if (term.factors.size() != order) continue;
    std::erase_if(terms, [&](const ModelTerm& other) {
      const bool contains =
          std::includes(other.begin(), other.end(), term.factors.begin(), term.factors.end());
      if (contains) stated.choice.given_up.push_back(other);
      return contains;
    });
  }
  return terms.size() < before;
}

// The largest model in which every level has a mean, where the terms were not written out.
Status FillHoles(StatedAnalysis& stated) {
  const std::string& asked = stated.request.terms;
  const bool chosen = asked.empty() || asked == "full" || asked == "2way";
  const bool as_planned = !stated.choice.aliases.empty() || !stated.request.curvature.empty();
  if (!chosen || as_planned || InPlots(stated)) return Done{};
  std::vector<InestimableTerm> lost;
  while (LacksAMean(stated.model)) {
    const std::vector<InestimableTerm> short_of = stated.model.inestimable;
    if (!GiveUpInteractions(stated)) break;
    TRENA_CHECK(FitStated(stated));
    for (const InestimableTerm& term : short_of) {
      const auto& terms = stated.choice.terms;
      const bool left = std::find(terms.begin(), terms.end(), term.factors) == terms.end();
      if (left) lost.push_back(term);
    }
  }
  stated.model.inestimable.insert(stated.model.inestimable.end(), lost.begin(), lost.end());
  return Done{};
}

void KeepMeansPossible(StatedAnalysis& stated) {
  if (stated.request.log_scale) return;
  const MetricBounds& bounds = stated.request.bounds;
  ModelAnalysis& model = stated.model;
  KeepPossible(bounds, model.grand_mean.mean, model.grand_mean.low, model.grand_mean.high);
  for (LevelMean& mean : model.means) KeepPossible(bounds, mean.mean, mean.low, mean.high);
}

// Of many terms some pass at 5 % by chance alone, so that the terms are judged together.
void AdjustTerms(StatedAnalysis& stated) {
  std::vector<double> p_values;
  for (const AnovaRow& row : stated.model.rows) {
    if (IsTreatment(stated, row) && row.p) p_values.push_back(*row.p);
  }
  std::vector<double> adjusted = HolmAdjusted(p_values);
  if (stated.model.pseudo_error) {
    for (size_t i = 0; i < p_values.size(); ++i)
      adjusted[i] = AmongMany(p_values[i], p_values.size());
  }
  size_t next = 0;
  for (AnovaRow& row : stated.model.rows) {
    if (IsTreatment(stated, row) && row.p) row.adjusted_p = adjusted[next++];
  }
}

}  // namespace

Result<StatedAnalysis> AnalyzeStated(Cells cells, const ModelRequest& request) {
  StatedAnalysis stated;
  stated.request = request;
  TRENA_ASSIGN(stated.choice, ChooseModel(cells, request));
  stated.cells = std::move(cells);
  TRENA_CHECK(FitStated(stated));
  TRENA_CHECK(FillHoles(stated));
  ForgiveCentre(stated);
  KeepMeansPossible(stated);
  AdjustTerms(stated);
  return stated;
}

Result<StatedAnalysis> AnalyzeWhole(Cells cells, const Observations& observations,
                                    const ModelRequest& request) {
  TRENA_ASSIGN(StatedAnalysis stated, AnalyzeStated(std::move(cells), request));
  stated.pairs = CompareLevels(stated);
  stated.contrasts = EstimateContrasts(stated);
  if (!request.baseline.empty()) stated.baseline = CompareWithBaseline(stated, request.baseline);
  stated.checks = CheckStated(stated, observations);
  return stated;
}

std::optional<double> NarrowerByBlocks(const StatedAnalysis& stated) {
  if (stated.request.block.empty() || InPlots(stated) || stated.model.rows.empty()) {
    return std::nullopt;
  }
  const auto& rows = stated.model.rows;
  const auto block = std::find_if(rows.begin(), rows.end(), [&](const AnovaRow& row) {
    return row.term == stated.request.block;
  });
  const AnovaRow& rest = rows.back();
  if (block == rows.end() || rest.term != "residuals" || rest.df == 0 || !(rest.ss > 0)) {
    return std::nullopt;
  }
  auto width = [&](double ss, size_t df) -> std::optional<double> {
    const auto quantile =
        StudentQuantile((1 + stated.request.confidence) / 2, static_cast<double>(df));
    if (!quantile) return std::nullopt;
    return *quantile * std::sqrt(ss / static_cast<double>(df));
  };
  const auto with = width(rest.ss, rest.df);
  const auto without = width(rest.ss + block->ss, rest.df + block->df);
  return with && without ? std::optional(1 - *with / *without) : std::nullopt;
}

bool IsTreatment(const StatedAnalysis& stated, const AnovaRow& row) {
  if (row.factors.empty()) return false;
  const std::string& first = stated.cells.factors[row.factors[0]].name;
  return first != stated.request.block;
}

Evidence EvidenceOf(const StatedAnalysis& stated, const AnovaRow& row) {
  if (!IsTreatment(stated, row)) return Evidence::kUntested;
  const bool exact = stated.model.no_test == NoTest::kNoResidualVariation && row.error.empty();
  if (!row.p && !exact) return Evidence::kUntested;
  const auto p = row.adjusted_p ? row.adjusted_p : row.p;
  const bool rare = p ? *p <= 1 - stated.request.confidence : row.percent.value_or(0) > 0;
  return rare ? Evidence::kEffect : Evidence::kChance;
}

bool IsEffect(const StatedAnalysis& stated, const AnovaRow& row) {
  return EvidenceOf(stated, row) == Evidence::kEffect;
}

bool ProvenEqual(const FactorPairs& factor) {
  return !factor.pairs.empty() &&
         std::all_of(factor.pairs.begin(), factor.pairs.end(), [](const LevelPair& pair) {
           return pair.comparison.verdict == PairVerdict::kSame;
         });
}

bool ProvenEqual(const StatedAnalysis& stated) {
  // Replications that never differ prove nothing: there is no error to prove it by.
  if (stated.model.no_test == NoTest::kNoResidualVariation || stated.pairs.empty()) return false;
  return stated.pairs.size() == TreatmentsOf(stated.cells, stated.request).size() &&
         std::all_of(stated.pairs.begin(), stated.pairs.end(),
                     [](const FactorPairs& factor) { return ProvenEqual(factor); });
}

bool AnyTest(const StatedAnalysis& stated) {
  return std::any_of(stated.model.rows.begin(), stated.model.rows.end(),
                     [](const AnovaRow& row) { return row.p.has_value(); });
}

const LevelMean* FindMean(const ModelAnalysis& model, const Effect& effect) {
  for (const LevelMean& mean : model.means) {
    if (mean.factors == effect.factors &&
        std::equal(mean.levels.begin(), mean.levels.end(), effect.levels.begin())) {
      return &mean;
    }
  }
  return nullptr;
}

}  // namespace trena
