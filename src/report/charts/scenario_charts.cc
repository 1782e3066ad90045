// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/labels.h"
namespace trena {
namespace {

Json ValuesOf(const Analysis& analysis, const MetricText& metric) {
  Json values = Json::array();
  const std::vector<std::string> factors = VaryingFactors(analysis);
  const double scale = metric.Scale();
  auto scaled = [&](std::optional<double> value) {
    return value ? OrNull(*value * scale) : Json();
  };
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    auto found = scenario.metrics.find(metric.name());
    if (found == scenario.metrics.end()) continue;
    const Summary& s = found->second.summary;
    const std::string label = ScenarioLabel(scenario, factors);
    values.push_back({{"scenario", label},
                      {"mean", scaled(s.mean)},
                      {"low", scaled(s.low)},
                      {"high", scaled(s.high)},
                      {"text", metric.Quantity(s)}});
    for (double value : found->second.values) {
      values.push_back({{"scenario", label}, {"run", scaled(value)}});
    }
  }
  return values;
}

// A table's cells have no values of their own.
bool AnySingle(const Analysis& analysis, const std::string& metric) {
  return std::any_of(analysis.scenarios.begin(), analysis.scenarios.end(),
                     [&](const ScenarioAnalysis& scenario) {
                       auto found = scenario.metrics.find(metric);
                       return found != scenario.metrics.end() && !found->second.values.empty();
                     });
}

}  // namespace

Chart ScenarioChart(const char* name, const std::string& title, const MetricText& metric,
                    const Analysis& analysis, const Words& words) {
  const Words::Argument confidence{"confidence", ConfidenceText(analysis, words)};
  const std::string marks =
      AnySingle(analysis, metric.name())
          ? words.Say(
                {"Dots are single runs; the mark is their mean, the line its {confidence}% "
                 "interval.",
                 "Os pontos são execuções; o traço é a média delas, e a linha, seu intervalo de "
                 "{confidence}%."},
                {confidence})
          : words.Say({"The mark is the mean, the line its {confidence}% interval.",
                       "O traço é a média, e a linha, seu intervalo de {confidence}%."},
                      {confidence});
  Chart chart{
      name, title, WithCount(marks, metric.Unit(), RunsWith(analysis, metric.name()), words), {}};
  const Json x = Quantitative("run", metric.Title(), true);
  const Json y = Category("scenario");
  Json dots = {{"transform", Only("run")},
               {"mark", {{"type", "circle"}, {"color", kOrange}, {"size", 36}, {"opacity", 0.75}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  Json interval = {{"transform", Only("low")},
                   {"mark", {{"type", "rule"}, {"color", kBlue}, {"strokeWidth", 2.5}}},
                   {"encoding", {{"x", AtField(x, "low")}, {"x2", {{"field", "high"}}}, {"y", y}}}};
  Json mean = {{"transform", Only("mean")},
               {"mark", {{"type", "tick"}, {"color", kBlue}, {"thickness", 3}, {"size", 14}}},
               {"encoding", {{"x", AtField(x, "mean")}, {"y", y}}}};
  mean["encoding"]["tooltip"] =
      Tooltip({{"scenario", words.Say(label::kScenario)}, {"text", metric.Phrase()}});
  chart.spec = Visible(Rows(Spec(ValuesOf(analysis, metric), {dots, interval, mean}, chart.title),
                            analysis.scenarios.size()));
  return chart;
}

std::vector<Chart> ScenarioCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  if (AnyHas(analysis, analysis.time)) {
    charts.push_back(ScenarioChart(
        "time",
        words.Say({"Training time of each scenario", "Tempo de treinamento de cada cenário"}),
        MetricText(words, analysis.time, ""), analysis, words));
  }
  if (AnyHas(analysis, "cost")) {
    charts.push_back(ScenarioChart("cost",
                                   words.Say({"Cost of a training in each scenario",
                                              "Custo de um treinamento em cada cenário"}),
                                   MetricText(words, "cost", MoneyUnitOf(analysis)), analysis,
                                   words));
  }
  return charts;
}

}  // namespace trena
