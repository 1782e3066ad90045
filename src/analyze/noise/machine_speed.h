// SPDX-License-Identifier: Apache-2.0
// The machine's speed over the study, by the yardstick of every run (docs/methods/yardstick.md): a
// series in the order in which the runs were made, relative to its own median, per environment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/run_groups.h"

namespace trena {

struct SpeedPoint {
  std::string folder;
  std::string scenario;
  int order = 0;     // among all runs that ended well, from 1
  double speed = 1;  // of the machine during this run, 1 is the median of the series
  std::optional<double> compute;
  std::optional<double> memory;
  bool far = false;  // from the others
};

struct MachineSpeed {
  std::string environment;
  std::vector<SpeedPoint> points;  // in order; at least one
  double slowest = 1;
  double fastest = 1;
  // Of the time's and the speed's logarithms within scenarios: near -1 where the machine's speed
  // explains why replications differ. Missing below 8 runs in scenarios with two or more.
  std::optional<double> correlation;
  size_t correlated = 0;  // runs behind it
};

// The fastest of a series is this much faster than the slowest: worth a warning.
inline constexpr double kSpeedRange = 0.10;
// A run is far when the logarithm of its speed is an outlier of its series (stats/outliers.h, all
// series judged together), and 5 % or more from the median. Of studies on machines whose speed only
// varies by chance, at most 5 % name any run; a single run that is six standard deviations off is
// found in 95 % of studies of twelve runs, one that is four off in 57 % (machine_speed_test.cc).
// A machine that was slow for many runs is no matter of single runs: kSpeedRange sees it.
inline constexpr double kFarLeast = 0.05;
inline constexpr size_t kCorrelatedRuns = 8;

// Runs that ended well, in the order in which they were made: by their start, then by the plan.
std::vector<const RunRecord*> InOrder(const RunGroups& groups);

// One series for each environment with a yardstick; `time` is the metric it is held against.
std::vector<MachineSpeed> FindMachineSpeed(const RunGroups& groups, const std::string& time);

}  // namespace trena
