// SPDX-License-Identifier: Apache-2.0
#include "report/tables/tables.h"

#include <algorithm>
#include <cmath>

#include "core/text/moment.h"
#include "core/text/text.h"
#include "report/answer/model_words.h"
#include "report/answer/scenario_text.h"
#include "report/tables/cells.h"
#include "report/words/cause_words.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

using cell::Number;
using cell::Text;

// Ordered as a calendar is, however it is written.
TableCell DateCell(const std::string& calendar, const Words& words) {
  const Result<Seconds> moment = ParseMoment(calendar);
  return Number(words.Date(calendar),
                moment.ok() ? std::optional(moment.value().value) : std::nullopt);
}

TableCell Count(size_t count) { return Number(std::to_string(count), static_cast<double>(count)); }

std::vector<MetricText> ShownMetrics(const Analysis& analysis, const Words& words) {
  std::vector<MetricText> shown;
  auto any_has = [&](const char* name) {
    return std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(),
                       [&](const ScenarioAnalysis& s) { return s.metrics.contains(name); });
  };
  const bool text = any_has("tokens_per_s");  // whose "images" are sequences
  for (const KnownMetric* metric : ScenarioMetrics()) {
    bool wanted = metric->kind != MetricKind::kSeconds || analysis.time == metric->name;
    wanted = wanted && !(text && metric->kind == MetricKind::kImagesPerSecond);
    if (wanted && any_has(metric->name)) {
      shown.emplace_back(words, metric->name, MoneyUnitOf(analysis));
    }
  }
  return shown;
}

// n of the scenario: of its response, or of whatever it has most of.
size_t RunsOf(const ScenarioAnalysis& scenario, const Analysis& analysis) {
  const Summary* response = SummaryOf(scenario, analysis.response);
  return response == nullptr ? 0 : response->n;
}

TableCell MetricCell(const ScenarioAnalysis& scenario, const MetricText& metric, size_t runs) {
  const Summary* summary = SummaryOf(scenario, metric.name());
  if (summary == nullptr) return Number("—", std::nullopt);
  std::string text = metric.Number(*summary);
  if (summary->n != runs) text += " (n = " + std::to_string(summary->n) + ")";
  return Number(text, summary->mean);
}

TableCell LevelCell(const ScenarioAnalysis& scenario, const std::string& factor) {
  const Value* level = Find(scenario.levels, factor);
  if (level == nullptr) return Text("—");
  if (auto number = level->number()) return Number(level->ToString(), number);
  return Text(level->ToString());
}

std::string ScenarioNote(const Analysis& analysis, const Words& words) {
  std::string note =
      words.Say({"Mean ± half-width of its {confidence}% interval (Student's t) over n runs.",
                 "Média ± metade do intervalo de {confidence}% (t de Student) em n execuções."},
                {{"confidence", words.Fixed(analysis.confidence * 100, 0)}});
  auto single = [&](const ScenarioAnalysis& s) { return RunsOf(s, analysis) == 1; };
  auto stand_in = [](const ScenarioAnalysis& s) { return s.stand_in; };
  const auto& all = analysis.scenarios;
  if (std::any_of(all.begin(), all.end(), single)) {
    note += " " + words.Say(label::kASingleRunHasNoInterval);
  }
  if (std::any_of(all.begin(), all.end(), stand_in)) {
    note += " " + words.Say(label::kMeasuredOnAStandInMachine);
  }
  return note;
}

std::vector<TableCell> ScenarioRow(const ScenarioAnalysis& scenario, const Analysis& analysis,
                                   const std::vector<std::string>& factors,
                                   const std::vector<MetricText>& metrics) {
  size_t runs = RunsOf(scenario, analysis);
  std::vector<TableCell> row = {Text(scenario.id + (scenario.stand_in ? "*" : ""))};
  for (const std::string& factor : factors) row.push_back(LevelCell(scenario, factor));
  row.push_back(Count(runs));
  for (const MetricText& metric : metrics) row.push_back(MetricCell(scenario, metric, runs));
  return row;
}

bool NumberColumn(const Analysis& analysis, const std::string& factor) {
  auto number = [&](const ScenarioAnalysis& scenario) {
    const Value* level = Find(scenario.levels, factor);
    return level == nullptr || level->number().has_value();
  };
  return std::all_of(analysis.scenarios.begin(), analysis.scenarios.end(), number);
}

std::string OrDash(const std::optional<double>& value, const Words& words, int digits) {
  return value ? words.Significant(*value, digits) : "—";
}

