// SPDX-License-Identifier: Apache-2.0
#include "report/paper/trainings_table.h"

#include <algorithm>
#include <functional>

#include "report/answer/scenario_text.h"
#include "report/words/metric_words.h"

namespace trena {
namespace {

constexpr size_t kFewScenarios = 4;

using Times = std::vector<const MetricAnalysis*>;  // of each scenario; null: none

Times TimesOf(const Analysis& analysis) {
  Times times;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    auto found = scenario.metrics.find(analysis.time);
    times.push_back(found == scenario.metrics.end() ? nullptr : &found->second);
  }
  return times;
}

size_t MostTrainings(const Times& times) {
  size_t most = 0;
  for (const MetricAnalysis* of_one : times) {
    if (of_one != nullptr) most = std::max(most, of_one->values.size());
  }
  return most;
}

using CellText = std::function<std::string(const MetricAnalysis&)>;

void AddRow(const std::string& name, const Times& times, const CellText& text, ReportTable& table) {
  std::vector<TableCell> row = {{name, std::nullopt, false}};
  for (const MetricAnalysis* of_one : times) {
    row.push_back({of_one == nullptr ? "—" : text(*of_one), std::nullopt, true});
  }
  table.rows.push_back(std::move(row));
}

void AddSummaries(const Times& times, const MetricText& time, const std::string& interval,
                  const Words& words, ReportTable& table) {
  const auto number = [&](std::optional<double> value) {
    return value ? words.Significant(*value, 4) : "—";
  };
  AddRow("n", times, [](const MetricAnalysis& m) { return std::to_string(m.summary.n); }, table);
  AddRow(
      words.Say("mean"), times, [&](const MetricAnalysis& m) { return number(m.summary.mean); },
      table);
  AddRow(
      words.Say("standard deviation"), times,
      [&](const MetricAnalysis& m) { return number(m.summary.sd); }, table);
  AddRow(
      interval, times,
      [&](const MetricAnalysis& m) {
        const Summary& s = m.summary;
        return s.low && s.high ? time.Range(*s.low, *s.high) : words.Say("none (r = 1)");
      },
      table);
}

}  // namespace

ReportTable TrainingsTable(const Analysis& analysis, const Words& words) {
  const MetricText time(words, analysis.time, "");
  ReportTable table{words.Say("Every training: {metric}", {{"metric", time.Title()}}),
                    "",
                    {{words.Say("training"), false, false, true}},
                    {}};
  const Times times = TimesOf(analysis);
  const size_t most = MostTrainings(times);
  if (analysis.scenarios.size() > kFewScenarios || most < 2) return table;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    table.columns.push_back({NameOf(scenario, analysis), true});
  }
  for (size_t i = 0; i < most; ++i) {
    AddRow(
        std::to_string(i + 1), times,
        [&](const MetricAnalysis& m) {
          return i < m.values.size() ? words.Significant(m.values[i], 4) : "—";
        },
        table);
  }
  const std::string interval = words.Say(
      "{confidence}% interval", {{"confidence", words.Fixed(analysis.confidence * 100, 0)}});
  AddSummaries(times, time, interval, words, table);
  return table;
}

}  // namespace trena
