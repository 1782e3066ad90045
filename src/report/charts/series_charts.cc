// SPDX-License-Identifier: Apache-2.0
#include "report/charts/series_charts.h"

#include <algorithm>

#include "report/charts/chart_parts.h"
#include "report/words/labels.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

constexpr size_t kMostMarks = 200;  // more would be a grey wall

// A series that is drawn, by its column of samples.csv.
const KnownMetric* FindUse(const std::string& column) {
  const KnownMetric* metric = FindKnownMetric(column);
  return metric != nullptr && metric->use != nullptr ? metric : nullptr;
}

// The first part has a beginning as well. Least and most only where parts hold several samples.
Json PartValues(const RunSeries& run, const SeriesColumn& column, const TimeAxis& axis) {
  Json values = Json::array();
  auto add = [&](double at, const SeriesPart& part) {
    values.push_back({{"at", OrNull(axis.At(at))}, {"mean", OrNull(part.mean)}});
    if (run.each == 1) return;
    values.back()["least"] = OrNull(part.least);
    values.back()["most"] = OrNull(part.most);
  };
  if (!column.parts.empty()) add(0, column.parts.front());
  for (const SeriesPart& part : column.parts) add(part.end, part);
  return values;
}

void AddMarks(const RunSeries& run, const TimeAxis& axis, Json& values) {
  if (run.epochs.size() > kMostMarks) return;
  for (const EpochPoint& epoch : run.epochs) {
    values.push_back({{"mark", OrNull(axis.At(epoch.at))}, {"epoch", epoch.epoch}});
  }
}

std::string Caption(const RunSeries& run, const std::string& of_what, const Words& words) {
  std::string caption = of_what + " ";
  if (run.each > 1) {
    caption += words.Say(
        {"Unit: %; n = {n} samples, drawn as the least, mean and most of every {each}.",
         "Unidade: %; n = {n} amostras, desenhadas como mínimo, média e máximo de cada {each}."},
        {{"n", std::to_string(run.samples)}, {"each", std::to_string(run.each)}});
  } else {
    caption += words.Say({"Unit: %; n = {n} samples.", "Unidade: %; n = {n} amostras."},
                         {{"n", std::to_string(run.samples)}});
  }
  const bool marked = !run.epochs.empty() && run.epochs.size() <= kMostMarks;
  return marked ? caption + " " +
                      words.Say({"Vertical lines are ends of epochs.",
                                 "As linhas verticais são fins de épocas."})
                : caption;
}

Json Marks(const TimeAxis& axis, const Words& words) {
  Json x = axis.Encoding("mark");
  return {{"transform", Only("mark")},
          {"mark",
           {{"type", "rule"}, {"color", kVermillion}, {"strokeDash", {3, 3}}, {"opacity", 0.8}}},
          {"encoding", {{"x", x}, {"tooltip", Tooltip({{"epoch", words.Say(label::kEpoch)}})}}}};
}

Chart SeriesChart(const RunSeries& run, const SeriesColumn& column, const KnownMetric& use,
                  const TimeAxis& axis, const std::string& of_what, const Words& words) {
  Chart chart{use.use, MetricText(words, use.name, "").Title(), Caption(run, of_what, words), {}};
  Json values = PartValues(run, column, axis);
  AddMarks(run, axis, values);
  const Json x = axis.Encoding("at");
  Json y = Quantitative("mean", chart.title, true);
  y["stack"] = nullptr;
  // Percent of CPU and GPU fill the chart from 0 to 100; memory is often a small part of all.
  const bool memory = std::string_view(use.use).find("memory") != std::string_view::npos;
  if (!memory) y["scale"]["domain"] = {0, 100};
  Json band = {
      {"transform", Only("least")},
      {"mark",
       {{"type", "area"}, {"interpolate", "step-before"}, {"color", kBlue}, {"opacity", 0.25}}},
      {"encoding", {{"x", x}, {"y", AtField(y, "least")}, {"y2", {{"field", "most"}}}}}};
  Json line = {
      {"transform", Only("at")},
      {"mark",
       {{"type", "line"}, {"interpolate", "step-before"}, {"color", kBlue}, {"strokeWidth", 1.5}}},
      {"encoding", {{"x", x}, {"y", y}}}};
  line["encoding"]["tooltip"] = Json::array(
      {{{"field", "at"}, {"type", "quantitative"}, {"title", axis.title}, {"format", ".2f"}},
       {{"field", "mean"}, {"type", "quantitative"}, {"title", chart.title}, {"format", ".1f"}}});
  chart.spec = Visible(
      High(Spec(std::move(values), {band, line, Marks(axis, words)}, chart.title), kSeriesHeight));
  return chart;
}

}  // namespace

const char* SeriesChartName(const std::string& column) {
  const KnownMetric* use = FindUse(column);
  return use == nullptr ? "" : use->use;
}

std::vector<Chart> SeriesCharts(const RunSeries& run, const TimeAxis& axis, const OfWhat& of_what,
                                const Words& words) {
  std::vector<Chart> charts;
  for (const SeriesColumn& column : run.columns) {
    const KnownMetric* use = FindUse(column.name);
    if (use == nullptr) continue;
    charts.push_back(SeriesChart(run, column, *use, axis, of_what(column.name), words));
  }
  return charts;
}

std::vector<Chart> RunSeriesCharts(const RunSeries& run, const TimeAxis& axis, const Words& words) {
  const std::string of_what =
      words.Say({"Of what the run could use.", "Do que a execução podia usar."});
  return SeriesCharts(run, axis, [&](const std::string&) { return of_what; }, words);
}

}  // namespace trena
