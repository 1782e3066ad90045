// SPDX-License-Identifier: Apache-2.0
#include "report/series_charts.h"

#include <algorithm>

#include "core/text.h"
#include "report/chart_parts.h"
#include "report/monitor_report.h"

namespace trena {
namespace {

constexpr const char* kBlue = "#0072b2";
constexpr const char* kOrange = "#d55e00";
constexpr size_t kMostPoints = 500;
constexpr size_t kMostMarks = 200;  // more would be a grey wall
constexpr int kHeight = 160;

// The axis of time: seconds, minutes or hours.
struct TimeAxis {
  double begin = 0;
  double length = 0;
  double scale = 1;
  std::string title;

  double At(double t) const { return (t - begin) / scale; }
  // From the start to the end, and no further.
  Json Encoding(const char* field) const {
    Json x = Quantitative(field, title, true);
    x["scale"] = {{"domain", {0, length / scale}}, {"nice", false}, {"padding", 0}};
    return x;
  }
};

TimeAxis AxisOf(const Monitored& monitored, const Words& words) {
  double length = monitored.end - monitored.begin;
  const char* unit = length > 7200 ? "h" : length > 300 ? "min" : "s";
  double scale = length > 7200 ? 3600 : length > 300 ? 60 : 1;
  return {monitored.begin, length, scale,
          words.Say("time since the start ({unit})", {{"unit", unit}})};
}

// One column, in at most kMostPoints parts of as many samples each; a part's value is the mean of
// its readings weighted by the time they stand for. Missing readings leave gaps.
Json Points(const Monitored& monitored, size_t column, const TimeAxis& axis, const Words& words) {
  Json values = Json::array();
  const auto& samples = monitored.samples;
  size_t each = (samples.size() + kMostPoints - 1) / kMostPoints;
  for (size_t first = 1; first < samples.size(); first += each) {
    size_t last = std::min(first + each, samples.size()) - 1;
    double weighted = 0, weight = 0;
    for (size_t i = first; i <= last; ++i) {
      double time = samples[i].t - samples[i - 1].t;
      if (!samples[i].readings[column] || time <= 0) continue;
      weighted += *samples[i].readings[column] * time;
      weight += time;
    }
    auto mean = weight > 0 ? std::optional(weighted / weight) : std::nullopt;
    auto add = [&](double t) {
      values.push_back({{"at", axis.At(t)},
                        {"value", OrNull(mean)},
                        {"text", mean ? words.Percent(*mean) : "—"}});
    };
    // A part's value stands for the time up to its end; the first needs its beginning as well.
    if (first == 1) add(samples[0].t);
    add(samples[last].t);
  }
  return values;
}

// Ends of epochs, for vertical lines.
void AddMarks(const Monitored& monitored, const TimeAxis& axis, Json& values) {
  if (monitored.epochs.size() > kMostMarks) return;
  for (const EpochEvent& epoch : monitored.epochs) {
    if (epoch.t) values.push_back({{"mark", axis.At(*epoch.t)}, {"epoch", epoch.epoch}});
  }
}

Json Only(const char* field) {
  return Json::array({{{"filter", {{"field", field}, {"valid", true}}}}});
}

std::string Caption(const Monitored& monitored, const std::string& of_what, const Words& words) {
  size_t n = monitored.samples.size();
  std::string caption = of_what + " ";
  if (n > kMostPoints) {
    size_t each = (n + kMostPoints - 1) / kMostPoints;
    caption += words.Say("{n} samples, drawn as means of {points} parts.",
                         {{"n", std::to_string(n)}, {"points", std::to_string(n / each)}});
  } else {
    caption += words.Say("{n} samples.", {{"n", std::to_string(n)}});
  }
  bool marked = !monitored.epochs.empty() && monitored.epochs.size() <= kMostMarks;
  return marked ? caption + " " + words.Say("Vertical lines are ends of epochs.") : caption;
}

Json Marks(const TimeAxis& axis, const Words& words) {
  Json x = axis.Encoding("mark");
  return {
      {"transform", Only("mark")},
      {"mark", {{"type", "rule"}, {"color", kOrange}, {"strokeDash", {3, 3}}, {"opacity", 0.8}}},
      {"encoding", {{"x", x}, {"tooltip", Tooltip({{"epoch", words.Say("epoch")}})}}}};
}

struct SeriesKind {
  const char* name;
  const char* column;
  std::string title;
  std::string of_what;
};

std::vector<SeriesKind> Kinds(const Monitored& monitored, const Words& words) {
  std::string cpus = monitored.cpus == 1 ? words.Say("Of what it could use: 1 CPU.")
                                         : words.Say("Of what it could use: {cpus} CPUs.",
                                                     {{"cpus", std::to_string(monitored.cpus)}});
  std::string memory =
      monitored.memory ? BytesText(static_cast<double>(monitored.memory->value), words) : "—";
  return {{"cpu", "cpu_pct", words.Say("CPU (%)"), cpus},
          {"memory", "mem_pct", words.Say("memory (%)"),
           words.Say("Of what it could use: {memory}.", {{"memory", memory}})},
          {"gpu", "gpu_pct", words.Say("GPU (%)"), words.Say("Of the devices it used.")}};
}

Chart SeriesChart(const Monitored& monitored, const SeriesKind& kind, size_t column,
                  const Words& words) {
  TimeAxis axis = AxisOf(monitored, words);
  Chart chart{kind.name, kind.title, Caption(monitored, kind.of_what, words), {}};
  Json values = Points(monitored, column, axis, words);
  AddMarks(monitored, axis, values);
  Json x = axis.Encoding("at");
  Json y = Quantitative("value", kind.title, true);
  y["stack"] = nullptr;
  // Percent of CPU and GPU fill the chart from 0 to 100; memory is often a small part of all.
  if (std::string_view(kind.name) != "memory") y["scale"]["domain"] = {0, 100};
  Json line = {{"transform", Only("at")},
               {"mark",
                {{"type", "area"},
                 {"interpolate", "step-before"},
                 {"color", kBlue},
                 {"opacity", 0.25},
                 {"line", {{"color", kBlue}, {"strokeWidth", 1.5}}}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  line["encoding"]["tooltip"] = Tooltip({{"at", axis.title}, {"text", kind.title}});
  chart.spec = Spec(std::move(values), {line, Marks(axis, words)}, chart.title);
  chart.spec["height"] = kHeight;
  chart.spec = Visible(chart.spec);
  return chart;
}

std::vector<Chart> LossChart(const Monitored& monitored, const Words& words) {
  TimeAxis axis = AxisOf(monitored, words);
  Json values = Json::array();
  for (const EpochEvent& epoch : monitored.epochs) {
    if (!epoch.t || !epoch.loss) continue;
    values.push_back({{"at", axis.At(*epoch.t)},
                      {"loss", *epoch.loss},
                      {"epoch", epoch.epoch},
                      {"text", words.Significant(*epoch.loss, 4)}});
  }
  if (values.size() < 2) return {};
  Chart chart{
      "loss", words.Say("Loss of each epoch"), words.Say("One point per epoch, at its end."), {}};
  Json x = axis.Encoding("at");
  Json y = Quantitative("loss", words.Say("loss"), false);
  Json line = {{"mark",
                {{"type", "line"},
                 {"color", kBlue},
                 {"point", {{"filled", true}, {"size", 40}, {"color", kBlue}}}}},
               {"encoding", {{"x", x}, {"y", y}}}};
  line["encoding"]["tooltip"] =
      Tooltip({{"epoch", words.Say("epoch")}, {"text", words.Say("loss")}});
  chart.spec = Spec(std::move(values), {line}, chart.title);
  chart.spec["height"] = kHeight;
  chart.spec = Visible(chart.spec);
  return {chart};
}

}  // namespace

std::vector<Chart> SeriesCharts(const Monitored& monitored, const Words& words) {
  std::vector<Chart> charts;
  for (const SeriesKind& kind : Kinds(monitored, words)) {
    auto found = std::find(monitored.columns.begin(), monitored.columns.end(), kind.column);
    if (found == monitored.columns.end()) continue;
    auto column = static_cast<size_t>(found - monitored.columns.begin());
    auto known = [&](const Sample& sample) { return sample.readings[column].has_value(); };
    if (std::none_of(monitored.samples.begin(), monitored.samples.end(), known)) continue;
    charts.push_back(SeriesChart(monitored, kind, column, words));
  }
  for (Chart& chart : LossChart(monitored, words)) charts.push_back(std::move(chart));
  return charts;
}

}  // namespace trena