std::vector<TableCell> VariationRow(const AnovaRow& row, const ResponseAnalysis& response,
                                    const Words& words) {
  return {Text(row.term == "residuals" ? ResidualsLabel(response, words) : row.term),
          Number(row.percent ? words.Percent(*row.percent) : "—", row.percent),
          Number("", row.percent),
          Number(OrDash(row.f, words, 4), row.f),
          cell::Chance(row.p, words),
          Number(std::to_string(row.df), static_cast<double>(row.df)),
          Number(words.Significant(row.ss, 4), row.ss),
          Number(row.omega_percent ? words.Percent(*row.omega_percent) : "—", row.omega_percent)};
}

// The mean of the model at an effect's levels, or what was observed there.
double MeanAt(const Effect& effect, const StatedAnalysis& stated) {
  const LevelMean* mean = FindMean(stated.model, effect);
  return mean != nullptr && mean->mean ? *mean->mean : effect.mean;
}

// Of logarithms: geometric means, and what a level multiplies them by.
std::vector<TableCell> RatioRow(const Effect& effect, const ResponseAnalysis& main,
                                const MetricText& metric, const Words& words) {
  const double mean = std::exp(MeanAt(effect, *main.stated));
  const auto ratio = [&](double x) { return "× " + words.Significant(std::exp(x), 3); };
  std::string interval = words.Say(label::kNone);
  if (effect.low && effect.high) {
    interval = words.Say(label::kFromLowToHigh,
                         {{"low", ratio(*effect.low)}, {"high", ratio(*effect.high)}});
  }
  return {Text(LevelsOf(effect, main)), Count(RunsBehind(effect, main)),
          Number(metric.Rounded(mean, {}, {}), mean), Number(ratio(effect.effect), effect.effect),
          Number(interval, effect.low)};
}

std::vector<TableCell> EffectRow(const Effect& effect, const ResponseAnalysis& main,
                                 const MetricText& metric, const Words& words) {
  if (main.scale == "log") return RatioRow(effect, main, metric, words);
  const double mean = MeanAt(effect, *main.stated);
  std::string interval =
      InPlots(*main.stated) ? words.Say(label::kNone) : words.Say(label::kNoneR1);
  if (effect.low && effect.high) interval = metric.Range(*effect.low, *effect.high);
  return {Text(LevelsOf(effect, main)), Count(RunsBehind(effect, main)),
          Number(metric.Rounded(mean, effect.low, effect.high), mean),
          Number(metric.WithHalfWidth(effect.effect, effect.low, effect.high), effect.effect),
          Number(interval, effect.low)};
}

// What an effect is: of a level, or what two levels do together beyond what each does alone.
std::string EffectNote(const ResponseAnalysis& main, const MetricText& metric, const Words& words,
                       size_t order) {
  const GrandMean& grand = main.stated->model.grand_mean;
  const bool log = main.scale == "log";
  const std::string mean =
      log ? metric.Value(std::exp(grand.mean))
          : metric.WithUnit(metric.WithHalfWidth(grand.mean, grand.low, grand.high));
  if (order > 1) {
    return log ? words.Say({"An effect is what two levels together multiply the geometric mean by, "
                            "beyond what each of them does alone.",
                            "Um efeito é o fator pelo qual dois níveis juntos multiplicam a média "
                            "geométrica, além do que cada um faz sozinho."})
               : words.Say({"An effect is what two levels together add, beyond what each of them "
                            "adds alone.",
                            "Um efeito é o que dois níveis juntos acrescentam além do que cada um "
                            "acrescenta sozinho."});
  }
  return log ? words.Say({"An effect is what a level multiplies the geometric mean of all runs, "
                          "{mean}, by.",
                          "Um efeito é aquilo por que um nível multiplica a média geométrica de "
                          "todas as execuções, {mean}."},
                         {{"mean", mean}})
             : words.Say(
                   {"An effect is what a level adds to the mean of all runs, {mean}.",
                    "Um efeito é o que um nível acrescenta à média de todas as execuções, {mean}."},
                   {{"mean", mean}});
}

std::vector<std::string> NotesOn(const ResponseAnalysis& response, const Words& words) {
  std::vector<std::string> notes = ModelInWords(*response.stated, words);
  if (!response.left_out.empty()) {
    notes.push_back(words.Say({"Only one level was measured of: {factors}. They are not analysed.",
                               "Só um nível foi medido de: {factors}. Não são analisados."},
                              {{"factors", words.List(response.left_out)}}));
  }
  if (!response.no_covariates.empty()) {
    notes.push_back(words.Say({"Not accounted for, because some runs lack it: {list}.",
                               "Não considerado, porque falta em algumas execuções: {list}."},
                              {{"list", words.List(response.no_covariates)}}));
  }
  return notes;
}

