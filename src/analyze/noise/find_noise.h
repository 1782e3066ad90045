// SPDX-License-Identifier: Apache-2.0
// What disturbed the measurements, by rules with stated thresholds (docs/methods/noise.md): each a
// pure function of the runs. Nothing is dropped; a reading that no run has says nothing.
#pragma once

#include <optional>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/run_groups.h"
#include "store/run.h"

namespace trena {

// Drift: the trend of the response within scenarios over the order of the runs (stats/laws/trend.h)
// is taken for real below this probability of chance, and told of from this size, first run to
// last.
inline constexpr double kDriftProbability = 0.01;
inline constexpr double kDriftLeast = 0.03;
inline constexpr size_t kDriftRuns = 8;

// Means over training, in percent, above which a run counts as disturbed.
inline constexpr double kMostSteal = 1;
inline constexpr double kMostCpuPressure = 10;    // of the time someone waited for a CPU
inline constexpr double kMostMemoryPressure = 1;  // … for memory
inline constexpr double kMostDiskPressure = 10;   // … for a disk
inline constexpr double kMostQuota = 1;           // held back by the container's CPU quota
inline constexpr double kMostOthers = 5;          // of all CPUs, used by other programs
inline constexpr double kLeastFrequency = 0.90;   // of the highest mean frequency in the study
inline constexpr double kMostClockStep = 0.5;     // seconds

struct Drift {
  double change = 0;  // of the response from the first run to the last: 0.1 is 10 % more
  double p = 1;
  size_t runs = 0;
};
// Missing with too few runs, or values that are not above 0.
std::optional<Drift> FindDrift(const RunGroups& groups, const std::string& response);

// Percent of all CPUs that programs other than the run used, steal aside; missing when it is not
// known.
std::optional<double> OthersPercent(const RunRecord& run);

// Runs that ended well while something else was at work on the machine: above a limit of those
// here, throttled, or far from its usual speed.
int CountDisturbed(const RunGroups& groups, const Analysis& analysis);

std::vector<Warning> FindNoise(const RunGroups& groups, const Analysis& analysis);

// Warm-up told from training by a stated rule (docs/methods/noise.md): what the first step and the
// first epoch took beyond the later ones. Nothing is taken out of a run's time: it is said.

// The first epoch is warm-up when it is further above the median of the later ones than 3.5
// standard deviations (1.4826 × their median absolute deviation) and 5 %; it takes 3 later ones.
inline constexpr double kWarmUpDeviations = 3.5;
inline constexpr double kWarmUpLeast = 0.05;
// The first step is, when it takes 3 times the mean of the later ones; it takes 10 steps.
inline constexpr double kWarmUpSteps = 3;
inline constexpr double kFewestSteps = 10;
// A scenario is warned of when warm-up is this share of its training time.
inline constexpr double kWarmUpShare = 0.02;

// Seconds of warm-up in the run's train_s, 0 when there is none; missing when neither the epochs
// nor the steps can tell.
std::optional<double> WarmUpSeconds(const RunRecord& run);

}  // namespace trena
