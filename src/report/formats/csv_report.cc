// SPDX-License-Identifier: Apache-2.0
#include "report/formats/csv_report.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/csv.h"
#include "core/text/text.h"
#include "report/answer/scenario_text.h"

namespace trena {
namespace {

// The analysis prices the runs it uses; a run finds its own price by its folder's name.
std::unordered_map<std::string, double> CostsByFolder(const Analysis& analysis) {
  std::unordered_map<std::string, double> by_folder;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    auto costs = scenario.metrics.find("cost");
    if (costs == scenario.metrics.end()) continue;
    const auto& [summary, values, folders] = costs->second;
    for (size_t i = 0; i < folders.size(); ++i) by_folder[folders[i]] = values[i];
  }
  return by_folder;
}

struct CsvColumns {
  std::vector<std::string> levels;
  std::set<std::string> metrics;

  // Environment and framework are facts of every run, unless they are factors: one column each.
  bool IsLevel(const std::string& name) const {
    return std::find(levels.begin(), levels.end(), name) != levels.end();
  }
};

CsvColumns ColumnsOf(const Analysis& analysis) {
  CsvColumns columns;
  std::set<std::string> seen;
  for (const RunRecord& run : analysis.runs) {
    for (const auto& [name, value] : *run.levels) {
      if (seen.insert(name).second) columns.levels.push_back(name);
    }
    for (const auto& [name, value] : run.metrics) columns.metrics.insert(name);
  }
  columns.metrics.erase("cost");
  return columns;
}

std::vector<std::string> Head(const CsvColumns& columns) {
  std::vector<std::string> head = {"scenario", "replication", "attempt", "outcome"};
  head.insert(head.end(), columns.levels.begin(), columns.levels.end());
  head.insert(head.end(), columns.metrics.begin(), columns.metrics.end());
  for (const char* name : {"cost", "currency"}) head.emplace_back(name);
  for (const char* name : {"environment", "framework"}) {
    if (!columns.IsLevel(name)) head.emplace_back(name);
  }
  for (const char* name : {"framework_version", "stand_in", "synthetic", "simulated", "seed",
                           "order", "started", "run", "key"}) {
    head.emplace_back(name);
  }
  return head;
}

std::string Truth(bool truth) { return truth ? "true" : "false"; }

std::vector<std::string> Row(const RunRecord& run, const CsvColumns& columns,
                             std::optional<double> cost, const std::string& currency) {
  std::vector<std::string> row = {run.scenario, std::to_string(run.replication),
                                  std::to_string(run.attempt), ToString(run.outcome)};
  for (const std::string& name : columns.levels) {
    const Value* level = Find(run.levels, name);
    row.push_back(level == nullptr ? "" : level->ToString());
  }
  for (const std::string& name : columns.metrics) row.push_back(CsvNumber(run.metric(name)));
  row.push_back(CsvNumber(cost));
  row.push_back(cost ? currency : "");
  if (!columns.IsLevel("environment")) row.push_back(run.environment);
  if (!columns.IsLevel("framework")) row.push_back(run.framework);
  for (std::string cell : {run.framework_version.text(), Truth(!run.stand_in.empty()),
                           Truth(run.synthetic), Truth(run.simulated), std::to_string(run.seed),
                           run.position > 0 ? std::to_string(run.position) : "", run.started,
                           run.folder.text(), run.key.text()}) {
    row.push_back(std::move(cell));
  }
  return row;
}

using Fields = std::vector<std::string>;

Fields RunHead() { return {"run", "scenario", "replication", "attempt"}; }

Fields RunFields(const RunRecord& run) {
  return {run.folder, run.scenario, std::to_string(run.replication), std::to_string(run.attempt)};
}

Fields Joined(Fields cells, const Fields& more) {
  cells.insert(cells.end(), more.begin(), more.end());
  return cells;
}

std::optional<double> NumberIn(const std::string& cell) {
  double number = 0;
  const char* end = cell.data() + cell.size();
  auto [stop, error] = std::from_chars(cell.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

std::optional<size_t> PlaceOf(const std::string& name, const Fields& names) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<size_t>(found - names.begin());
}

void AddColumns(const Fields& of_run, Fields& all) {
  for (const std::string& name : of_run) {
    if (!PlaceOf(name, all)) all.push_back(name);
  }
}

// As exact as the samples' clock is written.
std::optional<double> Microseconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

void AddRows(const RunRecord& run, const SampleRows& samples, const Fields& columns,
             std::string& out) {
  const auto time = PlaceOf("t", samples.columns);
  std::optional<double> begin;
  for (const Fields& row : samples.rows) {
    const auto t = time ? NumberIn(row[*time]) : std::nullopt;
    if (!begin) begin = t;
    Fields cells = RunFields(run);
    cells.push_back(CsvNumber(t && begin ? Microseconds(*t - *begin) : std::nullopt));
    for (const std::string& name : columns) {
      const auto place = PlaceOf(name, samples.columns);
      cells.push_back(place ? row[*place] : "");
    }
    out += CsvLine(cells);
  }
}

const AnovaRow* RowOf(const Effect& effect, const ResponseAnalysis& response) {
  const auto& rows = response.stated->model.rows;
  auto same = [&](const AnovaRow& row) { return row.term == effect.term; };
  auto found = std::find_if(rows.begin(), rows.end(), same);
  return found == rows.end() ? nullptr : &*found;
}

Fields EffectFields(const Effect& effect, const ResponseAnalysis& response, const Fields& factors,
                    double confidence) {
  const AnovaRow* row = RowOf(effect, response);
  Fields cells = {response.metric, response.unit, response.scale, effect.term};
  for (const std::string& factor : factors) {
    std::string level;
    for (size_t i = 0; i < effect.factors.size(); ++i) {
      const size_t index = effect.factors[i];
      if (response.factors[index] != factor) continue;
      level = response.levels[index][effect.levels[i]].ToString();
    }
    cells.push_back(level);
  }
  cells.push_back(std::to_string(RunsBehind(effect, response)));
  for (const auto& number :
       {std::optional(effect.mean), std::optional(effect.effect), effect.low, effect.high,
        std::optional(confidence), row == nullptr ? std::nullopt : row->percent,
        row == nullptr ? std::nullopt : row->p}) {
    cells.push_back(CsvNumber(number));
  }
  return cells;
}

std::vector<const ResponseAnalysis*> Responses(const Analysis& analysis) {
  std::vector<const ResponseAnalysis*> responses = {&analysis.main};
  for (const ResponseAnalysis& other : analysis.others) responses.push_back(&other);
  std::erase_if(responses, [](const ResponseAnalysis* response) { return !response->stated; });
  return responses;
}

}  // namespace

std::string CsvReport(const Analysis& analysis, const ReportContext&) {
  const auto costs = CostsByFolder(analysis);
  CsvColumns columns = ColumnsOf(analysis);
  std::string out = CsvLine(Head(columns));
  for (const RunRecord& run : analysis.runs) {
    auto found = costs.find(run.folder);
    auto cost = found == costs.end() ? std::nullopt : std::optional(found->second);
    out += CsvLine(Row(run, columns, cost, analysis.cost.currency));
  }
  return out;
}

std::string EpochsCsv(const Analysis& analysis, const ReportContext&) {
  std::string out =
      CsvLine(Joined(RunHead(), {"epoch", "seconds", "loss", "accuracy", "images", "t"}));
  for (const RunRecord& run : analysis.runs) {
    const auto recorded = analysis.series.epochs.find(run.folder);
    if (recorded == analysis.series.epochs.end()) continue;
    for (const EpochEvent& epoch : recorded->second) {
      Fields cells = Joined(RunFields(run), {std::to_string(epoch.epoch)});
      for (const auto& number :
           {epoch.seconds, epoch.loss, epoch.accuracy, epoch.images, epoch.t}) {
        cells.push_back(CsvNumber(number));
      }
      out += CsvLine(cells);
    }
  }
  return out;
}

std::string SamplesCsv(const Analysis& analysis, const ReportContext&) {
  const auto& samples = analysis.series.samples;
  Fields columns;
  for (const RunRecord& run : analysis.runs) {
    const auto recorded = samples.find(run.folder);
    if (recorded != samples.end()) AddColumns(recorded->second.columns, columns);
  }
  std::string out = CsvLine(Joined(Joined(RunHead(), {"since_start_s"}), columns));
  for (const RunRecord& run : analysis.runs) {
    const auto recorded = samples.find(run.folder);
    if (recorded != samples.end()) AddRows(run, recorded->second, columns, out);
  }
  return out;
}

std::string EffectsCsv(const Analysis& analysis, const ReportContext&) {
  Fields factors;
  for (const ResponseAnalysis* response : Responses(analysis)) {
    AddColumns(response->factors, factors);
  }
  Fields head = Joined({"response", "unit", "scale", "term"}, factors);
  std::string out = CsvLine(
      Joined(head, {"n", "mean", "effect", "low", "high", "confidence", "term_percent", "term_p"}));
  for (const ResponseAnalysis* response : Responses(analysis)) {
    for (const Effect& effect : response->stated->model.effects) {
      out += CsvLine(EffectFields(effect, *response, factors, analysis.confidence));
    }
  }
  return out;
}

}  // namespace trena