std::string LargestTerms(const StatedAnalysis& stated, const Words& words) {
  std::vector<const AnovaRow*> terms;
  for (const AnovaRow& row : stated.model.rows) {
    if (IsTreatment(stated, row) && row.percent) terms.push_back(&row);
  }
  auto larger = [](const AnovaRow* a, const AnovaRow* b) { return *a->percent > *b->percent; };
  std::stable_sort(terms.begin(), terms.end(), larger);
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(3, terms.size()); ++i) {
    text += (i > 0 ? ", " : "") + terms[i]->term + " " + words.Percent(*terms[i]->percent);
  }
  return text.empty() ? "—" : text;
}

}  // namespace

ReportTable ScenarioTable(const Analysis& analysis, const Words& words) {
  ReportTable table{words.Say({"Scenarios", "Cenários"}), ScenarioNote(analysis, words), {}, {}};
  std::vector<std::string> factors = VaryingFactors(analysis);
  std::vector<MetricText> metrics = ShownMetrics(analysis, words);
  table.columns.push_back(TableColumn::Key(words.Say(label::kScenario)));
  for (const std::string& factor : factors) {
    table.columns.push_back({factor, NumberColumn(analysis, factor)});
  }
  table.columns.push_back(TableColumn::KeyNumber("n"));
  for (const MetricText& metric : metrics) table.columns.push_back({metric.Title(), true});
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    table.rows.push_back(ScenarioRow(scenario, analysis, factors, metrics));
  }
  return table;
}

ReportTable VariationTable(const Analysis& analysis, const Words& words, size_t most_terms) {
  MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
  std::string response = metric.Phrase();
  if (analysis.main.scale == "log") {
    response = words.Say(label::kTheLogarithmOfResponse, {{"response", metric.ThePhrase()}});
  }
  ReportTable table{
      words.Say({"Allocation of variation: {metric}", "Alocação da variação: {metric}"},
                {{"metric", response}}),
      "",
      {TableColumn::Key(words.Say(label::kTerm)),
       {words.Say(label::kVariation), true},
       TableColumn::Bar(),
       {"F", true},
       {"p", true},
       {words.Say(label::kDf), true},
       {words.Say(label::kSumOfSquares), true},
       {words.Say({"adjusted", "ajustada"}), true}},
      {}};
  if (!analysis.main.stated) return table;
  std::vector<AnovaRow> rows = analysis.main.stated->model.rows;
  auto larger = [](const AnovaRow& a, const AnovaRow& b) {
    return a.percent.value_or(0) > b.percent.value_or(0);
  };
  std::stable_sort(rows.begin(), rows.end() - 1, larger);
  for (size_t i = 0; i + 1 < rows.size() && i < most_terms; ++i) {
    table.rows.push_back(VariationRow(rows[i], analysis.main, words));
  }
  table.rows.push_back(VariationRow(rows.back(), analysis.main, words));
  std::vector<std::string> notes = NotesOn(analysis.main, words);
  if (rows.size() - 1 > most_terms) {
    notes.insert(
        notes.begin(),
        words.Say({"{count} more terms, each with less of the variation, are in the page.",
                   "Outros {count} termos, cada um com menos da variação, estão na página."},
                  {{"count", std::to_string(rows.size() - 1 - most_terms)}}));
  }
  table.note = Join(notes, " ");
  return table;
}

ReportTable EffectTable(const Analysis& analysis, const Words& words, size_t order) {
  const ResponseAnalysis& main = analysis.main;
  MetricText metric(words, main.metric, MoneyUnitOf(analysis));
  std::string unit = metric.Unit().empty() ? "" : " (" + metric.Unit() + ")";
  const bool log = main.scale == "log";
  ReportTable table{
      order == 1 ? words.Say(label::kMainEffectsMetric, {{"metric", metric.Phrase()}})
                 : words.Say({"Interactions of two factors", "Interações de dois fatores"}),
      "",
      {{words.Say(label::kLevel)},
       {"n", true},
       {(log ? words.Say(label::kGeometricMean) : words.Say(label::kMean)) + unit, true},
       {words.Say(label::kEffect) + (log ? "" : unit), true},
       {words.Say(label::kConfidencePercentInterval,
                  {{"confidence", words.Fixed(analysis.confidence * 100, 0)}}),
        true}},
      {}};
  if (!main.stated) return table;
  table.note = EffectNote(main, metric, words, order);
  for (const Effect& effect : main.stated->model.effects) {
    if (effect.factors.size() != order) continue;
    table.rows.push_back(EffectRow(effect, main, metric, words));
  }
  return table;
}

