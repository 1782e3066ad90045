// SPDX-License-Identifier: Apache-2.0
// The yardstick: a fixed short piece of work, done before and after every run and never inside its
// clock. Neighbours on a shared host slow a core without a trace in steal or load; what the same
// work takes now tells it. How the kernels were chosen is in docs/methods/yardstick.md.
//
//   YardstickReading before = ReadYardstick();
//   … the run …
//   run.yardstick = YardstickJson(before, ReadYardstick());
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "measure/machine/yardstick_kernels.h"

namespace trena {

// Readings of different versions are not comparable: it grows when the kernels change.
inline constexpr int kYardstickVersion = 1;
inline constexpr double kYardstickPartSeconds = 0.07;  // of each of the two parts

// Several repetitions of a kernel, all threads beginning each together: the slowest one ends it, as
// in a training.
struct YardstickSeries {
  std::vector<double> rates;  // work of all threads in a second, one per repetition
  double median() const;
  // Median absolute deviation over the median; missing below 3 repetitions.
  std::optional<double> spread() const;
};

// Repeats until `seconds` have passed, at least 3 times. One thread on each of the first `threads`
// CPUs that this process may use; 0: on every one.
YardstickSeries RepeatKernel(const YardstickKind& kind, double seconds, int threads = 0);

struct YardstickReading {
  YardstickSeries compute;
  YardstickSeries memory;
  double seconds = 0;  // it took in all
  double cpu_s = 0;    // and its CPU time
};

YardstickReading ReadYardstick(double part_seconds = kYardstickPartSeconds);

// run.json's `yardstick`: both readings and what they cost.
Json YardstickJson(const YardstickReading& before, const YardstickReading& after);

// `yardstick_compute` and `yardstick_memory`, each the geometric mean of before and after, and
// `yardstick`, the geometric mean of the two: a machine twice as fast at both has twice the value.
// From run.json's field; what is not there gives no metric.
std::map<std::string, double> YardstickMetrics(const Json& yardstick);

}  // namespace trena
