// SPDX-License-Identifier: Apache-2.0
#include "report/monitor/monitor_series.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/text/text.h"
#include "report/monitor/monitor_report.h"
#include "report/words/labels.h"
#include "stats/summary.h"

namespace trena {
namespace {

using MonitoredFigure = std::function<std::optional<double>(const Monitored&)>;

MonitoredFigure MetricOf(const char* name) {
  return [name](const Monitored& run) { return run.record.metric(name); };
}

std::optional<double> DurationOf(const Monitored& run) { return run.end - run.begin; }

std::optional<double> MostMemory(const Monitored& run) {
  const auto percent = run.record.metric("mem_pct_max");
  if (!percent || !run.memory) return std::nullopt;
  return static_cast<double>(run.memory->value) * *percent / 100;
}

std::optional<double> CostOf(const Monitored& run) {
  return run.cost ? std::optional(run.cost->amount) : std::nullopt;
}

bool EndedWell(const Monitored& run) { return run.record.outcome == Outcome::kOk; }

Summary SummaryOf(const MonitorSeries& series, const MonitoredFigure& figure) {
  std::vector<double> values;
  for (const Monitored& run : series.runs) {
    if (!EndedWell(run)) continue;
    if (const auto value = figure(run)) values.push_back(*value);
  }
  return Summarize(values);
}

class SeriesLines {
 public:
  SeriesLines(const MonitorSeries& series, const Words& words) : series_(series), words_(words) {}

  std::vector<std::string> All() {
    constexpr size_t kCommandWidth = 90;
    lines_.push_back(
        Shorten(ForTerminal(CommandText(series_.runs.front().record.command)), kCommandWidth));
    AddCount();
    const auto time = [&](double seconds) { return words_.Time(seconds); };
    Add(words_.Say({"duration", "duração"}), DurationOf, time);
    Add(words_.Say({"CPU time", "tempo de CPU"}), MetricOf("cpu_s"), time);
    Add(words_.Say({"training", "treinamento"}), MetricOf("train_s"), time);
    Add(words_.Say({"memory at most", "memória máxima"}), MostMemory,
        [&](double bytes) { return words_.Memory(bytes); });
    const auto& cost = series_.runs.front().cost;
    if (cost && !cost->currency.empty()) {
      Add(words_.Say(label::kCost), CostOf,
          [&](double amount) { return words_.Money(amount, cost->currency); });
    }
    return std::move(lines_);
  }

 private:
  void AddCount() {
    const auto well = std::count_if(series_.runs.begin(), series_.runs.end(), EndedWell);
    lines_.push_back(
        "  " +
        words_.Say({"{well} of {asked} [run|runs] ended well",
                    "{well} de {asked} [execução terminou|execuções terminaram] bem"},
                   {{"well", std::to_string(well)}, {"asked", std::to_string(series_.asked)}}));
    if (static_cast<size_t>(well) == series_.runs.size()) return;
    lines_.push_back("  ! " + words_.Say({"Stopped at run {number}, which did not end well.",
                                          "Parou na execução {number}, que não terminou bem."},
                                         {{"number", std::to_string(series_.runs.size())}}));
  }

  void Add(const std::string& name, const MonitoredFigure& figure,
           const std::function<std::string(double)>& text) {
    const Summary summary = SummaryOf(series_, figure);
    if (!summary.mean) return;
    std::string line = "  " + name + ": " + text(*summary.mean);
    if (summary.low && summary.high) {
      line +=
          words_.Say({" in the mean, 95% interval from {low} to {high} (n = {n}); {min} to {max}",
                      " em média, intervalo de 95% de {low} a {high} (n = {n}); {min} a {max}"},
                     {{"low", text(std::max(0.0, *summary.low))},
                      {"high", text(*summary.high)},
                      {"n", std::to_string(summary.n)},
                      {"min", text(*summary.min)},
                      {"max", text(*summary.max)}});
    } else {
      line += words_.Say({" (n = {n}: no interval)", " (n = {n}: sem intervalo)"},
                         {{"n", std::to_string(summary.n)}});
    }
    lines_.push_back(ForTerminal(line));
  }

  const MonitorSeries& series_;
  const Words& words_;
  std::vector<std::string> lines_;
};

Json SummaryJson(const Summary& summary) {
  return {{"n", summary.n},
          {"mean", OrNull(summary.mean)},
          {"sd", OrNull(summary.sd)},
          {"low", OrNull(summary.low)},
          {"high", OrNull(summary.high)},
          {"min", OrNull(summary.min)},
          {"max", OrNull(summary.max)}};
}

}  // namespace

std::vector<std::string> SeriesSummary(const MonitorSeries& series, const Words& words) {
  return SeriesLines(series, words).All();
}

Json SeriesJson(const MonitorSeries& series, const std::string& folder) {
  Json runs = Json::array();
  for (const Monitored& run : series.runs) {
    runs.push_back(MonitorJson(run, folder + "/runs/" + run.record.folder));
  }
  Json figures = {{"duration_s", SummaryJson(SummaryOf(series, DurationOf))}};
  for (const char* name : {"cpu_s", "train_s", "cpu_pct", "gpu_pct"}) {
    const Summary summary = SummaryOf(series, MetricOf(name));
    if (summary.mean) figures[name] = SummaryJson(summary);
  }
  const Summary memory = SummaryOf(series, MostMemory);
  if (memory.mean) figures["memory_bytes_max"] = SummaryJson(memory);
  const Summary cost = SummaryOf(series, CostOf);
  if (cost.mean) figures["cost"] = SummaryJson(cost);
  return {{"format", 1},
          {"trena", series.runs.front().record.trena_version},
          {"command", series.runs.front().record.command},
          {"folder", folder},
          {"asked", series.asked},
          {"confidence", 0.95},
          {"figures", figures},
          {"runs", runs}};
}

}  // namespace trena
