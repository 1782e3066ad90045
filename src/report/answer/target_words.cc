// SPDX-License-Identifier: Apache-2.0
#include "report/answer/target_words.h"

#include "report/answer/scenario_text.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

std::string AccuracyText(double accuracy, const Words& words) {
  return words.Percent(100 * accuracy);
}

TableCell ValueCell(const std::optional<Summary>& summary, const std::optional<double>& median,
                    const MetricText& metric, const Words& words) {
  if (summary) return {metric.Number(*summary), summary->mean, true};
  if (!median) return {"—", std::nullopt, true};
  return {words.Say({"median {value}", "mediana {value}"},
                    {{"value", metric.Rounded(*median, {}, {})}}),
          median, true};
}

std::string ReachedText(const ScenarioTarget& scenario, const Words& words) {
  const std::vector<Words::Argument> arguments = {{"reached", std::to_string(scenario.reached)},
                                                  {"runs", std::to_string(scenario.runs.size())},
                                                  {"unknown", std::to_string(scenario.unknown)}};
  if (scenario.unknown == 0)
    return words.Say({"{reached} of {runs}", "{reached} de {runs}"}, arguments);
  return words.Say(
      {"{reached} of {runs}, {unknown} not known", "{reached} de {runs}, {unknown} sem saber"},
      arguments);
}

const ScenarioTarget* FindIn(const TargetAnalysis& target, const std::optional<std::string>& id) {
  for (const ScenarioTarget& scenario : target.scenarios) {
    if (id && scenario.id == *id) return &scenario;
  }
  return nullptr;
}

std::string NameIn(const Analysis& analysis, const std::string& id) {
  const ScenarioAnalysis* scenario = FindScenario(analysis, id);
  return scenario == nullptr ? id : NameOf(*scenario, analysis);
}

void SayBest(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  const TargetAnalysis& target = *analysis.target;
  const std::string accuracy = AccuracyText(target.accuracy, words);
  const ScenarioTarget* fastest = FindIn(target, target.fastest);
  const ScenarioTarget* cheapest = FindIn(target, target.cheapest);
  if (fastest == nullptr) {
    out.push_back(
        words.Say({"No scenario reaches an accuracy of {accuracy} in every run.",
                   "Nenhum cenário atinge a acurácia de {accuracy} em todas as execuções."},
                  {{"accuracy", accuracy}}));
    return;
  }
  const MetricText time(words, "train_s", "");
  out.push_back(
      words.Say({"Accuracy of {accuracy} is reached soonest by {scenario}, in {time}.",
                 "A acurácia de {accuracy} é atingida mais cedo por {scenario}, em {time}."},
                {{"accuracy", accuracy},
                 {"scenario", NameIn(analysis, fastest->id)},
                 {"time", time.Quantity(*fastest->seconds)}}));
  if (cheapest == nullptr) return;
  const MetricText cost(words, "cost", MoneyUnitOf(analysis));
  out.push_back(words.Say(
      {"Accuracy of {accuracy} is reached at the least cost by {scenario}, for {cost}.",
       "A acurácia de {accuracy} é atingida com o menor custo por {scenario}, por {cost}."},
      {{"accuracy", accuracy},
       {"scenario", NameIn(analysis, cheapest->id)},
       {"cost", cost.Quantity(*cheapest->cost)}}));
}

Json SummaryJson(const std::optional<Summary>& summary) {
  if (!summary) return nullptr;
  return {{"n", summary->n},
          {"mean", OrNull(summary->mean)},
          {"sd", OrNull(summary->sd)},
          {"low", OrNull(summary->low)},
          {"high", OrNull(summary->high)}};
}

Json RunsJson(const ScenarioTarget& scenario) {
  static constexpr const char* kEnds[] = {"reached", "censored", "unknown"};
  Json runs = Json::array();
  for (const RunTarget& run : scenario.runs) {
    runs.push_back({{"run", run.folder},
                    {"end", kEnds[static_cast<size_t>(run.end)]},
                    {"seconds", run.end == TargetEnd::kUnknown ? Json() : OrNull(run.seconds)},
                    {"epoch", run.epoch > 0 ? Json(run.epoch) : Json()},
                    {"best_accuracy", OrNull(run.best)}});
  }
  return runs;
}

}  // namespace

