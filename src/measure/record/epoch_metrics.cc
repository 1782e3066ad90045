// SPDX-License-Identifier: Apache-2.0
#include "measure/record/epoch_metrics.h"

#include <cmath>

#include "stats/summary.h"

namespace trena {
namespace {

constexpr size_t kFewestForMad = 3;

}  // namespace

std::map<std::string, double> EpochMetrics(const std::vector<EpochEvent>& epochs) {
  std::vector<double> seconds;
  for (const EpochEvent& epoch : epochs) {
    if (!epoch.seconds) return {};
    seconds.push_back(*epoch.seconds);
  }
  if (seconds.empty()) return {};
  std::map<std::string, double> metrics = {{"first_epoch_s", seconds.front()}};
  seconds.erase(seconds.begin());
  auto median = Summarize(seconds).median;
  if (!median) return metrics;
  metrics["later_epoch_s"] = *median;
  if (seconds.size() < kFewestForMad) return metrics;
  for (double& value : seconds) value = std::abs(value - *median);
  metrics["later_epoch_mad_s"] = *Summarize(seconds).median;
  return metrics;
}

}  // namespace trena
