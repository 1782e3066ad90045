// SPDX-License-Identifier: Apache-2.0
#include "plan/pilot_times.h"

#include <cmath>

#include "stats/running_summary.h"

namespace trena {
namespace {

// With fewer degrees of freedom the part between pilots is not told apart from that of the steps,
// and all of it is taken for a run's.
constexpr double kFewToSplit = 4;

struct Piloted {
  RunningSummary logarithms;
  double squares = 0;  // sum of the pilots' squared errors
};

// The variance between pilots of a scenario, the steps' part included, and its degrees of freedom.
struct Between {
  double variance = 0;
  double df = 0;
  double of_steps = 0;  // mean of the pilots' squared errors
};

Between VarianceBetween(const std::unordered_map<std::string, Piloted>& scenarios) {
  Between between;
  double squares = 0, n = 0;
  for (const auto& [key, piloted] : scenarios) {
    Summary summary = piloted.logarithms.Now();
    n += static_cast<double>(summary.n);
    between.of_steps += piloted.squares;
    if (!summary.sd) continue;
    double df = static_cast<double>(summary.n) - 1;
    between.df += df;
    squares += df * *summary.sd * *summary.sd;
  }
  if (n > 0) between.of_steps /= n;
  if (between.df > 0) between.variance = squares / between.df;
  return between;
}

}  // namespace

PilotTimes Combine(const std::vector<PilotTime>& pilots) {
  std::unordered_map<std::string, Piloted> scenarios;
  for (const PilotTime& pilot : pilots) {
    Piloted& piloted = scenarios[pilot.key];
    piloted.logarithms.Add(std::log(pilot.wall_s));
    piloted.squares += pilot.error * pilot.error;
  }
  Between between = VarianceBetween(scenarios);
  double of_runs = std::max(0.0, between.variance - between.of_steps);
  PilotTimes times;
  if (between.df > 0) {
    double variance = between.df < kFewToSplit ? between.variance : of_runs;
    times.deviation = RunDeviation{std::sqrt(variance), between.df};
  }
  for (const auto& [key, piloted] : scenarios) {
    Summary summary = piloted.logarithms.Now();
    double n = static_cast<double>(summary.n);
    double variance = (of_runs + piloted.squares / n) / n;
    times.by_key[key] = {TimeSource::kPilot, std::exp(*summary.mean), summary.n,
                         std::sqrt(variance), 0};
  }
  return times;
}

}  // namespace trena
