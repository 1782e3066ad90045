// SPDX-License-Identifier: Apache-2.0
// What limits each run: a verdict from its series (their means and peaks over training), by rules
// with stated thresholds (docs/methods/limits.md), each verdict with the readings that led to it. A
// reading that a machine does not have rules nothing in and nothing out. Then, across scenarios,
// whether the use of a resource goes with the time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/run_groups.h"
#include "stats/laws/trend.h"

namespace trena {

struct Analysis;

enum class LimitKind {
  kSwapping,    // pages come from the disk
  kThrottled,   // heat, power or a quota holds it back
  kDisturbed,   // others use the machine
  kGpu,         // the GPU is busy nearly all the time
  kCpu,         // the CPUs are
  kMemory,      // its memory is nearly full
  kInput,       // who computes waits for data
  kCannotTell,  // none of the above is seen
};
// "swapping", "throttled", "disturbed", "gpu_bound", "cpu_bound", "memory_bound", "input_bound",
// "cannot_tell".
std::string ToString(LimitKind limit);

// In percent of time or of capacity, unless said otherwise.
inline constexpr double kSwapPressure = 10;   // of the time someone waited for memory
inline constexpr double kSwapFaults = 50;     // major faults a second, with swap in use
inline constexpr double kThrottledTime = 5;   // of the GPU, or by a quota
inline constexpr double kTakenByOthers = 10;  // of all CPUs: stolen, or used by other programs
inline constexpr double kBusyGpu = 90;
inline constexpr double kWaitingGpu = 70;  // below it the GPU waits
inline constexpr double kBusyCpu = 85;
inline constexpr double kFullMemory = 90;  // peak
inline constexpr double kDiskWait = 10;    // of the time someone waited for a disk

struct LimitEvidence {
  std::string metric;
  double value = 0;
  double threshold = 0;
  bool above = true;  // the value is at or above the threshold; else below it
};

struct RunLimit {
  std::string folder;
  std::string scenario;
  LimitKind limit = LimitKind::kCannotTell;
  std::vector<LimitEvidence> evidence;  // what led to it; of kCannotTell what is known of the use
};

RunLimit FindLimit(const RunRecord& run);

// The use of a resource against the logarithm of the time, over the means of scenarios.
struct UseAndTime {
  std::string metric;
  size_t scenarios = 0;
  double r = 0;
  double low = 0;  // of r
  double high = 0;
};

struct BottleneckAnalysis {
  std::vector<RunLimit> runs;    // that ended well, in the plan's order
  std::vector<UseAndTime> uses;  // of resources that vary over at least four scenarios
};

// Needs the analysis' scenarios, time and confidence. A run of which nothing of this was read (a
// simulated one) has no verdict.
BottleneckAnalysis FindBottlenecks(const RunGroups& groups, const Analysis& analysis);

}  // namespace trena
