// SPDX-License-Identifier: Apache-2.0
#include "report/tables/model_tables.h"

#include <algorithm>

#include "analyze/metrics.h"
#include "core/text/text.h"
#include "report/answer/baseline_words.h"
#include "report/answer/model_words.h"
#include "report/tables/cells.h"
#include "report/words/labels.h"
namespace trena {
namespace {

using cell::Chance;
using cell::Figure;
using cell::Interval;
using cell::Text;

TableCell Share(const std::optional<double>& percent, const Words& words) {
  return {percent ? words.Percent(*percent) : "—", percent, true};
}

std::string IntervalTitle(const StatedAnalysis& stated, const Words& words) {
  return words.Say(label::kConfidencePercentInterval,
                   {{"confidence", words.Fixed(stated.request.confidence * 100, 0)}});
}

double ShareOf(const StatedAnalysis& stated, size_t factor) {
  for (const AnovaRow& row : stated.model.rows) {
    if (row.factors == std::vector<size_t>{factor}) return row.percent.value_or(0);
  }
  return 0;
}

std::vector<const FactorPairs*> LargestFirst(const StatedAnalysis& stated) {
  std::vector<const FactorPairs*> all;
  for (const FactorPairs& pairs : stated.pairs) all.push_back(&pairs);
  std::stable_sort(all.begin(), all.end(), [&](const FactorPairs* a, const FactorPairs* b) {
    return ShareOf(stated, a->factor) > ShareOf(stated, b->factor);
  });
  return all;
}

std::vector<TableCell> PairRow(const StatedAnalysis& stated, const FactorPairs& pairs,
                               const LevelPair& pair, const Words& words) {
  const PairComparison& found = pair.comparison;
  const size_t factor = pairs.factor;
  const auto& by = pairs.by;
  return {Text(stated.cells.factors[factor].name),
          Text(PairInWords(stated, factor, pair, words)),
          Figure(found.ratio, words),
          Interval(found.ratio_low, found.ratio_high, words),
          Chance(found.p, words),
          Text(pair.depends ? words.Say({"depends on {by}", "depende de {by}"},
                                        {{"by", stated.cells.factors[*by].name}})
                            : VerdictOfPair(stated, found.verdict, words))};
}

enum class Kind { kTime, kMoney, kOther };

bool HasAny(const std::string& name, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return name.find(part) != std::string::npos; });
}

// A table's response may have any name.
Kind KindOf(const std::string& response) {
  if (UnitOf(response, "") == "s" || HasAny(response, {"time", "seconds", "duration", "tempo"})) {
    return Kind::kTime;
  }
  return HasAny(response, {"cost", "bill", "price", "custo"}) ? Kind::kMoney : Kind::kOther;
}

std::vector<TableCell> BaselineRow(const StatedAnalysis& stated, const BaselineOther& other,
                                   const MetricText& metric, const Words& words) {
  const PairComparison& found = other.comparison;
  const auto& by = stated.baseline->by;
  // Of logarithms the difference is the ratio.
  const std::string difference =
      stated.request.log_scale
          ? "—"
          : metric.WithUnit(metric.WithHalfWidth(found.difference, found.low, found.high));
  return {Text(NameAmongBaseline(stated, other.levels)),
          cell::Number(difference, found.difference),
          Figure(found.ratio, words),
          Interval(found.ratio_low, found.ratio_high, words),
          Chance(found.p, words),
          Text(other.depends && by ? words.Say({"depends on {by}", "depende de {by}"},
                                               {{"by", stated.cells.factors[*by].name}})
                                   : VerdictOfPair(stated, found.verdict, words))};
}

}  // namespace

std::string VerdictInWords(PairVerdict verdict, const std::string& response, double same_within,
                           const Words& words) {
  const Kind kind = KindOf(response);
  switch (verdict) {
    case PairVerdict::kFaster:
      return kind == Kind::kTime    ? words.Say({"faster", "mais rápido"})
             : kind == Kind::kMoney ? words.Say({"cheaper", "mais barato"})
                                    : words.Say({"lower", "menor"});
    case PairVerdict::kSlower:
      return kind == Kind::kTime    ? words.Say({"slower", "mais lento"})
             : kind == Kind::kMoney ? words.Say({"dearer", "mais caro"})
                                    : words.Say({"higher", "maior"});
    case PairVerdict::kSame:
      return words.Say({"same within {percent}", "igual, a menos de {percent}"},
                       {{"percent", words.Percent(100 * same_within)}});
    case PairVerdict::kCannotTell:
      break;
  }
  return words.Say(label::kCannotTell);
}

