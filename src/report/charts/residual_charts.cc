// SPDX-License-Identifier: Apache-2.0
// Diagnostics of the stated analysis (Jain 1991, sections 14.7 and 18.4): a cloud without a shape
// against fitted values and order, a straight line against normal quantiles.
#include <algorithm>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/labels.h"
namespace trena {
namespace {

constexpr int kResidualHeight = 200;

struct Residuals {
  const std::vector<ResidualPoint>* points;
  double scale;  // of values to what is shown
  std::string unit;
  std::optional<double> sd;
  double observations;
};

Residuals ResidualsOf(const Analysis& analysis, const Words& words) {
  const MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
  const bool log = analysis.main.scale == "log";
  const StatedAnalysis& stated = *analysis.main.stated;
  return {&stated.checks.points, log ? 1 : metric.Scale(), log ? analysis.main.unit : metric.Unit(),
          stated.model.residual_sd, stated.model.observations};
}

std::string InUnit(const std::string& title, const std::string& unit) {
  return unit.empty() ? title : title + " (" + unit + ")";
}

// A chart of residuals against one of their fields.
struct Against {
  const char* name;
  double ResidualPoint::* field;
  bool scaled;  // the field has the unit of the response
  std::string title;
  std::string marks;
  std::string axis;
};

Json ValuesOf(const Residuals& residuals, const Against& against) {
  Json values = Json::array();
  for (const ResidualPoint& point : *residuals.points) {
    const double x = point.*against.field * (against.scaled ? residuals.scale : 1);
    values.push_back({{"x", OrNull(x)}, {"residual", OrNull(point.residual * residuals.scale)}});
  }
  return values;
}

// The straight line that normal residuals follow: their standard deviation is its slope.
void AddNormalLine(const Residuals& residuals, Json& values) {
  if (!residuals.sd) return;
  const auto [least, most] = std::minmax_element(
      residuals.points->begin(), residuals.points->end(),
      [](const ResidualPoint& a, const ResidualPoint& b) { return a.normal < b.normal; });
  for (double normal : {least->normal, most->normal}) {
    values.push_back({{"x", normal}, {"line", OrNull(normal * *residuals.sd * residuals.scale)}});
  }
}

Chart ResidualChart(const Residuals& residuals, const Against& against, const Words& words) {
  Chart chart{against.name,
              against.title,
              WithCount(against.marks, residuals.unit, residuals.observations, words),
              {}};
  Json values = ValuesOf(residuals, against);
  const bool normal = against.field == &ResidualPoint::normal;
  if (normal) AddNormalLine(residuals, values);
  const Json x = Quantitative("x", against.axis, false);
  const Json y =
      Quantitative("residual", InUnit(words.Say({"residual", "resíduo"}), residuals.unit), false);
  Json dots = {{"transform", Only("residual")},
               {"mark", {{"type", "circle"}, {"color", kBlue}, {"size", 40}, {"opacity", 0.7}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  Json line = {{"mark", {{"type", "rule"}}}, {"encoding", {{"y", {{"datum", 0}}}}}};
  if (normal) {
    line = {{"transform", Only("line")},
            {"mark", {{"type", "line"}, {"color", kGrey}}},
            {"encoding", {{"x", x}, {"y", AtField(y, "line")}}}};
  }
  chart.spec = Visible(High(Spec(std::move(values), {line, dots}, chart.title), kResidualHeight));
  return chart;
}

bool OrderIsKnown(const std::vector<ResidualPoint>& points) {
  return std::any_of(points.begin(), points.end(), [&](const ResidualPoint& point) {
    return point.order != points.front().order;
  });
}

}  // namespace

std::vector<Chart> ResidualCharts(const Analysis& analysis, const Words& words) {
  if (!analysis.main.stated || analysis.main.stated->checks.points.empty()) return {};
  const Residuals residuals = ResidualsOf(analysis, words);
  std::vector<Chart> charts;
  charts.push_back(ResidualChart(
      residuals,
      {"residuals-fitted", &ResidualPoint::fitted, true,
       words.Say({"Residuals against fitted values", "Resíduos em função dos valores ajustados"}),
       words.Say(
           {"One dot per run. A spread that grows to one side asks for another scale.",
            "Um ponto por execução. Uma dispersão que cresce para um lado pede outra escala."}),
       InUnit(words.Say({"fitted value", "valor ajustado"}), residuals.unit)},
      words));
  charts.push_back(ResidualChart(
      residuals,
      {"residuals-normal", &ResidualPoint::normal, false,
       words.Say({"Residuals against normal quantiles", "Resíduos em função dos quantis normais"}),
       words.Say({"One dot per run. Normal residuals lie along the line.",
                  "Um ponto por execução. Resíduos normais ficam ao longo da linha."}),
       words.Say({"normal quantile", "quantil normal"})},
      words));
  if (!OrderIsKnown(*residuals.points)) return charts;
  charts.push_back(ResidualChart(
      residuals,
      {"residuals-order", &ResidualPoint::order, false,
       words.Say({"Residuals in the order of running", "Resíduos na ordem de execução"}),
       words.Say(
           {"One dot per run. A trend says that the machine changed meanwhile.",
            "Um ponto por execução. Uma tendência diz que a máquina mudou nesse meio-tempo."}),
       words.Say(label::kOrderOfTheRun)},
      words));
  return charts;
}

}  // namespace trena
