// SPDX-License-Identifier: Apache-2.0
// A record for tests, with numbers that can be worked out by hand: training takes
//   10 s  ± 0.5 (batch 64 +, 128 -)  ± 2 (image 64 +, 32 -)  ± 1 (network2 +, network1 -)
// and replications differ from that by -0.1, 0 and 0.1 s. A second costs 0.0001 USD.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/model/cell_table.h"

namespace trena {

inline double ExampleSeconds(int batch, int image, const std::string& network) {
  return 10 + (batch == 64 ? 0.5 : -0.5) + (image == 64 ? 2 : -2) +
         (network == "network2" ? 1 : -1);
}

inline RunRecord ExampleRun(const ScenarioAnalysis& scenario, int replication, double seconds) {
  RunRecord run;
  run.folder =
      scenario.id + "-r" + std::to_string(replication) + "-a1-" + scenario.key.substr(0, 12);
  run.scenario = scenario.id;
  run.key = scenario.key;
  run.replication = replication;
  run.seed = static_cast<uint64_t>(7 + replication);
  run.levels = scenario.levels;
  run.fixed = {{"epochs", 2}, {"optimizer", "sgd"}};
  run.environment = "laptop";
  run.framework = "libtorch";
  run.framework_version = "1.13.1";
  run.started = "2024-01-15T12:00:00Z";
  run.metrics = {{"train_s", seconds}, {"wall_s", seconds + 2},
                 {"accuracy", 0.8},    {"images_per_s", 2000 / seconds},
                 {"cpu_pct", 98},      {"mem_pct", 12.5}};
  run.facts = {{"cpu", {{"model", "Example CPU"}, {"cores", 2}}}};
  run.versions = {{"blas", "OpenBLAS 0.3.21"}};
  run.trena_version = "0.1.0";
  return run;
}

inline ScenarioAnalysis ExampleScenario(int batch, int image, const std::string& network,
                                        size_t number) {
  ScenarioAnalysis scenario;
  scenario.id = "C" + std::to_string(number);
  scenario.key = std::string(63, 'a') + std::to_string(number);
  scenario.levels = {{"batch", batch}, {"image", image}, {"network", network}};
  scenario.environment = "laptop";
  scenario.price = Price{0.36, "USD", false};
  scenario.planned = 3;
  return scenario;
}

inline void AddExampleRuns(Analysis& analysis, ScenarioAnalysis& scenario, double seconds) {
  for (int replication = 1; replication <= 3; ++replication) {
    RunRecord run = ExampleRun(scenario, replication, seconds + 0.1 * (replication - 2));
    for (const auto& [name, value] : run.metrics) scenario.metrics[name].values.push_back(value);
    scenario.metrics["cost"].values.push_back(*run.metric("train_s") * 1e-4);
    scenario.metrics["cost"].folders.push_back(run.folder);
    run.position = static_cast<int>(analysis.runs.size()) + 1;
    analysis.runs.push_back(run);
  }
  scenario.outcomes[Outcome::kOk] = 3;
  for (auto& [name, metric] : scenario.metrics) metric.summary = Summarize(metric.values);
}

inline ResponseAnalysis ExampleResponse(const Analysis& analysis, const std::string& metric,
                                        const std::string& unit) {
  Cells cells{.response = metric,
              .factors = {{"batch", {"64", "128"}},
                          {"image", {"32", "64"}},
                          {"network", {"network1", "network2"}}},
              .covariates = {},
              .cells = {}};
  CellTable table(3, 0);
  Observations observations;
  for (uint32_t i = 0; i < analysis.scenarios.size(); ++i) {
    const std::vector<uint32_t> levels = {i / 4, i / 2 % 2, i % 2};
    for (double value : analysis.scenarios[i].metrics.at(metric).values) {
      table.Add(levels, {}, value);
      observations.cell_of.push_back(i);  // cells are sorted as scenarios are
      observations.y.push_back(value);
      observations.order.push_back(static_cast<double>(observations.order.size()));
    }
  }
  cells.cells = table.ToCells();
  ResponseAnalysis response;
  response.metric = metric;
  response.unit = unit;
  response.factors = {"batch", "image", "network"};
  response.levels = {{64, 128}, {32, 64}, {"network1", "network2"}};
  response.stated = AnalyzeWhole(std::move(cells), observations, {.terms = "full"}).value();
  return response;
}

inline Analysis ExampleAnalysis() {
  Analysis analysis;
  analysis.study = "first";
  analysis.question = "What does training cost on this machine, and what drives it?";
  analysis.path = "examples/first.yaml";
  analysis.response = "train_s";
  for (int batch : {64, 128}) {
    for (int image : {32, 64}) {
      for (const char* network : {"network1", "network2"}) {
        auto scenario = ExampleScenario(batch, image, network, analysis.scenarios.size() + 1);
        AddExampleRuns(analysis, scenario, ExampleSeconds(batch, image, network));
        analysis.scenarios.push_back(scenario);
      }
    }
  }
  analysis.main = ExampleResponse(analysis, "train_s", "s");
  analysis.others = {ExampleResponse(analysis, "cost", "USD")};
  for (const char* term : {"image", "network", "batch"}) {
    for (const AnovaRow& row : analysis.main.stated->model.rows) {
      if (row.term == term)
        analysis.drivers.push_back(
            {term, *row.percent, row.p, EvidenceOf(*analysis.main.stated, row)});
    }
  }
  analysis.fastest = "C5";
  analysis.cost = {"USD", 0.0288, 0.5, "C5", {}, {}};
  analysis.planned_runs = 24;
  analysis.finished_runs = 24;
  analysis.verdict = Verdict::kValid;
  analysis.next_command = "trena report examples/first.yaml";
  return analysis;
}

inline bool Has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Whether any of the sentences has it.
inline bool Has(const std::vector<std::string>& sentences, const std::string& part) {
  return std::any_of(sentences.begin(), sentences.end(),
                     [&](const std::string& sentence) { return Has(sentence, part); });
}

// Text that would do harm in one format or another, if it came through as it is.
inline const std::vector<std::string>& HostileStrings() {
  static const std::vector<std::string> strings = {"<script>alert(1)</script>",
                                                   "</script><img src=x onerror=alert(1)>",
                                                   "\" onmouseover=\"alert(1)",
                                                   "]]>-->",
                                                   "=cmd()",
                                                   "a|b",
                                                   "\u202egnp.exe",
                                                   "\x1b[2J",
                                                   "line\u2028separator"};
  return strings;
}

// With whatever a study can have beside, for tests of all charts.
inline Analysis WithEverything(Analysis analysis) {
  analysis.scenarios[0].price = Price{1, "USD", false};
  analysis.cost.pareto = {"C5", "C1"};
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    scenario.metrics["image_s"].values = {0.5, 0.7};
    scenario.metrics["image_s"].summary = Summarize(scenario.metrics["image_s"].values);
  }
  analysis.scenarios[1].metrics.erase("image_s");
  analysis.scenarios[1].outcomes = {{Outcome::kOutOfMemory, 1}};
  for (const RunRecord& run : analysis.runs) {
    RunSeries series{run.folder, run.scenario, run.replication, 10, 3, 1, {}, {}};
    series.epochs = {{1, 4, 2.5, 0.5}, {2, 8, 1.5, 0.6}};
    analysis.series.runs.push_back(series);
  }
  MachineSpeed speed{"laptop", {}, 0.9, 1.1, -0.8, 24};
  speed.points = {{"C1-r1", "C1", 1, 0.9, 0.8, 0.95}, {"C2-r1", "C2", 2, 1.1, 1.2, std::nullopt}};
  analysis.machine_speed = {speed, {"cloud", {{"C3-r1", "C3", 3, 1, 1, 1}}, 1, 1, {}, 1}};
  return analysis;
}