std::string VerdictOfPair(const StatedAnalysis& stated, PairVerdict verdict, const Words& words) {
  return VerdictInWords(verdict, stated.cells.response, stated.request.same_within, words);
}

ReportTable PairTable(const StatedAnalysis& stated, const Words& words, size_t most) {
  ReportTable table{words.Say({"Levels compared", "Níveis comparados"}),
                    "",
                    {{words.Say(label::kFactor)},
                     {words.Say(label::kLevels)},
                     {words.Say(label::kRatio), true},
                     {IntervalTitle(stated, words), true},
                     {"p", true},
                     {words.Say(label::kVerdict)}},
                    {}};
  size_t left = 0;
  for (const FactorPairs* pairs : LargestFirst(stated)) {
    for (const LevelPair& pair : pairs->pairs) {
      if (table.rows.size() == most) {
        ++left;
      } else {
        table.rows.push_back(PairRow(stated, *pairs, pair, words));
      }
    }
  }
  const bool tukey = stated.request.adjustment == Adjustment::kTukey;
  table.note =
      tukey ? words.Say({"Ratios of the means of the model; intervals and p allow for the number "
                         "of pairs of each factor (Tukey).",
                         "Razões das médias do modelo; intervalos e p levam em conta o número de "
                         "pares de cada fator (Tukey)."})
            : words.Say({"Ratios of the means of the model; intervals and p allow for the number "
                         "of pairs of each factor (Holm, with Bonferroni's intervals).",
                         "Razões das médias do modelo; intervalos e p levam em conta o número de "
                         "pares de cada fator (Holm, com intervalos de Bonferroni)."});
  if (left > 0) {
    table.note += " " + words.Say(label::kCountMoreAreInJson, {{"count", std::to_string(left)}});
  }
  return table;
}

ReportTable BaselineTable(const StatedAnalysis& stated, const MetricText& metric,
                          const Words& words) {
  ReportTable table;
  if (!stated.baseline || stated.baseline->others.empty()) return table;
  const StatedBaseline& baseline = *stated.baseline;
  table.title = words.Say(
      {"Against the baseline {baseline}: {metric}",
       "Em relação à linha de base {baseline}: {metric}"},
      {{"baseline", NameAmongBaseline(stated, baseline.levels)}, {"metric", metric.Phrase()}});
  table.note = words.Say(
      {"Differences and ratios with intervals and p for all of these comparisons together "
       "(Dunnett).",
       "Diferenças e razões com intervalos e p para todas essas comparações juntas (Dunnett)."});
  table.columns = {TableColumn::Key(words.Say({"compared", "comparado"})),
                   TableColumn::Number(words.Say({"difference", "diferença"})),
                   TableColumn::Number(words.Say(label::kRatio)),
                   TableColumn::Number(IntervalTitle(stated, words)),
                   TableColumn::Number("p"),
                   {words.Say(label::kVerdict)}};
  for (const BaselineOther& other : baseline.others) {
    table.rows.push_back(BaselineRow(stated, other, metric, words));
  }
  return table;
}

ReportTable ContrastTable(const StatedAnalysis& stated, const Words& words) {
  ReportTable table{words.Say({"Contrasts", "Contrastes"}),
                    "",
                    {{words.Say({"contrast", "contraste"})},
                     {words.Say({"estimate", "estimativa"}), true},
                     {IntervalTitle(stated, words), true},
                     {"p", true}},
                    {}};
  for (const StatedContrast& contrast : stated.contrasts) {
    if (!contrast.problem.empty()) {
      table.rows.push_back({Text(contrast.text + ": " + contrast.problem), Figure({}, words),
                            Interval({}, {}, words), Chance({}, words)});
      continue;
    }
    const ContrastEstimate& estimate = contrast.estimate;
    table.rows.push_back({Text(contrast.text), Figure(estimate.estimate, words),
                          Interval(estimate.low, estimate.high, words), Chance(estimate.p, words)});
  }
  return table;
}

