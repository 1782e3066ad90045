// SPDX-License-Identifier: Apache-2.0
// Writes the pages that the browser opens into the folder named by the first argument: the example
// with all that a page can have, names that do their worst, and studies that are nearly nothing or
// very much.
#include <fmt/format.h>

#include <cmath>

#include "core/files.h"
#include "report/formats/example_analysis.h"
#include "report/page/page_report.h"

namespace trena {
namespace {

void AddLongSeries(Analysis& analysis) {
  for (RunSeries& run : analysis.series.runs) {
    run.samples = 201;
    run.each = 2;
    run.columns = {{"cpu_pct", {}}, {"mem_pct", {}}, {"gpu_pct", {}}, {"gpu_mem_pct", {}}};
    for (size_t column = 0; column < run.columns.size(); ++column) {
      for (int i = 1; i <= 100; ++i) {
        const double mean = 50 + 20 * std::sin(i / 5.0 + static_cast<double>(column));
        run.columns[column].parts.push_back({run.seconds * i / 100, mean - 5, mean, mean + 5});
      }
    }
  }
  analysis.series.runs[1].columns.resize(2);  // a run that has no GPU
}

Analysis Whole() {
  Analysis analysis = WithEverything(ExampleAnalysis());
  AddLongSeries(analysis);
  analysis.warnings = {{"stand_in", {"laptop", "2 CPUs instead of 4"}}};
  analysis.runs[5].outcome = Outcome::kFailed;
  analysis.runs[5].reason = "exit code 1";
  analysis.runs[5].last_lines = {"Traceback", "ValueError: bad shape"};
  return analysis;
}

Analysis Nothing() {
  Analysis analysis;
  analysis.study = "nothing";
  return analysis;
}

Analysis Hostile() {
  Analysis analysis = WithEverything(HostileAnalysis(std::string(100'000, 'x')));
  AddLongSeries(analysis);
  return analysis;
}

Analysis OneRun() {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios.resize(1);
  analysis.runs.resize(1);
  for (auto& [name, metric] : analysis.scenarios[0].metrics) {
    metric.values.resize(1);
    metric.summary = Summarize(metric.values);
  }
  analysis.main.stated.reset();
  analysis.main.why_not = "no_factor";
  analysis.others.clear();
  analysis.drivers.clear();
  analysis.verdict = Verdict::kInconclusive;
  return analysis;
}

Analysis OnlyFailures() {
  Analysis analysis = ExampleAnalysis();
  for (ScenarioAnalysis& scenario : analysis.scenarios) {
    scenario.metrics.clear();
    scenario.outcomes = {{Outcome::kFailed, 3}};
  }
  for (RunRecord& run : analysis.runs) {
    run.outcome = Outcome::kFailed;
    run.reason = "exit code 1";
    run.metrics.clear();
  }
  analysis.main.stated.reset();
  analysis.main.why_not = "nothing_measured";
  analysis.others.clear();
  analysis.drivers.clear();
  analysis.fastest.reset();
  analysis.cost.cheapest.reset();
  analysis.verdict = Verdict::kInconclusive;
  return analysis;
}

// As the example, with `count` scenarios of `replications` runs each.
Analysis Many(int count, int replications) {
  Analysis analysis = ExampleAnalysis();
  analysis.scenarios.clear();
  analysis.runs.clear();
  for (int i = 1; i <= count; ++i) {
    ScenarioAnalysis scenario = ExampleScenario(i, 32, "network1", static_cast<size_t>(i));
    scenario.key = fmt::format("{:064}", i);
    for (int k = 1; k <= replications; ++k) {
      RunRecord run = ExampleRun(scenario, k, 10 + i % 17 + 0.1 * k);
      for (const auto& [name, value] : run.metrics) scenario.metrics[name].values.push_back(value);
      scenario.metrics["cost"].values.push_back(*run.metric("train_s") * 1e-4);
      scenario.metrics["image_s"].values.push_back(*run.metric("train_s") / 2048);
      analysis.runs.push_back(std::move(run));
    }
    for (auto& [name, metric] : scenario.metrics) metric.summary = Summarize(metric.values);
    scenario.outcomes[Outcome::kOk] = replications;
    analysis.scenarios.push_back(std::move(scenario));
  }
  auto& points = analysis.main.stated->checks.points;
  const std::vector<ResidualPoint> few = points;
  for (size_t i = points.size(); i < analysis.runs.size(); ++i) {
    points.push_back(few[i % few.size()]);
    points.back().order = static_cast<double>(i);
  }
  analysis.planned_runs = analysis.finished_runs = static_cast<int>(analysis.runs.size());
  return analysis;
}

struct Page {
  const char* name;
  Analysis analysis;
};

int Run(const fs::path& folder) {
  const Page pages[] = {{"whole", Whole()},
                        {"hostile", Hostile()},
                        {"nothing", Nothing()},
                        {"one-run", OneRun()},
                        {"only-failures", OnlyFailures()},
                        {"one-scenario", Many(1, 5)},
                        {"scenarios-500", Many(500, 1)},
                        {"runs-5000", Many(1000, 5)}};
  ReportContext context;
  context.trena_version = "trena 0.1.0";
  context.generated = "2024-01-15T12:00:00Z";
  for (const Page& page : pages) {
    const fs::path path = folder / fmt::format("{}.html", page.name);
    if (!WriteFile(path, PageReport(page.analysis, context)).ok()) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace trena

int main(int argc, char** argv) { return argc == 2 ? trena::Run(argv[1]) : 2; }
