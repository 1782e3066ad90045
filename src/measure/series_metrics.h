// SPDX-License-Identifier: Apache-2.0
// The figures of a run over its training, from its samples.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "measure/samples.h"

namespace trena {

// A window of time, CLOCK_MONOTONIC.
struct Window {
  double begin = 0;
  double end = 0;
};

// Time-weighted mean and maximum over the window of cpu_pct, mem_pct, gpu_pct, gpu_mem_pct and
// host_cpu_pct: a sample stands for the time since the one before. Columns with no reading there
// give no metric.
std::map<std::string, double> SeriesMetrics(const std::vector<std::string>& columns,
                                            const std::vector<Sample>& samples, Window window);

}  // namespace trena