// The example with every name that comes from a file hostile, and as long as `more` makes it.
inline Analysis HostileAnalysis(const std::string& more = "") {
  Analysis analysis = ExampleAnalysis();
  std::string all;
  for (const std::string& text : HostileStrings()) all += text + " ";
  all += more;
  analysis.study = all;
  analysis.question = all;
  analysis.path = all;
  analysis.next_command = all;
  analysis.main.metric = all;
  analysis.main.factors = {all, "image", "network"};
  analysis.main.levels[2][1] = all;
  Cells& cells = analysis.main.stated->cells;
  cells.factors[0].name = cells.factors[1].levels[0] = all;
  analysis.drivers[0].term = all;
  for (ScenarioAnalysis& scenario : analysis.scenarios)
    scenario.levels[2].second = scenario.id + all;
  analysis.cost.without_price = {all};
  analysis.cost.bill.lines = {{all, BillItem::kSetup, 1, 1.0, 1.0, all}};
  analysis.cost.repriced = {{all, std::nullopt, Price{1, all, false}}};
  analysis.cost.rates = {{all, 1, all}};
  analysis.limits.runs = {{all, "C1", LimitKind::kCpu, {{all, 1, 1, true}}}};
  analysis.warnings = {{"stand_in", {all, all}}, {"set_aside", {all}}, {all, {all}}};
  RunRecord& run = analysis.runs[0];
  run.outcome = Outcome::kFailed;
  run.reason = all;
  run.cause = all;
  run.last_lines = {all};
  run.scenario = all;
  run.environment = "=cmd()";
  run.framework = run.framework_version = run.trena_version = run.started = all;
  run.fixed = {{all, all}};
  run.facts = run.versions = run.inputs = {{all, all}};
  return analysis;
}

}  // namespace trena
