// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/find_noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "analyze/noise/machine_speed.h"
#include "analyze/warnings.h"
#include "stats/laws/trend.h"
#include "stats/summary.h"

namespace trena {
namespace {

using Warnings = std::vector<Warning>;
using Figure = std::function<std::optional<double>(const RunRecord&)>;

// Looked up in every run, many times: by names that are kept, and so quick to compare.
const Interned kClockStepS = "clock_step_s";
const Interned kCpuMhz = "cpu_mhz";
const Interned kCpuPct = "cpu_pct";
const Interned kFirstEpochS = "first_epoch_s";
const Interned kFirstStepS = "first_step_s";
const Interned kHostCpuPct = "host_cpu_pct";
const Interned kHostStealPct = "host_steal_pct";
const Interned kImagesPerS = "images_per_s";
const Interned kLaterEpochMadS = "later_epoch_mad_s";
const Interned kLaterEpochS = "later_epoch_s";
const Interned kThermalThrottles = "thermal_throttles";
const Interned kThermalThrottlesMax = "thermal_throttles_max";
const Interned kTrainS = "train_s";

std::string OneDecimal(double value) { return fmt::format("{:.1f}", value); }

// Scenarios with runs whose figure is above the limit, after the largest of them.
void WarnAbove(const RunGroups& groups, const Figure& figure, double limit, const char* code,
               Warnings& warnings) {
  double largest = limit;
  std::vector<std::string> arguments = {""};
  for (const ScenarioRuns& group : groups.scenarios) {
    bool above = false;
    for (const RunRecord* run : group.Ok()) {
      auto value = figure(*run);
      if (!value || !(*value > limit)) continue;
      above = true;
      largest = std::max(largest, *value);
    }
    if (above) arguments.push_back(group.scenario->id);
  }
  if (arguments.size() == 1) return;
  arguments[0] = OneDecimal(largest);
  warnings.push_back({code, std::move(arguments)});
}

// Scenarios with runs that are so, after the number of those runs.
void WarnWhere(const RunGroups& groups, const std::function<bool(const RunRecord&)>& is_so,
               const char* code, Warnings& warnings) {
  size_t count = 0;
  std::vector<std::string> arguments = {""};
  for (const ScenarioRuns& group : groups.scenarios) {
    const auto runs = group.Ok();
    const auto so =
        std::count_if(runs.begin(), runs.end(), [&](const RunRecord* run) { return is_so(*run); });
    if (so > 0) arguments.push_back(group.scenario->id);
    count += static_cast<size_t>(so);
  }
  if (count == 0) return;
  arguments[0] = std::to_string(count);
  warnings.push_back({code, std::move(arguments)});
}

Figure Metric(Interned name) {
  return [name](const RunRecord& run) { return run.metric_called(name); };
}

// Percentages of a sensor, each with the most that goes unsaid.
struct NoiseLimit {
  Interned metric;
  double most;
  const char* code;
};
const NoiseLimit kLimits[] = {
    {"host_steal_pct", kMostSteal, warning::kSteal},
    {"pressure_cpu_pct", kMostCpuPressure, warning::kCpuPressure},
    {"pressure_memory_pct", kMostMemoryPressure, warning::kMemoryPressure},
    {"pressure_io_pct", kMostDiskPressure, warning::kDiskPressure},
    {"cgroup_throttled_pct", kMostQuota, warning::kQuota},
};

std::map<std::string, double> HighestFrequencies(const RunGroups& groups) {
  std::map<std::string, double> highest;
  for (const RunRecord* run : groups.Finished()) {
    if (run->outcome != Outcome::kOk) continue;
    if (auto mhz = run->metric_called(kCpuMhz)) {
      highest[run->environment] = std::max(highest[run->environment], *mhz);
    }
  }
  return highest;
}

std::function<bool(const RunRecord&)> Throttled(const RunGroups& groups) {
  return [highest = HighestFrequencies(groups)](const RunRecord& run) {
    if (std::max(run.metric_called(kThermalThrottles).value_or(0),
                 run.metric_called(kThermalThrottlesMax).value_or(0)) > 0) {
      return true;
    }
    auto mhz = run.metric_called(kCpuMhz);
    return mhz && *mhz < kLeastFrequency * highest.at(run.environment);
  };
}

bool AboveAnyLimit(const RunRecord& run) {
  return OthersPercent(run).value_or(0) > kMostOthers ||
         std::any_of(std::begin(kLimits), std::end(kLimits), [&](const NoiseLimit& limit) {
           return run.metric_called(limit.metric).value_or(0) > limit.most;
         });
}

// The median over the scenario's runs: one odd run is an outlier, not warm-up.
void WarnOfWarmUp(const RunGroups& groups, Warnings& warnings) {
  double largest = 0;
  std::vector<std::string> arguments = {""};
  for (const ScenarioRuns& group : groups.scenarios) {
    std::vector<double> shares;
    for (const RunRecord* run : group.Ok()) {
      auto seconds = WarmUpSeconds(*run);
      auto train = run->metric_called(kTrainS);
      if (seconds && train && *train > 0) shares.push_back(*seconds / *train);
    }
    auto share = Summarize(shares).median;
    if (!share || *share <= kWarmUpShare) continue;
    largest = std::max(largest, *share);
    arguments.push_back(group.scenario->id);
  }
  if (arguments.size() == 1) return;
  arguments[0] = OneDecimal(100 * largest);
  warnings.push_back({warning::kWarmUp, std::move(arguments)});
}

void WarnOfDrift(const RunGroups& groups, const Analysis& analysis, Warnings& warnings) {
  auto drift = FindDrift(groups, analysis.response);
  if (!drift || drift->p >= kDriftProbability || std::abs(drift->change) < kDriftLeast) return;
  warnings.push_back({warning::kDrift,
                      {OneDecimal(100 * drift->change), std::to_string(drift->runs),
                       fmt::format("{:.2g}", drift->p)}});
}

void WarnOfSpeed(const Analysis& analysis, Warnings& warnings) {
  for (const MachineSpeed& speed : analysis.machine_speed) {
    double range = speed.fastest / speed.slowest - 1;
    if (range > kSpeedRange) {
      warnings.push_back(
          {warning::kMachineSpeed,
           {OneDecimal(100 * range), speed.environment, std::to_string(speed.points.size())}});
    }
    std::vector<std::string> arguments = {speed.environment};
    for (const SpeedPoint& point : speed.points) {
      if (point.far) arguments.push_back(point.folder);
    }
    if (arguments.size() > 1) warnings.push_back({warning::kOffSpeed, std::move(arguments)});
  }
}

std::optional<double> EpochExcess(const RunRecord& run) {
  auto first = run.metric_called(kFirstEpochS);
  auto later = run.metric_called(kLaterEpochS);
  auto mad = run.metric_called(kLaterEpochMadS);
  if (!first || !later || !mad) return std::nullopt;
  double limit = std::max(kWarmUpDeviations * kDeviationOfMad * *mad, kWarmUpLeast * *later);
  return *first - *later > limit ? *first - *later : 0;
}

std::optional<double> Steps(const RunRecord& run) {
  auto rate = run.metric_called(kImagesPerS);
  auto train = run.metric_called(kTrainS);
  const Value* batch = Find(run.levels, "batch");
  if (batch == nullptr) batch = Find(run.fixed, "batch");
  if (!rate || !train || batch == nullptr) return std::nullopt;
  const double size = batch->number().value_or(0);
  if (size <= 0) return std::nullopt;
  return std::round(*rate * *train / size);
}

std::optional<double> StepExcess(const RunRecord& run) {
  auto first = run.metric_called(kFirstStepS);
  auto steps = Steps(run);
  if (!first || !steps || *steps < kFewestSteps) return std::nullopt;
  double later = (*run.metric_called(kTrainS) - *first) / (*steps - 1);
  if (later <= 0) return std::nullopt;
  return *first > kWarmUpSteps * later ? *first - later : 0;
}

}  // namespace

std::optional<Drift> FindDrift(const RunGroups& groups, const std::string& response) {
  std::map<Interned, TrendGroup> scenarios;
  double last = 0;
  size_t order = 0;
  const Interned metric(response);
  for (const RunRecord* run : InOrder(groups)) {
    ++order;
    auto value = run->metric_called(metric);
    if (!value) continue;
    if (*value <= 0) return std::nullopt;
    TrendGroup& group = scenarios[run->key];
    group.x.push_back(static_cast<double>(order));
    group.y.push_back(std::log(*value));
    last = static_cast<double>(order);
  }
  std::vector<TrendGroup> repeated;
  Drift drift;
  for (const auto& [key, group] : scenarios) {
    if (group.x.size() < 2) continue;
    repeated.push_back(group);
    drift.runs += group.x.size();
  }
  auto trend = FindTrend(repeated);
  if (drift.runs < kDriftRuns || !trend) return std::nullopt;
  drift.change = std::expm1(trend->slope * (last - 1));
  drift.p = trend->p;
  return drift;
}

std::optional<double> OthersPercent(const RunRecord& run) {
  auto host = run.metric_called(kHostCpuPct);
  auto own = run.metric_called(kCpuPct);
  if (!host || !own) return std::nullopt;
  double visible_share = 1;
  const Json& facts = run.facts;
  if (facts.is_object() && facts.contains("cpu")) {
    auto visible = Get<double>(facts["cpu"], "visible");
    auto online = Get<double>(facts["cpu"], "online");
    if (visible && online && *online >= *visible && *visible > 0) {
      visible_share = *visible / *online;
    }
  }
  double others = *host - run.metric_called(kHostStealPct).value_or(0) - *own * visible_share;
  return std::max(0.0, others);
}

int CountDisturbed(const RunGroups& groups, const Analysis& analysis) {
  std::set<std::string> far;
  for (const MachineSpeed& speed : analysis.machine_speed) {
    for (const SpeedPoint& point : speed.points) {
      if (point.far) far.insert(point.folder);
    }
  }
  const auto throttled = Throttled(groups);
  int disturbed = 0;
  for (const ScenarioRuns& group : groups.scenarios) {
    for (const RunRecord* run : group.Ok()) {
      if (AboveAnyLimit(*run) || throttled(*run) || far.contains(run->folder)) ++disturbed;
    }
  }
  return disturbed;
}

std::vector<Warning> FindNoise(const RunGroups& groups, const Analysis& analysis) {
  Warnings warnings;
  WarnOfSpeed(analysis, warnings);
  WarnOfDrift(groups, analysis, warnings);
  WarnOfWarmUp(groups, warnings);
  for (const NoiseLimit& limit : kLimits) {
    WarnAbove(groups, Metric(limit.metric), limit.most, limit.code, warnings);
  }
  WarnAbove(groups, OthersPercent, kMostOthers, warning::kBusyMachine, warnings);
  WarnWhere(groups, Throttled(groups), warning::kThrottled, warnings);
  auto set = [](const RunRecord& run) {
    return std::abs(run.metric_called(kClockStepS).value_or(0)) > kMostClockStep;
  };
  WarnWhere(groups, set, warning::kClockSet, warnings);
  return warnings;
}

std::optional<double> WarmUpSeconds(const RunRecord& run) {
  auto epoch = EpochExcess(run);
  auto step = StepExcess(run);
  if (!epoch || !step) return epoch ? epoch : step;
  return std::max(*epoch, *step);  // the first step is in the first epoch
}

}  // namespace trena
