// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/labels.h"
namespace trena {
namespace {

constexpr size_t kMostDrawnTerms = 15;

Json TermValues(const Analysis& analysis, const Words& words) {
  Json values = Json::array();
  std::vector<Driver> drivers = analysis.drivers;
  drivers.resize(std::min(drivers.size(), kMostDrawnTerms));
  for (const Driver& driver : drivers) {
    values.push_back({{"term", driver.term},
                      {"percent", OrNull(driver.percent)},
                      {"text", words.Percent(driver.percent)}});
  }
  const AnovaRow& residuals = analysis.main.stated->model.rows.back();
  values.push_back({{"term", ResidualsLabel(analysis.main, words)},
                    {"percent", OrNull(residuals.percent)},
                    {"text", residuals.percent ? words.Percent(*residuals.percent) : "—"}});
  return values;
}

Chart VariationChart(const Analysis& analysis, const Words& words) {
  MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
  Chart chart{"variation",
              words.Say({"What drives {metric}", "O que determina {metric}"},
                        {{"metric", metric.ThePhrase()}}),
              WithCount(words.Say({"Parts of the whole variation, by term.",
                                   "Partes da variação total, por termo."}),
                        "%", analysis.main.stated->model.observations, words),
              {}};
  Json x =
      Quantitative("percent", words.Say({"percent of variation", "porcentagem da variação"}), true);
  x["scale"]["domain"] = {0, 120};  // room for the numbers after the bars
  x["axis"]["values"] = {0, 20, 40, 60, 80, 100};
  Json y = Category("term");
  Json bars = {{"mark", {{"type", "bar"}, {"color", kBlue}, {"height", 14}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  Json labels = {{"mark", {{"type", "text"}, {"align", "left"}, {"dx", 6}}},
                 {"encoding", {{"x", x}, {"y", y}, {"text", {{"field", "text"}}}}}};
  chart.spec = Visible(
      Rows(Spec(TermValues(analysis, words), {bars, labels}, chart.title), kMostDrawnTerms));
  return chart;
}

// On a logarithm, what a level multiplies by.
std::string RatioText(const Effect& effect, const Words& words) {
  const auto ratio = [&](double x) { return "× " + words.Significant(std::exp(x), 3); };
  const std::string text = ratio(effect.effect);
  if (!effect.low || !effect.high) return text;
  return text + " (" +
         words.Say(label::kFromLowToHigh,
                   {{"low", ratio(*effect.low)}, {"high", ratio(*effect.high)}}) +
         ")";
}

Json EffectValues(const Analysis& analysis, const MetricText& metric, const Words& words) {
  Json values = Json::array();
  const bool log = analysis.main.scale == "log";
  const double scale = log ? 1 : metric.Scale();
  auto scaled = [&](std::optional<double> value) {
    return value ? OrNull(*value * scale) : Json();
  };
  for (const Effect& effect : analysis.main.stated->model.effects) {
    if (effect.factors.size() != 1) continue;
    const std::string shown = metric.WithHalfWidth(effect.effect, effect.low, effect.high);
    values.push_back({{"level", LevelsOf(effect, analysis.main)},
                      {"factor", analysis.main.factors[effect.factors[0]]},
                      {"effect", scaled(effect.effect)},
                      {"low", scaled(effect.low)},
                      {"high", scaled(effect.high)},
                      {"text", log ? RatioText(effect, words) : metric.WithUnit(shown)},
                      {"n", RunsBehind(effect, analysis.main)}});
  }
  return values;
}

Chart EffectChart(const Analysis& analysis, const Words& words) {
  MetricText metric(words, analysis.main.metric, MoneyUnitOf(analysis));
  const GrandMean& grand = analysis.main.stated->model.grand_mean;
  std::string mean = analysis.main.scale == "log"
                         ? metric.Value(std::exp(grand.mean))
                         : metric.WithUnit(metric.WithHalfWidth(grand.mean, grand.low, grand.high));
  const std::string unit = analysis.main.scale == "log" ? analysis.main.unit : metric.Unit();
  const std::string marks = words.Say(
      {"Effects with {confidence}% intervals, around the mean of all runs, {mean}.",
       "Efeitos com intervalos de {confidence}%, em torno da média de todas as execuções, {mean}."},
      {{"confidence", ConfidenceText(analysis, words)}, {"mean", mean}});
  Chart chart{"effects",
              words.Say({"What each level adds to {metric}",
                         "O que cada nível acrescenta: efeito sobre {metric}"},
                        {{"metric", metric.ThePhrase()}}),
              WithCount(marks, unit, analysis.main.stated->model.observations, words),
              {}};
  Json x = Quantitative("effect", words.Say(label::kEffect) + " (" + unit + ")", true);
  Json y = Category("level");
  Json tooltip = Tooltip(
      {{"level", words.Say(label::kLevel)}, {"text", words.Say(label::kEffect)}, {"n", "n"}});
  Json zero = {{"mark", {{"type", "rule"}}}, {"encoding", {{"x", {{"datum", 0}}}}}};
  Json interval = {{"transform", Only("low")},
                   {"mark", {{"type", "rule"}, {"color", kBlue}, {"strokeWidth", 2}}},
                   {"encoding", {{"x", AtField(x, "low")}, {"x2", {{"field", "high"}}}, {"y", y}}}};
  Json point = Points({{"x", x}, {"y", y}}, tooltip);
  point["mark"]["color"] = kBlue;
  Json values = EffectValues(analysis, metric, words);
  const size_t rows = values.size();
  chart.spec = Visible(Rows(Spec(std::move(values), {zero, interval, point}, chart.title), rows));
  return chart;
}

}  // namespace

std::vector<Chart> VariationCharts(const Analysis& analysis, const Words& words) {
  if (!analysis.main.stated) return {};
  return {VariationChart(analysis, words)};
}

std::vector<Chart> EffectCharts(const Analysis& analysis, const Words& words) {
  if (!analysis.main.stated) return {};
  return {EffectChart(analysis, words)};
}

}  // namespace trena
