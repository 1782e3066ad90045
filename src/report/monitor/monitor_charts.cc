// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_charts.h"

#include "analyze/noise/run_series.h"
#include "report/charts/chart_parts.h"
#include "report/charts/series_charts.h"
#include "report/monitor/monitor_report.h"
#include "report/words/labels.h"

namespace trena {
namespace {

std::string WhatOf(const Monitored& monitored, const std::string& column, const Words& words) {
  if (column == "cpu_pct") {
    return monitored.cpus == 1
               ? words.Say({"Of what it could use: 1 CPU.", "Do que podia usar: 1 CPU."})
               : words.Say(
                     {"Of what it could use: {cpus} CPUs.", "Do que podia usar: {cpus} CPUs."},
                     {{"cpus", std::to_string(monitored.cpus)}});
  }
  if (column != "mem_pct")
    return words.Say({"Of the devices it used.", "Dos dispositivos que usou."});
  std::string memory =
      monitored.memory ? words.Memory(static_cast<double>(monitored.memory->value)) : "—";
  return words.Say({"Of what it could use: {memory}.", "Do que podia usar: {memory}."},
                   {{"memory", memory}});
}

std::vector<Chart> LossChart(const RunSeries& run, const TimeAxis& axis, const Words& words) {
  Json values = Json::array();
  for (const EpochPoint& epoch : run.epochs) {
    if (!epoch.loss) continue;
    values.push_back({{"at", OrNull(axis.At(epoch.at))},
                      {"loss", OrNull(epoch.loss)},
                      {"epoch", epoch.epoch},
                      {"text", words.Significant(*epoch.loss, 4)}});
  }
  if (values.size() < 2) return {};
  Chart chart{
      "loss",
      words.Say({"Loss of each epoch", "Perda de cada época"}),
      words.Say({"One point per epoch, at its end.", "Um ponto por época, no fim dela."}) + " " +
          words.Say({"n = {n} epochs.", "n = {n} épocas."}, {{"n", std::to_string(values.size())}}),
      {}};
  Json line = {
      {"mark",
       {{"type", "line"},
        {"color", kBlue},
        {"point", {{"filled", true}, {"size", 40}, {"color", kBlue}}}}},
      {"encoding",
       {{"x", axis.Encoding("at")}, {"y", Quantitative("loss", words.Say(label::kLoss), false)}}}};
  line["encoding"]["tooltip"] =
      Tooltip({{"epoch", words.Say(label::kEpoch)}, {"text", words.Say(label::kLoss)}});
  chart.spec = Visible(High(Spec(std::move(values), {line}, chart.title), kSeriesHeight));
  return {chart};
}

}  // namespace

std::vector<Chart> MonitorCharts(const Monitored& monitored, const Words& words) {
  const RunSeries run = MakeSeries({monitored.columns, monitored.samples}, monitored.epochs,
                                   monitored.begin, monitored.end, kMostParts);
  const TimeAxis axis(run.seconds, words);
  const auto of_what = [&](const std::string& column) { return WhatOf(monitored, column, words); };
  std::vector<Chart> charts = SeriesCharts(run, axis, of_what, words);
  for (Chart& chart : LossChart(run, axis, words)) charts.push_back(std::move(chart));
  return charts;
}

}  // namespace trena
