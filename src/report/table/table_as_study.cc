// SPDX-License-Identifier: Apache-2.0
#include "report/table/table_as_study.h"

#include "analyze/model/response.h"
#include "core/text/number_text.h"
#include "report/table/table_answer.h"

namespace trena {
namespace {

// One that is written as a number is one.
Value LevelOf(const std::string& text) {
  const NumberText number = ReadNumber(text);
  Value value(number.value);
  return number.kind == NumberKind::kNumber && value.ToString() == text ? value : Value(text);
}

// Of logarithms: the geometric mean and its interval; a standard deviation has no such form.
Summary Shown(const TableAnalysis& table, const Summary& summary) {
  if (!table.log) return summary;
  Summary shown;
  shown.n = summary.n;
  const auto of = [&](const std::optional<double>& value) {
    return value ? std::optional(ShownMean(table, *value)) : std::nullopt;
  };
  shown.mean = of(summary.mean);
  shown.low = of(summary.low);
  shown.high = of(summary.high);
  return shown;
}

ScenarioAnalysis ScenarioOf(const TableAnalysis& table, size_t cell) {
  const Cells& cells = table.stated.cells;
  ScenarioAnalysis scenario;
  scenario.id = table.ids[cell];
  for (size_t i = 0; i < cells.factors.size(); ++i) {
    const CellFactor& factor = cells.factors[i];
    scenario.levels.emplace_back(factor.name, LevelOf(factor.levels[cells.cells[cell].levels[i]]));
  }
  const Summary shown = Shown(table, table.summaries[cell]);
  scenario.planned = static_cast<int>(shown.n);
  scenario.outcomes[Outcome::kOk] = scenario.planned;
  scenario.metrics[cells.response] = {shown, {}};
  return scenario;
}

}  // namespace

Analysis AsStudy(const TableAnalysis& table) {
  const Cells& cells = table.stated.cells;
  Analysis study;
  study.study = table.path;
  study.path = table.path;
  study.response = study.time = cells.response;
  study.confidence = table.stated.model.confidence;
  for (size_t i = 0; i < cells.cells.size(); ++i) study.scenarios.push_back(ScenarioOf(table, i));
  study.main.metric = cells.response;
  study.main.scale = table.log ? "log" : "raw";
  for (const CellFactor& factor : cells.factors) {
    study.main.factors.push_back(factor.name);
    std::vector<Value>& levels = study.main.levels.emplace_back();
    for (const std::string& level : factor.levels) levels.push_back(LevelOf(level));
  }
  study.main.stated = table.stated;
  study.drivers = DriversOf(table.stated);
  study.warnings = table.warnings;
  study.verdict = table.verdict;
  study.verdict_reasons = table.verdict_reasons;
  study.reservations = table.reservations;
  return study;
}

}  // namespace trena
