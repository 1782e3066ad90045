// SPDX-License-Identifier: Apache-2.0
#include "report/paper/use_over_time.h"

#include <algorithm>
#include <set>

#include "report/answer/scenario_text.h"
#include "report/charts/series_charts.h"
#include "report/charts/time_axis.h"

namespace trena {
namespace {

constexpr size_t kMostFrameworks = 4;

const RunRecord* FindRun(const Analysis& analysis, const std::string& folder) {
  auto found = std::find_if(analysis.runs.begin(), analysis.runs.end(),
                            [&](const RunRecord& run) { return run.folder == folder; });
  return found == analysis.runs.end() ? nullptr : &*found;
}

// One for each framework, the first that ended well.
std::vector<const RunSeries*> ChosenSeries(const Analysis& analysis) {
  std::set<std::string> frameworks;
  std::vector<const RunSeries*> chosen;
  for (const RunSeries& series : analysis.series.runs) {
    const RunRecord* run = FindRun(analysis, series.folder);
    if (run == nullptr || run->outcome != Outcome::kOk || series.columns.empty()) continue;
    if (chosen.size() == kMostFrameworks) break;
    if (frameworks.insert(run->framework + run->framework_version).second) {
      chosen.push_back(&series);
    }
  }
  return chosen;
}

bool OfGpu(const Chart& chart) { return chart.name.starts_with("gpu"); }

}  // namespace

std::vector<Chart> UseOverTimeCharts(const Analysis& analysis, const Words& words) {
  std::vector<Chart> all;
  int number = 0;
  for (const RunSeries* series : ChosenSeries(analysis)) {
    ++number;
    const TimeAxis axis(series->seconds, words);
    std::vector<Chart> charts = RunSeriesCharts(*series, axis, words);
    if (std::any_of(charts.begin(), charts.end(), OfGpu)) {
      std::erase_if(charts, [](const Chart& chart) { return !OfGpu(chart); });
    }
    const ScenarioAnalysis* scenario = FindScenario(analysis, series->scenario);
    const std::string name = scenario ? NameOf(*scenario, analysis) : series->scenario;
    for (Chart& chart : charts) {
      chart.title = words.Say(
          "{use} over time: {scenario}, replication {k}",
          {{"use", chart.title}, {"scenario", name}, {"k", std::to_string(series->replication)}});
      chart.name = "use-" + std::to_string(number) + "-" + chart.name;
      all.push_back(std::move(chart));
    }
  }
  return all;
}

}  // namespace trena
