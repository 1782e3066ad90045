// SPDX-License-Identifier: Apache-2.0
// The half-normal plot of a design that repeats nothing (Daniel, Technometrics 1, 1959): sizes of
// effects against what sizes of mere chance would be. Chance lies along a line through the origin;
// an effect stands out to the right, beyond Lenth's margins.
#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"

namespace trena {
namespace {

constexpr int kHalfNormalHeight = 280;

struct HalfNormal {
  const ModelAnalysis& model;
  double scale;  // of values to what is shown
  std::string unit;
};

Json SizeAxis(const HalfNormal& plot, const Words& words) {
  const std::string title = words.Say({"size of the effect", "tamanho do efeito"});
  return Quantitative("size", plot.unit.empty() ? title : title + " (" + plot.unit + ")", true);
}

Json EffectValues(const HalfNormal& plot) {
  Json values = Json::array();
  for (const RankedEffect& effect : plot.model.ranked_effects) {
    const bool told = effect.size > plot.model.pseudo_error->margin;
    values.push_back({{"term", effect.term},
                      {"label", told ? effect.term : ""},
                      {"size", OrNull(effect.size * plot.scale)},
                      {"quantile", OrNull(effect.half_normal)}});
  }
  return values;
}

// From the origin, with the pseudo standard error as its slope, to the largest quantile.
void AddChanceLine(const HalfNormal& plot, Json& values) {
  const double most = plot.model.ranked_effects.back().half_normal;
  for (double quantile : {0.0, most}) {
    const double size = quantile * plot.model.pseudo_error->standard_error * plot.scale;
    values.push_back({{"line", OrNull(size)}, {"quantile", OrNull(quantile)}});
  }
}

Json MarginRule(double margin, const char* colour, const Json& x) {
  Json at = AtField(x, "size");
  at.erase("field");
  at["datum"] = margin;
  return {{"mark", {{"type", "rule"}, {"color", colour}, {"strokeDash", {4, 4}}}},
          {"encoding", {{"x", at}}}};
}

}  // namespace

std::vector<Chart> HalfNormalCharts(const Analysis& analysis, const Words& words) {
  if (!analysis.main.stated || !analysis.main.stated->model.pseudo_error) return {};
  const MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
  const bool log = analysis.main.scale == "log";
  const ModelAnalysis& model = analysis.main.stated->model;
  const HalfNormal plot{model, log ? 1 : metric.Scale(), log ? analysis.main.unit : metric.Unit()};
  Chart chart{
      "half-normal",
      words.Say({"Half-normal plot of the effects", "Gráfico seminormal dos efeitos"}),
      WithCount(words.Say({"One dot per effect. Chance lies along the line; the dashed lines "
                           "are Lenth's margins, for one effect and for all together.",
                           "Um ponto por efeito. O acaso fica ao longo da linha; as linhas "
                           "tracejadas são as margens de Lenth, para um efeito e para todos "
                           "juntos."}),
                plot.unit, model.observations, words),
      {}};
  Json values = EffectValues(plot);
  AddChanceLine(plot, values);
  const Json x = SizeAxis(plot, words);
  const Json y =
      Quantitative("quantile", words.Say({"half-normal quantile", "quantil seminormal"}), true);
  Json line = {{"transform", Only("line")},
               {"mark", {{"type", "line"}, {"color", kGrey}}},
               {"encoding", {{"x", AtField(x, "line")}, {"y", y}}}};
  Json dots = {{"transform", Only("size")},
               {"mark", {{"type", "circle"}, {"color", kBlue}, {"size", 60}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  Json names = {{"transform", Only("size")},
                {"mark", {{"type", "text"}, {"align", "right"}, {"dx", -8}}},
                {"encoding", {{"x", x}, {"y", y}, {"text", {{"field", "label"}}}}}};
  const PseudoError& error = *model.pseudo_error;
  Json layers = {line, MarginRule(error.margin * plot.scale, kOrange, x),
                 MarginRule(error.simultaneous_margin * plot.scale, kVermillion, x), dots, names};
  chart.spec = Visible(High(Spec(std::move(values), layers, chart.title), kHalfNormalHeight));
  return {chart};
}

}  // namespace trena
