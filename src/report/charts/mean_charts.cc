// SPDX-License-Identifier: Apache-2.0
// Main-effect and interaction plots (Jain 1991, section 17.2; Box, Hunter and Hunter 2005, chapter
// 5): least-squares means of the model at the levels of one factor, and of two. Where lines of an
// interaction plot are parallel, the two factors act each by itself.
#include <algorithm>
#include <cmath>
#include <set>

#include "report/answer/scenario_text.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/tables/cost_tables.h"
#include "report/words/labels.h"
#include "study/scenario.h"

namespace trena {
namespace {

constexpr size_t kMostInteractions = 6;
constexpr int kInteractionHeight = 220;

// A response with what is needed to draw its means.
struct Drawn {
  const ResponseAnalysis* response;
  MetricText metric;
  const char* name;  // of its charts
  const Analysis* analysis;
};

// Of logarithms the geometric mean.
Json Shown(const Drawn& drawn, std::optional<double> value) {
  if (!value) return Json();
  return OrNull((drawn.response->scale == "log" ? std::exp(*value) : *value) *
                drawn.metric.Scale());
}

std::string TextOf(const Drawn& drawn, const LevelMean& mean) {
  if (drawn.response->scale == "log") return drawn.metric.Value(std::exp(*mean.mean));
  return drawn.metric.WithUnit(drawn.metric.WithHalfWidth(*mean.mean, mean.low, mean.high));
}

std::string LevelText(const Drawn& drawn, const LevelMean& mean, size_t which) {
  return drawn.response->levels[mean.factors[which]][mean.levels[which]].ToString();
}

Json MeanValues(const Drawn& drawn, const std::vector<size_t>& factors) {
  Json values = Json::array();
  for (const LevelMean& mean : drawn.response->stated->model.means) {
    if (mean.factors != factors || !mean.mean) continue;
    values.push_back({{"level", LevelText(drawn, mean, 0)},
                      {"group", factors.size() > 1 ? LevelText(drawn, mean, 1) : ""},
                      {"mean", Shown(drawn, mean.mean)},
                      {"low", Shown(drawn, mean.low)},
                      {"high", Shown(drawn, mean.high)},
                      {"text", TextOf(drawn, mean)},
                      {"n", mean.n}});
  }
  return values;
}

Json IntervalMark(const Json& x, const Json& y, const Json& colour) {
  return {{"transform", Only("low")},
          {"mark", {{"type", "rule"}, {"strokeWidth", 1.5}, {"opacity", 0.7}}},
          {"encoding",
           {{"x", x}, {"y", AtField(y, "low")}, {"y2", {{"field", "high"}}}, {"color", colour}}}};
}

Json Line(const Json& x, const Json& y, const Json& colour) {
  return {{"mark", {{"type", "line"}, {"strokeWidth", 1.5}}},
          {"encoding", {{"x", x}, {"y", y}, {"color", colour}}}};
}

Json Levels(const char* field, int angle) {
  Json x = Category(field);
  x["axis"]["labelAngle"] = angle;
  x["axis"]["labelLimit"] = 140;
  return x;
}

// Treatments of `order` factors that the model has means of, largest part of the variation first.
std::vector<const AnovaRow*> Treatments(const ResponseAnalysis& response, size_t order) {
  std::vector<const AnovaRow*> rows;
  for (const AnovaRow& row : response.stated->model.rows) {
    if (row.term == response.stated->request.curvature) continue;  // no factor that has levels
    if (row.factors.size() == order && IsTreatment(*response.stated, row)) rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const AnovaRow* a, const AnovaRow* b) {
    return a->percent.value_or(0) > b->percent.value_or(0);
  });
  return rows;
}

// "network1", "image 64".
std::string LabelOf(const std::string& factor, const std::string& level) {
  return Describe({{factor, Value(level)}});
}

// All factors side by side, each with its levels. Two factors may have levels of one name.
Json MainValues(const Drawn& drawn) {
  Json values = Json::array();
  std::set<std::string> used;
  for (const AnovaRow* row : Treatments(*drawn.response, 1)) {
    const std::string& factor = drawn.response->factors[row->factors[0]];
    for (Json& value : MeanValues(drawn, row->factors)) {
      std::string label = LabelOf(factor, value["level"].get<std::string>());
      while (!used.insert(label).second) label += " ";
      value["level"] = label;
      value["group"] = factor;
      values.push_back(std::move(value));
    }
  }
  return values;
}

Chart MainEffectChart(const Drawn& drawn, const Words& words) {
  const ModelAnalysis& model = drawn.response->stated->model;
  const std::string marks =
      words.Say({"The mean at each level with its {confidence}% interval, other factors averaged; "
                 "the dashed line is the mean of all runs.",
                 "A média em cada nível com seu intervalo de {confidence}%, os outros fatores em "
                 "média; a linha tracejada é a média de todas as execuções."},
                {{"confidence", ConfidenceText(*drawn.analysis, words)}});
  Chart chart{std::string("means-") + drawn.name,
              words.Say(label::kMainEffectsMetric, {{"metric", drawn.metric.Phrase()}}),
              WithCount(marks, drawn.metric.Unit(), model.observations, words),
              {}};
  const Json x = Levels("level", -35);
  const Json y = Quantitative("mean", drawn.metric.Title(), false);
  const Json colour = ColourByGroup(words.Say(label::kFactor));
  Json grand = {{"mark", {{"type", "rule"}, {"strokeDash", {4, 4}}, {"color", kGrey}}},
                {"encoding", {{"y", {{"datum", Shown(drawn, model.grand_mean.mean)}}}}}};
  Json points = Points(
      {{"x", x}, {"y", y}, {"color", colour}, {"shape", ShapeByGroup(words.Say(label::kFactor))}},
      Tooltip({{"level", words.Say(label::kLevel)}, {"text", drawn.metric.Phrase()}, {"n", "n"}}));
  chart.spec = Visible(
      High(Spec(MainValues(drawn), {Line(x, y, colour), IntervalMark(x, y, colour), points, grand},
                chart.title),
           kPlotHeight));
  return chart;
}

Chart InteractionChart(const Drawn& drawn, const AnovaRow& row, size_t number, const Words& words) {
  const auto& factors = drawn.response->factors;
  const std::string& across = factors[row.factors[0]];
  const std::string& lines = factors[row.factors[1]];
  Json values = MeanValues(drawn, row.factors);
  const std::string marks =
      words.Say({"Means with {confidence}% intervals; parallel lines are no interaction. It has "
                 "{percent} of the variation.",
                 "Médias com intervalos de {confidence}%; linhas paralelas significam nenhuma "
                 "interação. Ela tem {percent} da variação."},
                {{"confidence", ConfidenceText(*drawn.analysis, words)},
                 {"percent", row.percent ? words.Percent(*row.percent) : "—"}});
  Chart chart{
      std::string("interaction-") + drawn.name + "-" + std::to_string(number),
      words.Say({"{first} and {second}: {metric}", "{first} e {second}: {metric}"},
                {{"first", across}, {"second", lines}, {"metric", drawn.metric.Phrase()}}),
      WithCount(marks, drawn.metric.Unit(), drawn.response->stated->model.observations, words),
      {}};
  Json x = Levels("level", 0);
  x["title"] = across;
  const Json y = Quantitative("mean", drawn.metric.Title(), false);
  const Json colour = ColourByGroup(lines);
  Json points =
      Points({{"x", x}, {"y", y}, {"color", colour}, {"shape", ShapeByGroup(lines)}},
             Tooltip({{"level", across}, {"group", lines}, {"text", drawn.metric.Phrase()}}));
  chart.spec =
      Visible(High(Spec(std::move(values), {Line(x, y, colour), IntervalMark(x, y, colour), points},
                        chart.title),
                   kInteractionHeight));
  return chart;
}

bool FewLevels(const ResponseAnalysis& response, const AnovaRow& row) {
  return response.levels[row.factors[1]].size() <= kMostColours;
}

// Interactions of two factors that are drawn; a page has room for the largest alone.
std::vector<const AnovaRow*> DrawnPairs(const ResponseAnalysis& response) {
  std::vector<const AnovaRow*> rows = Treatments(response, 2);
  std::erase_if(rows, [&](const AnovaRow* row) { return !FewLevels(response, *row); });
  if (rows.size() > kMostInteractions) rows.resize(kMostInteractions);
  return rows;
}

void AddMeans(const Drawn& drawn, const Words& words, std::vector<Chart>& charts) {
  if (!Treatments(*drawn.response, 1).empty()) charts.push_back(MainEffectChart(drawn, words));
  size_t number = 0;
  for (const AnovaRow* row : DrawnPairs(*drawn.response)) {
    charts.push_back(InteractionChart(drawn, *row, ++number, words));
  }
}

// The response, and the cost where prices differ.
std::vector<Drawn> DrawnResponses(const Analysis& analysis, const Words& words) {
  std::vector<Drawn> all;
  if (!analysis.main.stated) return all;
  auto add = [&](const ResponseAnalysis& response, const char* name) {
    MetricText metric(words, response.metric, MoneyUnitOf(analysis));
    all.push_back({&response, std::move(metric), name, &analysis});
  };
  add(analysis.main, "response");
  if (FindTimeAndCost(analysis).cost == nullptr || analysis.main.metric == "cost") return all;
  for (const ResponseAnalysis& other : analysis.others) {
    if (other.metric == "cost" && other.stated) add(other, "cost");
  }
  return all;
}

}  // namespace

std::vector<Chart> MeanCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> charts;
  for (const Drawn& drawn : DrawnResponses(analysis, words)) AddMeans(drawn, words, charts);
  return charts;
}

std::string InteractionsNotDrawn(const Analysis& analysis, const Words& words) {
  size_t all = 0, shown = 0;
  for (const Drawn& drawn : DrawnResponses(analysis, words)) {
    all += Treatments(*drawn.response, 2).size();
    shown += DrawnPairs(*drawn.response).size();
  }
  if (shown == all) return "";
  return words.Say(
      {"Not drawn: {missing} of {all} interactions of two factors. Of each metric there are the "
       "{most} with the largest parts of the variation, and none with more than {lines} lines.",
       "Não desenhadas: {missing} de {all} interações de dois fatores. De cada métrica há as "
       "{most} com as maiores partes da variação, e nenhuma com mais de {lines} linhas."},
      {{"missing", std::to_string(all - shown)},
       {"all", std::to_string(all)},
       {"most", std::to_string(kMostInteractions)},
       {"lines", std::to_string(kMostColours)}});
}

}  // namespace trena
