// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/tables/cost_tables.h"
#include "report/words/labels.h"
namespace trena {
namespace {

// The place in the Pareto set, from 0; missing for the others.
std::optional<double> PlaceInFront(const Analysis& analysis, const std::string& scenario) {
  const auto& front = analysis.cost.pareto;
  auto found = std::find(front.begin(), front.end(), scenario);
  if (found == front.end()) return std::nullopt;
  return static_cast<double>(found - front.begin());
}

Json PointValues(const Analysis& analysis, const MetricText& x, const MetricText& y,
                 const std::string& factor) {
  Json values = Json::array();
  auto scaled = [](const std::optional<double>& value, const MetricText& metric) {
    return value ? OrNull(*value * metric.Scale()) : Json();
  };
  const std::vector<std::string> factors = VaryingFactors(analysis);
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Summary* across = SummaryOf(scenario, x.name());
    const Summary* up = SummaryOf(scenario, y.name());
    if (!across || !up) continue;
    const Value* level = Find(scenario.levels, factor);
    values.push_back({{"scenario", ScenarioLabel(scenario, factors)},
                      {"group", level ? level->ToString() : ""},
                      {"x", scaled(across->mean, x)},
                      {"x_low", scaled(across->low, x)},
                      {"x_high", scaled(across->high, x)},
                      {"y", scaled(up->mean, y)},
                      {"y_low", scaled(up->low, y)},
                      {"y_high", scaled(up->high, y)},
                      {"x_text", x.Quantity(*across)},
                      {"y_text", y.Quantity(*up)}});
    if (y.name() == "cost") values.back()["front"] = OrNull(PlaceInFront(analysis, scenario.id));
  }
  return values;
}

// What is worth choosing from: nothing lies below this line.
Json Front(const Json& x, const Json& y) {
  return {{"transform", Only("front")},
          {"mark",
           {{"type", "line"},
            {"interpolate", "step-after"},
            {"strokeDash", {5, 4}},
            {"color", kGrey},
            {"strokeWidth", 1.5}}},
          {"encoding",
           {{"x", x}, {"y", y}, {"order", {{"field", "front"}, {"type", "quantitative"}}}}}};
}

// Two metrics of every scenario against each other, with both intervals.
Chart AgainstChart(const Analysis& analysis, const Words& words, const MetricText& y,
                   const std::string& title, const std::string& more) {
  const MetricText x(words, analysis.time, MoneyUnitOf(analysis));
  const std::string factor = ColourFactor(analysis);
  const std::string marks =
      words.Say({"One point per scenario, with {confidence}% intervals in both directions.",
                 "Um ponto por cenário, com intervalos de {confidence}% nas duas direções."},
                {{"confidence", ConfidenceText(analysis, words)}}) +
      more;
  Chart chart{y.name() + "-time",
              title,
              WithCount(marks, x.Unit() + ", " + y.Unit(), RunsWith(analysis, y.name()), words),
              {}};
  const Json colour = ColourByGroup(factor);
  const Json at_x = Quantitative("x", x.Title(), true);
  const Json at_y = Quantitative("y", y.Title(), y.name() == "cost");
  auto rule = [&](Json encoding, const char* field) -> Json {
    encoding["color"] = colour;
    return {{"transform", Only(field)}, {"mark", {{"type", "rule"}}}, {"encoding", encoding}};
  };
  Json layers = Json::array();
  if (y.name() == "cost" && analysis.cost.pareto.size() > 1) layers.push_back(Front(at_x, at_y));
  layers.push_back(
      rule({{"x", AtField(at_x, "x_low")}, {"x2", {{"field", "x_high"}}}, {"y", at_y}}, "x_low"));
  layers.push_back(
      rule({{"x", at_x}, {"y", AtField(at_y, "y_low")}, {"y2", {{"field", "y_high"}}}}, "y_low"));
  layers.push_back(
      Points({{"x", at_x}, {"y", at_y}, {"color", colour}, {"shape", ShapeByGroup(factor)}},
             Tooltip({{"scenario", words.Say(label::kScenario)},
                      {"x_text", x.Phrase()},
                      {"y_text", y.Phrase()}})));
  chart.spec = Visible(
      High(Spec(PointValues(analysis, x, y, factor), std::move(layers), chart.title), kPlotHeight));
  return chart;
}

}  // namespace

std::vector<Chart> TradeOffCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  if (!AnyHas(analysis, analysis.time) || analysis.scenarios.size() < 2) return charts;
  if (PricesDiffer(analysis)) {
    std::string front;
    if (analysis.cost.pareto.size() > 1) {
      front = " " + words.Say({"No scenario beats those on the dashed line (the Pareto front) in "
                               "both, by their means.",
                               "Nenhum cenário supera nos dois os da linha tracejada (a fronteira "
                               "de Pareto), pelas médias."});
    }
    charts.push_back(AgainstChart(
        analysis, words, MetricText(words, "cost", MoneyUnitOf(analysis)),
        words.Say({"Cost against training time", "Custo em função do tempo de treinamento"}),
        front));
  }
  if (AnyHas(analysis, "accuracy")) {
    charts.push_back(AgainstChart(
        analysis, words, MetricText(words, "accuracy", ""),
        words.Say({"Accuracy against training time", "Acurácia em função do tempo de treinamento"}),
        ""));
  }
  return charts;
}

}  // namespace trena