ReportTable CovarianceTable(const StatedAnalysis& stated, const Words& words) {
  ReportTable table{words.Say({"With covariates and without", "Com covariáveis e sem"}),
                    "",
                    {{words.Say(label::kTerm)},
                     {words.Say({"without", "sem"}), true},
                     {"p", true},
                     {words.Say({"with", "com"}), true},
                     {"p", true}},
                    {}};
  if (!stated.without_covariates) return table;
  for (const AnovaRow& row : stated.model.rows) {
    std::optional<double> percent, p;
    for (const AnovaRow& other : stated.without_covariates->rows) {
      if (other.term != row.term) continue;
      percent = other.percent;
      p = other.p;
    }
    const bool residuals = row.term == "residuals";
    table.rows.push_back({Text(residuals ? words.Say(label::kResiduals) : row.term),
                          Share(percent, words), Chance(p, words), Share(row.percent, words),
                          Chance(row.p, words)});
  }
  return table;
}

ReportTable ScaleTable(const StatedAnalysis& stated, const Words& words) {
  ReportTable table{words.Say({"What the logarithm would change", "O que o logaritmo mudaria"}),
                    "",
                    {{words.Say(label::kTerm)},
                     {words.Say({"raw", "original"}), true},
                     {"p", true},
                     {words.Say({"logarithm", "logaritmo"}), true},
                     {"p", true}},
                    {}};
  for (const ScaleChange& change : stated.checks.log_changes) {
    table.rows.push_back({Text(change.term), Share(change.percent, words), Chance(change.p, words),
                          Share(change.log_percent, words), Chance(change.log_p, words)});
  }
  return table;
}

ReportTable RankTable(const StatedAnalysis& stated, const Words& words) {
  ReportTable table{words.Say({"Beside it, by ranks", "Ao lado, por postos"}),
                    "",
                    {{words.Say(label::kTerm)},
                     {"p", true},
                     {words.Say({"p of the ranks", "p dos postos"}), true}},
                    {}};
  for (const RankedTerm& term : stated.checks.ranked) {
    table.rows.push_back({Text(term.term), Chance(term.p, words), Chance(term.ranked_p, words)});
  }
  return table;
}

ReportTable SpreadTable(const StatedAnalysis& stated, const Words& words) {
  ReportTable table{
      words.Say({"Spread at the levels", "Dispersão nos níveis"}),
      "",
      {{words.Say(label::kFactor)},
       {words.Say({"standard deviation of the residuals", "desvio padrão dos resíduos"})},
       {"F", true},
       {"p", true}},
      {}};
  for (const FactorSpread& spread : stated.checks.factor_spreads) {
    const CellFactor& factor = stated.cells.factors[spread.factor];
    std::vector<std::string> sds;
    for (size_t i = 0; i < spread.sds.size(); ++i) {
      if (spread.sds[i]) {
        sds.push_back(factor.levels[i] + " " + words.Significant(*spread.sds[i], 3));
      }
    }
    std::optional<double> f, p;
    if (spread.test) {
      f = spread.test->f;
      p = spread.test->p;
    }
    table.rows.push_back(
        {Text(factor.name), Text(ShortList(sds, words)), Figure(f, words), Chance(p, words)});
  }
  if (!table.rows.empty()) {
    table.note =
        words.Say({"Equality of variances by Brown and Forsythe's test, p by simulation; "
                   "they allow for the number of factors (Holm).",
                   "Igualdade de variâncias pelo teste de Brown e Forsythe, p por "
                   "simulação; consideram o número de fatores (Holm)."});
  }
  return table;
}

std::vector<ReportTable> ModelTables(const StatedAnalysis& stated, const Words& words,
                                     size_t most_pairs) {
  std::vector<ReportTable> tables = {PairTable(stated, words, most_pairs),
                                     ContrastTable(stated, words), CovarianceTable(stated, words),
                                     ScaleTable(stated, words)};
  if (most_pairs == kAllPairs) {
    tables.push_back(RankTable(stated, words));
    tables.push_back(SpreadTable(stated, words));
  }
  std::erase_if(tables, [](const ReportTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace trena