ReportTable TargetTable(const Analysis& analysis, const Words& words) {
  const double accuracy = analysis.target ? analysis.target->accuracy : 0;
  ReportTable table{
      words.Say({"Time and cost to an accuracy of {accuracy}",
                 "Tempo e custo até a acurácia de {accuracy}"},
                {{"accuracy", AccuracyText(accuracy, words)}}),
      words.Say({"Mean ± half-width of its {confidence}% interval where every run reached it; else "
                 "the median, where more than half did (Kaplan and Meier).",
                 "Média ± metade do intervalo de {confidence}% onde todas as execuções a "
                 "atingiram; senão a mediana, onde mais da metade a atingiu (Kaplan e Meier)."},
                {{"confidence", words.Fixed(analysis.confidence * 100, 0)}}),
      {TableColumn::Key(words.Say(label::kScenario)),
       {words.Say({"reached", "atingiram"})},
       {words.Say({"time to it (s)", "tempo até ela (s)"}), true}},
      {}};
  const bool priced = !analysis.cost.currency.empty();
  if (priced) {
    table.columns.push_back({words.Say({"cost to it ({currency})", "custo até ela ({currency})"},
                                       {{"currency", analysis.cost.currency}}),
                             true});
  }
  table.columns.push_back({words.Say({"best accuracy", "melhor acurácia"}), true});
  if (!analysis.target) return table;
  const MetricText time(words, "train_s", "");
  const MetricText cost(words, "cost", MoneyUnitOf(analysis));
  for (const ScenarioTarget& scenario : analysis.target->scenarios) {
    std::vector<TableCell> row = {
        {scenario.id, std::nullopt, false},
        {ReachedText(scenario, words), std::nullopt, false},
        ValueCell(scenario.seconds, scenario.median_seconds, time, words)};
    if (priced) row.push_back(ValueCell(scenario.cost, scenario.median_cost, cost, words));
    row.push_back({scenario.best ? AccuracyText(*scenario.best, words) : "—", scenario.best, true});
    table.rows.push_back(std::move(row));
  }
  return table;
}

void SayTarget(const Analysis& analysis, const Words& words, std::vector<std::string>& out) {
  if (!analysis.target || analysis.target->scenarios.empty()) return;
  SayBest(analysis, words, out);
  size_t runs = 0, censored = 0, unknown = 0;
  std::vector<std::string> never;
  for (const ScenarioTarget& scenario : analysis.target->scenarios) {
    runs += scenario.runs.size();
    censored += scenario.censored;
    unknown += scenario.unknown;
    if (scenario.censored > 0) never.push_back(scenario.id);
  }
  const std::string all = std::to_string(runs);
  if (censored > 0) {
    out.push_back(words.Say(
        {"{count} of {runs} runs never reach it; they are counted as censored, not left out: "
         "{scenarios}.",
         "{count} de {runs} execuções nunca a atingem; contam como censuradas, não são omitidas: "
         "{scenarios}."},
        {{"count", std::to_string(censored)}, {"runs", all}, {"scenarios", words.List(never)}}));
  }
  if (unknown > 0) {
    out.push_back(words.Say({"Of {count} of {runs} runs it is not known when they reached it: they "
                             "need `evaluate: epoch`.",
                             "De {count} de {runs} execuções não se sabe quando a atingiram: "
                             "precisam de `evaluate: epoch`."},
                            {{"count", std::to_string(unknown)}, {"runs", all}}));
  }
}

Json TargetJson(const std::optional<TargetAnalysis>& target) {
  if (!target) return nullptr;
  Json scenarios = Json::array();
  for (const ScenarioTarget& scenario : target->scenarios) {
    scenarios.push_back({{"id", scenario.id},
                         {"reached", scenario.reached},
                         {"censored", scenario.censored},
                         {"unknown", scenario.unknown},
                         {"seconds", SummaryJson(scenario.seconds)},
                         {"cost", SummaryJson(scenario.cost)},
                         {"median_seconds", OrNull(scenario.median_seconds)},
                         {"median_cost", OrNull(scenario.median_cost)},
                         {"best_accuracy", OrNull(scenario.best)},
                         {"runs", RunsJson(scenario)}});
  }
  const auto text = [](const std::optional<std::string>& id) { return id ? Json(*id) : Json(); };
  return {{"accuracy", OrNull(target->accuracy)},
          {"fastest", text(target->fastest)},
          {"cheapest", text(target->cheapest)},
          {"scenarios", scenarios}};
}

}  // namespace trena
