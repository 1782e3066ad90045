// SPDX-License-Identifier: Apache-2.0
#include "report/formats/csv_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "core/csv.h"

namespace trena {
namespace {

// The analysis prices the runs it uses; a run finds its own price by its folder's name.
std::optional<double> CostOf(const RunRecord& run, const ScenarioAnalysis* scenario) {
  if (scenario == nullptr) return std::nullopt;
  auto costs = scenario->metrics.find("cost");
  if (costs == scenario->metrics.end()) return std::nullopt;
  const auto& folders = costs->second.folders;
  auto place = std::find(folders.begin(), folders.end(), run.folder);
  if (place == folders.end()) return std::nullopt;
  return costs->second.values[static_cast<size_t>(place - folders.begin())];
}

struct CsvColumns {
  std::vector<std::string> levels;
  std::set<std::string> metrics;
};

CsvColumns ColumnsOf(const Analysis& analysis) {
  CsvColumns columns;
  std::set<std::string> seen;
  for (const RunRecord& run : analysis.runs) {
    for (const auto& [name, value] : run.levels) {
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
  for (const char* name :
       {"cost", "currency", "environment", "framework", "framework_version", "stand_in",
        "synthetic", "simulated", "seed", "order", "started", "run", "key"}) {
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
  for (std::string cell :
       {CsvNumber(cost), cost ? currency : "", run.environment, run.framework,
        run.framework_version, Truth(!run.stand_in.empty()), Truth(run.synthetic),
        Truth(run.simulated), std::to_string(run.seed),
        run.position > 0 ? std::to_string(run.position) : "", run.started, run.folder, run.key}) {
    row.push_back(std::move(cell));
  }
  return row;
}

}  // namespace

std::string CsvReport(const Analysis& analysis, const ReportContext&) {
  std::map<std::string, const ScenarioAnalysis*> scenarios;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) scenarios[scenario.key] = &scenario;
  CsvColumns columns = ColumnsOf(analysis);
  std::string out = CsvLine(Head(columns));
  for (const RunRecord& run : analysis.runs) {
    auto found = scenarios.find(run.key);
    auto cost = CostOf(run, found == scenarios.end() ? nullptr : found->second);
    out += CsvLine(Row(run, columns, cost, analysis.cost.currency));
  }
  return out;
}

}  // namespace trena