ReportTable OtherResponsesTable(const Analysis& analysis, const Words& words) {
  ReportTable table{
      words.Say({"What drives the other metrics", "O que determina as outras métricas"}),
      "",
      {{words.Say({"metric", "métrica"})},
       {words.Say({"mean of all runs", "média de todas as execuções"}), true},
       {words.Say(
           {"largest terms, percent of variation", "maiores termos, porcentagem da variação"})},
       {words.Say(label::kResiduals), true}},
      {}};
  for (const ResponseAnalysis& response : analysis.others) {
    if (!response.stated) continue;
    MetricText metric(words, response.metric, MoneyUnitOf(analysis));
    const GrandMean& grand = response.stated->model.grand_mean;
    const auto& residuals = response.stated->model.rows.back().percent;
    table.rows.push_back(
        {Text(metric.Title()),
         Number(metric.WithHalfWidth(grand.mean, grand.low, grand.high), grand.mean),
         Text(LargestTerms(*response.stated, words)),
         Number(residuals ? words.Percent(*residuals) : "—", residuals)});
  }
  return table;
}

ReportTable VerificationTable(const Analysis& analysis, const Words& words) {
  ReportTable table{
      words.Say({"The same network in every framework", "A mesma rede em todas as bibliotecas"}),
      words.Say(
          {"Each framework in float32 against libtorch in float64, 20 steps from the same weights "
           "on the same images; in parentheses the largest difference that rounding may cause.",
           "Cada biblioteca em float32 contra libtorch em float64, 20 passos a partir dos mesmos "
           "pesos, com as mesmas imagens; entre parênteses, a maior diferença que o arredondamento "
           "explica."}),
      {{words.Say(label::kFramework)},
       {words.Say({"trained", "treinou"})},
       {words.Say({"parameters", "parâmetros"}), true},
       {words.Say({"logits", "logits"}), true},
       {words.Say({"gradients", "gradientes"}), true},
       {words.Say({"losses", "perdas"}), true},
       {words.Say({"equal", "igual"})}},
      {}};
  const auto gap = [&](const Gap& gap) {
    std::string seen = gap.seen ? words.Scientific(*gap.seen, 1) : "—";
    return Number(seen + " (" + words.Scientific(gap.bound, 0) + ")", gap.seen);
  };
  for (const VerifyRow& row : analysis.verification.rows) {
    const Equivalence& equivalence = row.equivalence;
    std::string verdict = row.equal()
                              ? words.Say({"yes", "sim"})
                              : words.Say({"no: {why}", "não: {why}"}, {{"why", WhyNotEqual(row)}});
    table.rows.push_back({Text(row.framework), Text(row.training),
                          Number(words.Fixed(equivalence.parameters, 0), equivalence.parameters),
                          gap(equivalence.logits), gap(equivalence.gradients),
                          gap(equivalence.losses), Text(verdict)});
  }
  return table;
}

ReportTable FailureTable(const Analysis& analysis, const Words& words) {
  ReportTable table{words.Say({"Runs that did not end well", "Execuções que não terminaram bem"}),
                    "",
                    {{words.Say(label::kScenario)},
                     {words.Say({"replication", "repetição"}), true},
                     {words.Say({"attempt", "tentativa"}), true},
                     {words.Say(label::kOutcome)},
                     {words.Say({"cause", "causa"})},
                     {words.Say({"reason", "motivo"})}},
                    {}};
  for (const RunRecord& run : analysis.runs) {
    if (run.outcome == Outcome::kOk) continue;
    table.rows.push_back(
        {Text(run.scenario), Number(std::to_string(run.replication), run.replication),
         Number(std::to_string(run.attempt), run.attempt), Text(OutcomeWord(run.outcome, words)),
         Text(CauseWord(run.cause, words)), Text(run.reason.empty() ? "—" : run.reason)});
  }
  return table;
}

ReportTable RunTable(const Analysis& analysis, const Words& words) {
  MetricText time(words, analysis.time, "");
  ReportTable table{words.Say({"Every run", "Todas as execuções"}),
                    "",
                    {{words.Say(label::kRunFolder)},
                     {words.Say({"order", "ordem"}), true},
                     {words.Say(label::kOutcome)},
                     {words.Say(label::kSeed), true},
                     {time.Title(), true},
                     {words.Say({"started (UTC)", "início (UTC)"})}},
                    {}};
  for (const RunRecord& run : analysis.runs) {
    auto seconds = run.metric(analysis.time);
    table.rows.push_back({Text(run.folder), Number(std::to_string(run.position), run.position),
                          Text(OutcomeWord(run.outcome, words)),
                          Number(std::to_string(run.seed), static_cast<double>(run.seed)),
                          Number(OrDash(seconds, words, 4), seconds),
                          DateCell(run.started, words)});
  }
  return table;
}

}  // namespace trena
