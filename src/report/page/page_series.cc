// SPDX-License-Identifier: Apache-2.0
// The part of the page about time within runs: loss and accuracy of all, and of one chosen run what
// it used. The script fills four empty charts from the numbers of AddSeriesData.
#include <fmt/format.h>

#include <algorithm>

#include "report/charts/charts.h"
#include "report/charts/series_charts.h"
#include "report/page/page_parts.h"
#include "report/page/page_sections.h"
#include "report/sections.h"
#include "report/words/labels.h"
namespace trena {
namespace {

double LongestRun(const Analysis& analysis) {
  double longest = 0;
  for (const RunSeries& run : analysis.series.runs) longest = std::max(longest, run.seconds);
  return longest;
}

// A chart for each series that any run has, without values.
std::vector<Chart> EmptyCharts(const Analysis& analysis, const Words& words) {
  const TimeAxis axis(LongestRun(analysis), words);
  std::vector<Chart> charts;
  for (std::string_view column : kSeriesColumns) {
    const std::string name = SeriesChartName(std::string(column));
    for (const RunSeries& run : analysis.series.runs) {
      auto has = [&](const SeriesColumn& other) { return other.name == column; };
      auto found = std::find_if(run.columns.begin(), run.columns.end(), has);
      if (found == run.columns.end()) continue;
      RunSeries alone{run.folder, run.scenario, run.replication, 0, 0, 1, {{found->name, {}}}, {}};
      Chart chart = RunSeriesCharts(alone, axis, words).front();
      chart.name = "series-" + name;
      chart.caption =
          words.Say({"Of what the run could use. Unit: %; n = the samples of the chosen run. "
                     "Vertical lines are ends of epochs.",
                     "Do que a execução podia usar. Unidade: %; n = as amostras da execução "
                     "escolhida. As linhas verticais são fins de épocas."});
      charts.push_back(std::move(chart));
      break;
    }
  }
  return charts;
}

std::string RunText(const RunSeries& run, const Words& words) {
  const std::string n = words.Fixed(static_cast<double>(run.samples), 0);
  const std::string name = Cut(run.folder, 160);
  if (run.each == 1)
    return words.Say({"{run}: {n} samples", "{run}: {n} amostras"}, {{"run", name}, {"n", n}});
  return words.Say(
      {"{run}: {n} samples, in parts of {each}", "{run}: {n} amostras, em partes de {each}"},
      {{"run", name}, {"n", n}, {"each", std::to_string(run.each)}});
}

void AddChoice(const Analysis& analysis, const Words& words, Html& html) {
  html.Open("p", {{"class", "choice"}}).Open("label").Text(words.Say({"Run", "Execução"}) + " ");
  html.Open("select", {{"class", "series-run"}});
  for (const RunSeries& run : analysis.series.runs) html.Element("option", RunText(run, words));
  html.Close("select").Close("label").Close("p");
}

std::string Rule(const Analysis& analysis, const Words& words) {
  const size_t shown = analysis.series.runs.size() + analysis.series.left_out;
  std::string rule = words.Say(
      {"A line is what was sampled. Where a run has more than {parts} samples, as many as it takes "
       "make a part, whose mean is the line and whose least and most are the band around it. Every "
       "sample is in samples.csv of the run's folder.",
       "A linha é o que foi amostrado. Onde uma execução tem mais de {parts} amostras, tantas "
       "quantas for preciso formam uma parte, cuja média é a linha e cujos mínimo e máximo são a "
       "faixa ao redor. Todas as amostras estão em samples.csv na pasta da execução."},
      {{"parts", std::to_string(PartsFor(std::min(shown, kMostSeries)))}});
  if (analysis.series.left_out == 0) return rule;
  return rule + " " +
         words.Say({"{count} more runs are not among these, there being so many; their series are "
                    "in their folders.",
                    "Outras {count} execuções não estão entre estas, por serem muitas; suas séries "
                    "estão em suas pastas."},
                   {{"count", words.Fixed(static_cast<double>(analysis.series.left_out), 0)}});
}

// [1,2.5,null]: four digits are finer than a pixel.
template <typename Number>
void AddNumbers(const std::vector<SeriesPart>& parts, Number number, std::string& out) {
  out += '[';
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += ',';
    const std::optional<double> value = number(parts[i]);
    if (value) {
      fmt::format_to(std::back_inserter(out), "{:.4g}", *value);
    } else {
      out += "null";
    }
  }
  out += ']';
}

void AddRun(const RunSeries& run, const TimeAxis& axis, std::string& out) {
  out += "{\"at\":";
  auto end = [&](const SeriesPart& part) { return std::optional(axis.At(part.end)); };
  AddNumbers(run.columns.empty() ? std::vector<SeriesPart>() : run.columns[0].parts, end, out);
  out += ",\"epochs\":[";
  for (size_t i = 0; i < run.epochs.size(); ++i) {
    fmt::format_to(std::back_inserter(out), "{}[{:.5g},{}]", i > 0 ? "," : "",
                   axis.At(run.epochs[i].at), run.epochs[i].epoch);
  }
  out += ']';
  for (const SeriesColumn& column : run.columns) {
    out += fmt::format(",\"series-{}\":[", SeriesChartName(column.name));
    AddNumbers(column.parts, [](const SeriesPart& part) { return part.mean; }, out);
    if (run.each > 1) {
      out += ',';
      AddNumbers(column.parts, [](const SeriesPart& part) { return part.least; }, out);
      out += ',';
      AddNumbers(column.parts, [](const SeriesPart& part) { return part.most; }, out);
    }
    out += ']';
  }
  out += '}';
}

}  // namespace

void DrawOverTime(const ReportSection& section, const Analysis& analysis, const Words& words,
                  Html& html) {
  if (analysis.series.runs.empty()) return;
  AddSection(section.id, words.Say(label::kOverTime), html);
  AddChartGrid(section.charts(analysis, words), html);
  const std::vector<Chart> charts = EmptyCharts(analysis, words);
  if (!charts.empty()) {
    html.Element("h3", words.Say({"What each run used", "O que cada execução usou"}));
    AddChoice(analysis, words, html);
    AddChartGrid(charts, html);
    html.Element("p", Rule(analysis, words), {{"class", "note"}});
  }
  html.Close("section");
}

void AddSeriesData(const Analysis& analysis, Html& html) {
  if (analysis.series.runs.empty()) return;
  const TimeAxis axis(LongestRun(analysis), Words(Language::kEnglish));
  std::string data = "[";
  for (const RunSeries& run : analysis.series.runs) {
    if (data.size() > 1) data += ",\n";
    AddRun(run, axis, data);
  }
  html.Open("script", {{"type", "application/json"}, {"id", "series-data"}});
  html.Trusted(data + "]").Close("script").Trusted("\n");
}

}  // namespace trena
