// SPDX-License-Identifier: Apache-2.0
#include "measure/series_metrics.h"

#include <algorithm>
#include <array>

namespace trena {
namespace {

constexpr std::array<const char*, 5> kSummarised = {"cpu_pct", "mem_pct", "gpu_pct", "gpu_mem_pct",
                                                    "host_cpu_pct"};

}  // namespace

std::map<std::string, double> SeriesMetrics(const std::vector<std::string>& columns,
                                            const std::vector<Sample>& samples, Window window) {
  std::map<std::string, double> metrics;
  for (const char* name : kSummarised) {
    auto column = std::find(columns.begin(), columns.end(), name);
    if (column == columns.end()) continue;
    auto index = static_cast<size_t>(column - columns.begin());
    double weighted = 0;
    double weight = 0;
    Reading most;
    for (size_t i = 1; i < samples.size(); ++i) {
      double begin = std::max(samples[i - 1].t, window.begin);
      double end = std::min(samples[i].t, window.end);
      Reading reading = samples[i].readings[index];
      if (end <= begin || !reading) continue;
      weighted += *reading * (end - begin);
      weight += end - begin;
      most = std::max(most.value_or(*reading), *reading);
    }
    if (weight <= 0) continue;
    metrics[name] = weighted / weight;
    metrics[std::string(name) + "_max"] = *most;
  }
  return metrics;
}

}  // namespace trena
