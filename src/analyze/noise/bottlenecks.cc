// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/bottlenecks.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "analyze/analysis.h"
#include "analyze/metrics.h"
#include "analyze/noise/find_noise.h"

namespace trena {
namespace {

using Evidence = std::vector<LimitEvidence>;

// Readings of one run held against thresholds; what held is kept as evidence.
class Readings {
 public:
  explicit Readings(const RunRecord& run) : run_(run) {}

  bool Above(const std::string& metric, double threshold) {
    return Keep(metric, run_.metric(metric), threshold, true);
  }
  bool Below(const std::string& metric, double threshold) {
    return Keep(metric, run_.metric(metric), threshold, false);
  }
  bool OthersAbove(double threshold) {
    return Keep("others_cpu_pct", OthersPercent(run_), threshold, true);
  }
  bool IsNone(const std::string& metric) const { return run_.metric(metric) == 0.0; }
  Evidence Take() { return std::move(evidence_); }

 private:
  bool Keep(const std::string& metric, std::optional<double> value, double threshold, bool above) {
    const bool holds = value && (above ? *value >= threshold : *value < threshold);
    if (holds) evidence_.push_back({metric, *value, threshold, above});
    return holds;
  }

  const RunRecord& run_;
  Evidence evidence_;
};

// Memory that is waited for without any swap in use is that of files: read again, not swapped in.
bool Swaps(Readings& readings) {
  if (readings.IsNone("host_swap_bytes_max")) return false;
  const bool pressed = readings.Above("pressure_memory_pct", kSwapPressure);
  if (pressed) return true;
  const bool faults = readings.Above("host_major_faults_per_s", kSwapFaults);
  return faults && readings.Above("host_swap_bytes_max", 1);
}

bool IsThrottled(Readings& readings) {
  const bool heat = readings.Above("thermal_throttles", 1);
  const bool gpu = readings.Above("gpu_throttled_pct", kThrottledTime);
  return readings.Above("cgroup_throttled_pct", kThrottledTime) || heat || gpu;
}

bool IsDisturbed(Readings& readings) {
  const bool stolen = readings.Above("host_steal_pct", kTakenByOthers);
  const bool others = readings.OthersAbove(kTakenByOthers);
  return readings.Above("gpu_other_processes_max", 1) || stolen || others;
}

bool GpuBound(Readings& readings) { return readings.Above("gpu_pct", kBusyGpu); }

bool CpuBound(Readings& readings) { return readings.Above("cpu_pct", kBusyCpu); }

bool MemoryBound(Readings& readings) { return readings.Above("mem_pct_max", kFullMemory); }

// A GPU that waits while the CPUs are not busy; or CPUs that are not busy while a disk is waited
// for.
bool InputBound(Readings& readings) {
  if (readings.Below("gpu_pct", kWaitingGpu)) return readings.Below("cpu_pct", kBusyCpu);
  if (!readings.Below("cpu_pct", kBusyCpu)) return false;
  const bool pressed = readings.Above("pressure_io_pct", kDiskWait);
  return readings.Above("host_iowait_pct", kDiskWait) || pressed;
}

// In this order: what spoils a measurement first, then what is busiest. A GPU that is busy leaves
// nothing to the CPU's verdict.
struct Rule {
  LimitKind limit;
  bool (*holds)(Readings&);
};
constexpr Rule kRules[] = {
    {LimitKind::kSwapping, Swaps},        {LimitKind::kThrottled, IsThrottled},
    {LimitKind::kDisturbed, IsDisturbed}, {LimitKind::kGpu, GpuBound},
    {LimitKind::kCpu, CpuBound},          {LimitKind::kMemory, MemoryBound},
    {LimitKind::kInput, InputBound},
};

// What a person would look at next, where no rule held.
void AddUse(const RunRecord& run, RunLimit& limit) {
  for (std::string_view use : UseMetrics()) {
    const std::string metric(use);
    const auto value = run.metric(metric);
    const double busy = metric == "gpu_pct"   ? kBusyGpu
                        : metric == "cpu_pct" ? kBusyCpu
                                              : kFullMemory;
    if (value) limit.evidence.push_back({metric, *value, busy, false});
  }
}

std::optional<UseAndTime> Relate(const Analysis& analysis, const std::string& metric) {
  std::vector<double> uses, times;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const MetricAnalysis* use = FindMetric(scenario, metric);
    const MetricAnalysis* time = FindMetric(scenario, analysis.time);
    if (use == nullptr || time == nullptr || !(time->summary.mean.value_or(0) > 0)) continue;
    uses.push_back(*use->summary.mean);
    times.push_back(std::log(*time->summary.mean));
  }
  const auto r = Correlation(uses, times);
  const auto interval = r ? IntervalOf(*r, uses.size(), analysis.confidence) : std::nullopt;
  if (!interval) return std::nullopt;
  return UseAndTime{metric, uses.size(), *r, interval->low, interval->high};
}

}  // namespace

std::string ToString(LimitKind limit) {
  static constexpr const char* kNames[] = {"swapping",    "throttled",  "disturbed",
                                           "gpu_bound",   "cpu_bound",  "memory_bound",
                                           "input_bound", "cannot_tell"};
  return kNames[static_cast<size_t>(limit)];
}

RunLimit FindLimit(const RunRecord& run) {
  RunLimit found{run.folder, run.scenario, LimitKind::kCannotTell, {}};
  for (const Rule& rule : kRules) {
    Readings readings(run);
    if (!rule.holds(readings)) continue;
    found.limit = rule.limit;
    found.evidence = readings.Take();
    return found;
  }
  AddUse(run, found);
  return found;
}

BottleneckAnalysis FindBottlenecks(const RunGroups& groups, const Analysis& analysis) {
  BottleneckAnalysis limits;
  for (const ScenarioRuns& group : groups.scenarios) {
    for (const RunRecord* run : group.Ok()) {
      RunLimit limit = FindLimit(*run);
      if (!limit.evidence.empty() && !run->simulated) limits.runs.push_back(std::move(limit));
    }
  }
  for (std::string_view metric : UseMetrics()) {
    if (auto use = Relate(analysis, std::string(metric))) limits.uses.push_back(std::move(*use));
  }
  return limits;
}

}  // namespace trena
