// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/machine_speed.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "stats/laws/trend.h"
#include "stats/outliers.h"
#include "stats/summary.h"

namespace trena {
namespace {

struct OrderedRun {
  const RunRecord* run = nullptr;
  int order = 0;
};
using Series = std::vector<OrderedRun>;

// Different yardsticks are not comparable: the series is of the version used last.
std::optional<int> VersionOf(const RunRecord& run) { return Get<int>(run.yardstick, "version"); }

std::map<std::string, Series> SeriesByEnvironment(const RunGroups& groups) {
  std::map<std::string, Series> series;
  int order = 0;
  for (const RunRecord* run : InOrder(groups)) {
    ++order;
    auto speed = run->metric("yardstick");
    if (speed && *speed > 0) series[run->environment].push_back({run, order});
  }
  for (auto& [environment, runs] : series) {
    auto last = VersionOf(*runs.back().run);
    std::erase_if(runs, [&](const OrderedRun& entry) { return VersionOf(*entry.run) != last; });
  }
  return series;
}

std::optional<double> MedianOf(const Series& series, const char* metric) {
  std::vector<double> values;
  for (const OrderedRun& entry : series) {
    if (auto value = entry.run->metric(metric)) values.push_back(*value);
  }
  return Summarize(values).median;
}

std::optional<double> Relative(const RunRecord& run, const char* metric,
                               std::optional<double> median) {
  auto value = run.metric(metric);
  if (!value || !median || *median <= 0) return std::nullopt;
  return *value / *median;
}

void MarkFar(std::vector<MachineSpeed>& all) {
  std::vector<std::vector<double>> logs;
  for (const MachineSpeed& speed : all) {
    std::vector<double>& series = logs.emplace_back();
    for (const SpeedPoint& point : speed.points) series.push_back(std::log(point.speed));
  }
  for (const Outlier& outlier : FindOutliers(logs)) {
    const double distance = std::abs(logs[outlier.group][outlier.index]);
    all[outlier.group].points[outlier.index].far = distance > std::log1p(kFarLeast);
  }
}

// Logarithms of speed and time, each less its scenario's mean.
void AddCorrelation(const Series& series, const std::string& time, MachineSpeed& speed) {
  std::map<std::string, std::vector<std::pair<double, double>>> scenarios;
  for (const OrderedRun& entry : series) {
    auto seconds = entry.run->metric(time);
    if (!seconds || *seconds <= 0) continue;
    scenarios[entry.run->key].emplace_back(std::log(*entry.run->metric("yardstick")),
                                           std::log(*seconds));
  }
  std::vector<double> speeds;
  std::vector<double> times;
  for (const auto& [key, pairs] : scenarios) {
    if (pairs.size() < 2) continue;
    double x = 0;
    double y = 0;
    for (const auto& pair : pairs) x += pair.first, y += pair.second;
    for (const auto& pair : pairs) {
      speeds.push_back(pair.first - x / static_cast<double>(pairs.size()));
      times.push_back(pair.second - y / static_cast<double>(pairs.size()));
    }
  }
  speed.correlated = speeds.size();
  if (speeds.size() >= kCorrelatedRuns) speed.correlation = Correlation(speeds, times);
}

MachineSpeed SpeedOf(const std::string& environment, const Series& series,
                     const std::string& time) {
  MachineSpeed speed;
  speed.environment = environment;
  const auto median = MedianOf(series, "yardstick");
  const auto compute = MedianOf(series, "yardstick_compute");
  const auto memory = MedianOf(series, "yardstick_memory");
  for (const auto& [run, order] : series) {
    speed.points.push_back({run->folder, run->scenario, order, *Relative(*run, "yardstick", median),
                            Relative(*run, "yardstick_compute", compute),
                            Relative(*run, "yardstick_memory", memory)});
  }
  const auto [slowest, fastest] =
      std::minmax_element(speed.points.begin(), speed.points.end(),
                          [](const auto& a, const auto& b) { return a.speed < b.speed; });
  speed.slowest = slowest->speed;
  speed.fastest = fastest->speed;
  AddCorrelation(series, time, speed);
  return speed;
}

}  // namespace

std::vector<const RunRecord*> InOrder(const RunGroups& groups) {
  std::vector<const RunRecord*> runs = groups.Finished();
  std::erase_if(runs, [](const RunRecord* run) { return run->outcome != Outcome::kOk; });
  std::stable_sort(runs.begin(), runs.end(), [](const RunRecord* a, const RunRecord* b) {
    return std::tie(a->started, a->position) < std::tie(b->started, b->position);
  });
  return runs;
}

std::vector<MachineSpeed> FindMachineSpeed(const RunGroups& groups, const std::string& time) {
  std::vector<MachineSpeed> all;
  for (const auto& [environment, series] : SeriesByEnvironment(groups)) {
    all.push_back(SpeedOf(environment, series, time));
  }
  MarkFar(all);
  return all;
}

}  // namespace trena
