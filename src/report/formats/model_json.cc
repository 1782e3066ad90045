// SPDX-License-Identifier: Apache-2.0
#include "report/formats/model_json.h"

#include <limits>

#include "report/answer/model_words.h"

namespace trena {
namespace {

Json TermsJson(const StatedAnalysis& stated) {
  Json terms = Json::array();
  for (const ModelTerm& term : stated.choice.terms) terms.push_back(TermName(stated.cells, term));
  return terms;
}

// Interactions that left the model because of holes.
Json GivenUpJson(const StatedAnalysis& stated) {
  Json terms = Json::array();
  for (const ModelTerm& term : stated.choice.given_up) {
    terms.push_back(TermName(stated.cells, term));
  }
  return terms;
}

// Factors that always change together.
Json TogetherJson(const StatedAnalysis& stated) {
  Json groups = Json::array();
  for (const std::vector<size_t>& group : stated.choice.together) {
    Json names = Json::array();
    for (size_t factor : group) names.push_back(stated.cells.factors[factor].name);
    groups.push_back(std::move(names));
  }
  return groups;
}

Json InestimableJson(const ModelAnalysis& model) {
  Json terms = Json::array();
  for (const InestimableTerm& term : model.inestimable) {
    terms.push_back({{"term", term.term}, {"df", term.df}, {"full_df", term.full_df}});
  }
  return terms;
}

// Chains as a person writes them: "A = −B:C"; that of the mean begins with 1.
Json AliasesJson(const StatedAnalysis& stated) {
  Json chains = Json::array();
  for (const AliasChain& chain : stated.choice.aliases) {
    chains.push_back(ChainInWords(stated, chain, std::numeric_limits<size_t>::max()));
  }
  return chains;
}

const char* CodeOf(NoTest no_test) {
  switch (no_test) {
    case NoTest::kNoResidualDegrees:
      return "no_residual_degrees";
    case NoTest::kNoResidualVariation:
      return "no_residual_variation";
    case NoTest::kOneWholePlot:
      return "one_whole_plot";
  }
  return "";
}

Json ErrorJson(const std::string& name, size_t df, const std::optional<double>& sd,
               const std::optional<NoTest>& no_test) {
  return {{"error", name},
          {"df", df},
          {"sd", OrNull(sd)},
          {"no_test", no_test ? Json(CodeOf(*no_test)) : Json()}};
}

// Of runs that repeat nothing; null otherwise.
Json PseudoErrorJson(const ModelAnalysis& model) {
  if (!model.pseudo_error) return nullptr;
  Json effects = Json::array();
  for (const RankedEffect& effect : model.ranked_effects) {
    effects.push_back({{"term", effect.term},
                       {"size", OrNull(effect.size)},
                       {"half_normal", OrNull(effect.half_normal)}});
  }
  return {{"standard_error", OrNull(model.pseudo_error->standard_error)},
          {"df", OrNull(model.pseudo_error->df)},
          {"margin", OrNull(model.pseudo_error->margin)},
          {"simultaneous_margin", OrNull(model.pseudo_error->simultaneous_margin)},
          {"effects", std::move(effects)}};
}

Json VariancesJson(const StatedAnalysis& stated) {
  Json variances = Json::array();
  for (const VarianceComponent& part : stated.variances) {
    variances.push_back({{"of", part.name}, {"variance", OrNull(part.variance)}});
  }
  return variances;
}

Json ErrorsJson(const StatedAnalysis& stated) {
  const ModelAnalysis& model = stated.model;
  Json errors = Json::array();
  if (stated.strata) {
    for (size_t i = 0; i + 1 < stated.strata->strata.size(); ++i) {
      const ErrorStratum& stratum = stated.strata->strata[i];
      errors.push_back(
          ErrorJson(stratum.name, stratum.rows.back().df, stratum.sd, stratum.no_test));
    }
  }
  if (model.pseudo_error) {
    errors.push_back(ErrorJson("residuals", 0, std::nullopt, NoTest::kNoResidualDegrees));
  } else {
    errors.push_back(ErrorJson("residuals", model.residual_df, model.residual_sd, model.no_test));
  }
  return errors;
}

Json NameOrNull(const std::string& name) { return name.empty() ? Json() : Json(name); }

Json SimpleJson(const StatedAnalysis& stated, const FactorPairs& pairs, const LevelPair& pair) {
  Json json = Json::array();
  for (const SimplePair& simple : pair.simple) {
    const PairComparison& found = simple.comparison;
    json.push_back({{"at", stated.cells.factors[*pairs.by].name},
                    {"level", stated.cells.factors[*pairs.by].levels[simple.level]},
                    {"difference", OrNull(found.difference)},
                    {"p", OrNull(found.p)},
                    {"ratio", OrNull(found.ratio)},
                    {"ratio_low", OrNull(found.ratio_low)},
                    {"ratio_high", OrNull(found.ratio_high)},
                    {"verdict", CodeOf(found.verdict)}});
  }
  return json;
}

Json PairsJson(const StatedAnalysis& stated) {
  Json json = Json::array();
  for (const FactorPairs& pairs : stated.pairs) {
    const CellFactor& factor = stated.cells.factors[pairs.factor];
    const std::string by = pairs.by ? stated.cells.factors[*pairs.by].name : "";
    for (const LevelPair& pair : pairs.pairs) {
      const PairComparison& found = pair.comparison;
      json.push_back({{"factor", factor.name},
                      {"first", factor.levels[pair.first]},
                      {"second", factor.levels[pair.second]},
                      {"difference", OrNull(found.difference)},
                      {"low", OrNull(found.low)},
                      {"high", OrNull(found.high)},
                      {"p", OrNull(found.p)},
                      {"ratio", OrNull(found.ratio)},
                      {"ratio_low", OrNull(found.ratio_low)},
                      {"ratio_high", OrNull(found.ratio_high)},
                      {"verdict", CodeOf(found.verdict)},
                      {"depends_on", pair.depends ? Json(by) : Json()},
                      {"simple", SimpleJson(stated, pairs, pair)}});
    }
  }
  return json;
}

Json ContrastsJson(const StatedAnalysis& stated) {
  Json json = Json::array();
  for (const StatedContrast& contrast : stated.contrasts) {
    const bool found = contrast.problem.empty();
    json.push_back({{"contrast", contrast.text},
                    {"problem", found ? Json() : Json(contrast.problem)},
                    {"estimate", found ? OrNull(contrast.estimate.estimate) : Json()},
                    {"low", OrNull(contrast.estimate.low)},
                    {"high", OrNull(contrast.estimate.high)},
                    {"t", OrNull(contrast.estimate.t)},
                    {"p", OrNull(contrast.estimate.p)}});
  }
  return json;
}

// Names with their levels, as the cells have them.
Json NamedLevelsJson(const StatedAnalysis& stated, const std::vector<size_t>& factors,
                     const std::vector<uint32_t>& levels) {
  Json json = Json::object();
  for (size_t i = 0; i < factors.size(); ++i) {
    const CellFactor& factor = stated.cells.factors[factors[i]];
    json[factor.name] = factor.levels[levels[i]];
  }
  return json;
}

Json CovarianceJson(const StatedAnalysis& stated) {
  Json slopes = Json::array();
  for (const CovariateSlope& slope : stated.model.slopes) {
    slopes.push_back({{"covariate", slope.covariate},
                      {"slope", OrNull(slope.slope)},
                      {"low", OrNull(slope.low)},
                      {"high", OrNull(slope.high)}});
  }
  return {{"slopes", slopes},
          {"narrower", OrNull(stated.narrower)},
          {"residual_sd", OrNull(stated.model.residual_sd)},
          {"residual_sd_without", OrNull(stated.without_covariates->residual_sd)},
          {"anova_without", AnovaJson(stated.without_covariates->rows)}};
}

Json RanksJson(const std::optional<RankCorrelation>& correlation) {
  if (!correlation) return nullptr;
  return {{"rho", OrNull(correlation->rho)}, {"p", OrNull(correlation->p)}};
}

Json SpreadJson(const std::optional<SpreadTest>& test) {
  if (!test) return nullptr;
  return {{"f", OrNull(test->f)}, {"df1", test->df1}, {"df2", test->df2}, {"p", OrNull(test->p)}};
}

Json SpreadLevelJson(const std::optional<SpreadLevel>& level) {
  if (!level) return nullptr;
  return {{"slope", OrNull(level->slope)},
          {"low", OrNull(level->low)},
          {"high", OrNull(level->high)},
          {"cells", level->cells}};
}

Json FactorSpreadsJson(const StatedAnalysis& stated) {
  Json json = Json::array();
  for (const FactorSpread& spread : stated.checks.factor_spreads) {
    const CellFactor& factor = stated.cells.factors[spread.factor];
    Json levels = Json::array();
    for (size_t i = 0; i < spread.sds.size(); ++i) {
      levels.push_back({{"level", factor.levels[i]}, {"sd", OrNull(spread.sds[i])}});
    }
    json.push_back(
        {{"factor", factor.name}, {"levels", levels}, {"test", SpreadJson(spread.test)}});
  }
  return json;
}

Json RankedJson(const ModelChecks& checks) {
  Json json = Json::array();
  for (const RankedTerm& term : checks.ranked) {
    json.push_back({{"term", term.term},
                    {"p", OrNull(term.p)},
                    {"ranked_p", OrNull(term.ranked_p)},
                    {"disagrees", term.disagrees}});
  }
  return json;
}

Json LogChangesJson(const ModelChecks& checks) {
  Json json = Json::array();
  for (const ScaleChange& change : checks.log_changes) {
    json.push_back({{"term", change.term},
                    {"percent", OrNull(change.percent)},
                    {"p", OrNull(change.p)},
                    {"log_percent", OrNull(change.log_percent)},
                    {"log_p", OrNull(change.log_p)},
                    {"differs", change.differs}});
  }
  return json;
}

Json PointsJson(const ModelChecks& checks) {
  Json json = Json::array();
  for (const ResidualPoint& point : checks.points) {
    json.push_back({{"order", OrNull(point.order)},
                    {"fitted", OrNull(point.fitted)},
                    {"residual", OrNull(point.residual)},
                    {"normal", OrNull(point.normal)}});
  }
  return json;
}

Json ChecksJson(const StatedAnalysis& stated) {
  const ModelChecks& checks = stated.checks;
  return {{"normal", {{"w", OrNull(checks.normal_w)}, {"p", OrNull(checks.normal_p)}}},
          {"spread", RanksJson(checks.spread)},
          {"order", RanksJson(checks.order)},
          {"spread_level", SpreadLevelJson(checks.spread_level)},
          {"equal_spreads", SpreadJson(checks.equal_spreads)},
          {"spread_power", OrNull(checks.spread_power)},
          {"factor_spreads", FactorSpreadsJson(stated)},
          {"ranks", RankedJson(checks)},
          {"recommend_log", checks.recommend_log},
          {"log_changes", LogChangesJson(checks)},
          {"points", PointsJson(checks)}};
}

// The row that a term is judged by; none for the errors themselves.
Json ErrorOf(const AnovaRow& row) {
  if (!row.error.empty()) return row.error;
  return row.p ? Json("residuals") : Json();
}

}  // namespace

Json ReservationsJson(const std::vector<Warning>& reservations) {
  Json list = Json::array();
  for (const Warning& found : reservations) {
    list.push_back({{"code", found.code}, {"arguments", found.arguments}});
  }
  return list;
}

const char* CodeOf(PairVerdict verdict) {
  switch (verdict) {
    case PairVerdict::kFaster:
      return "faster";
    case PairVerdict::kSlower:
      return "slower";
    case PairVerdict::kSame:
      return "same";
    case PairVerdict::kCannotTell:
      break;
  }
  return "cannot_tell";
}

void AddFindings(const StatedAnalysis& stated, Json& json) {
  json["pairs"] = PairsJson(stated);
  if (!stated.contrasts.empty()) json["contrasts"] = ContrastsJson(stated);
  if (stated.baseline) json["baseline"] = BaselineJson(stated);
  if (stated.without_covariates) json["covariance"] = CovarianceJson(stated);
  if (stated.checks.made) json["checks"] = ChecksJson(stated);
}

Json BaselineJson(const StatedAnalysis& stated) {
  const StatedBaseline& baseline = *stated.baseline;
  Json others = Json::array();
  for (const BaselineOther& other : baseline.others) {
    const PairComparison& found = other.comparison;
    const bool depends = other.depends && baseline.by;
    others.push_back(
        {{"levels", NamedLevelsJson(stated, baseline.factors, other.levels)},
         {"difference", OrNull(found.difference)},
         {"low", OrNull(found.low)},
         {"high", OrNull(found.high)},
         {"p", OrNull(found.p)},
         {"ratio", OrNull(found.ratio)},
         {"ratio_low", OrNull(found.ratio_low)},
         {"ratio_high", OrNull(found.ratio_high)},
         {"verdict", CodeOf(found.verdict)},
         {"depends_on", depends ? Json(stated.cells.factors[*baseline.by].name) : Json()}});
  }
  return {{"levels", NamedLevelsJson(stated, baseline.factors, baseline.levels)},
          {"problem", NameOrNull(baseline.problem)},
          {"others", std::move(others)}};
}

Json ModelJson(const StatedAnalysis& stated) {
  return {{"terms", TermsJson(stated)},
          {"ss_type", stated.model.ss_type},
          {"balanced", stated.model.orthogonal},
          {"block", NameOrNull(stated.request.block)},
          {"plot", NameOrNull(stated.request.plot)},
          {"covariates", Json(stated.cells.covariates)},
          {"adjust", stated.request.adjustment == Adjustment::kTukey ? "tukey" : "holm"},
          {"same_within", stated.request.same_within},
          {"highest_interaction_is_error", stated.choice.without_highest},
          {"pseudo_error", PseudoErrorJson(stated.model)},
          {"variances", VariancesJson(stated)},
          {"given_up", GivenUpJson(stated)},
          {"together", TogetherJson(stated)},
          {"inestimable", InestimableJson(stated.model)},
          {"aliases", AliasesJson(stated)},
          {"errors", ErrorsJson(stated)},
          {"r_squared", OrNull(stated.model.r_squared)},
          {"lack_of_fit_ss", OrNull(stated.model.lack_of_fit_ss)},
          {"lack_of_fit_df", stated.model.lack_of_fit_df}};
}

Json MeansJson(const StatedAnalysis& stated, const LevelsAsJson& levels) {
  Json means = Json::array();
  for (const LevelMean& mean : stated.model.means) {
    means.push_back({{"term", TermName(stated.cells, mean.factors)},
                     {"levels", levels(mean.factors, mean.levels)},
                     {"n", mean.n},
                     {"observed", OrNull(mean.observed)},
                     {"mean", OrNull(mean.mean)},
                     {"low", OrNull(mean.low)},
                     {"high", OrNull(mean.high)}});
  }
  return means;
}

Json AnovaJson(const std::vector<AnovaRow>& rows) {
  Json json = Json::array();
  for (const AnovaRow& row : rows) {
    json.push_back({{"term", row.term},
                    {"df", row.df},
                    {"ss", OrNull(row.ss)},
                    {"ms", OrNull(row.ms)},
                    {"f", OrNull(row.f)},
                    {"p", OrNull(row.p)},
                    {"percent", OrNull(row.percent)},
                    {"omega_percent", OrNull(row.omega_percent)},
                    {"adjusted_p", OrNull(row.adjusted_p)},
                    {"error", ErrorOf(row)},
                    {"error_df", OrNull(row.error_df)}});
  }
  return json;
}

Json EffectJson(const Effect& effect, Json levels) {
  return {
      {"term", effect.term},       {"levels", std::move(levels)}, {"effect", OrNull(effect.effect)},
      {"low", OrNull(effect.low)}, {"high", OrNull(effect.high)}, {"mean", OrNull(effect.mean)}};
}

}  // namespace trena
