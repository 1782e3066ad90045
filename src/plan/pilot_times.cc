// SPDX-License-Identifier: Apache-2.0
#include "plan/pilot_times.h"

#include <algorithm>
#include <cmath>

#include "stats/pairs.h"

namespace trena {
namespace {

// With fewer degrees of freedom the part between pilots is not told apart from that of the steps,
// and all of it is taken for a run's.
constexpr double kFewToSplit = 4;

// Of the variance that a pilot's steps explain, what a whole run averages away.
constexpr double kAveraged = 0.5;

struct Piloted {
  std::vector<double> logarithms;
  double squares = 0;  // sum of the pilots' squared errors
  double middle = 0;   // of the logarithms
};

using Scenarios = std::unordered_map<std::string, Piloted>;

Scenarios ByScenario(const std::vector<PilotTime>& pilots) {
  Scenarios scenarios;
  for (const PilotTime& pilot : pilots) {
    Piloted& piloted = scenarios[pilot.key];
    piloted.logarithms.push_back(std::log(pilot.wall_s));
    piloted.squares += pilot.error * pilot.error;
  }
  for (auto& [key, piloted] : scenarios) piloted.middle = PseudoMedian(piloted.logarithms);
  return scenarios;
}

// The variance between pilots of a scenario, the steps' part included, and its degrees of freedom.
struct Between {
  double variance = 0;
  double df = 0;
  double of_steps = 0;  // mean of the pilots' squared errors
};

Between VarianceBetween(const Scenarios& scenarios) {
  Between between;
  double deviations = 0, n = 0;
  for (const auto& [key, piloted] : scenarios) {
    auto count = static_cast<double>(piloted.logarithms.size());
    n += count;
    between.of_steps += piloted.squares;
    if (count < 2) continue;
    between.df += count - 1;
    deviations += (count - 1) * GiniDeviation(piloted.logarithms);
  }
  if (n > 0) between.of_steps /= n;
  if (between.df > 0) between.variance = std::pow(deviations / between.df, 2);
  return between;
}

}  // namespace

PilotTimes Combine(const std::vector<PilotTime>& pilots) {
  Scenarios scenarios = ByScenario(pilots);
  Between between = VarianceBetween(scenarios);
  bool split = between.df >= kFewToSplit;
  double averaged = split ? kAveraged * std::min(between.of_steps, between.variance) : 0;
  PilotTimes times;
  if (between.df > 0) {
    times.deviation = RunDeviation{std::sqrt(between.variance - averaged), between.df};
  }
  for (const auto& [key, piloted] : scenarios) {
    auto n = static_cast<double>(piloted.logarithms.size());
    double variance =
        between.df > 0 ? std::max(between.variance, between.of_steps) : piloted.squares / n;
    // A run is a mean over the machine's moods, which lies above their middle.
    times.by_key[key] = {TimeSource::kPilot, std::exp(piloted.middle + averaged / 2),
                         piloted.logarithms.size(), std::sqrt(variance / n), 0};
  }
  return times;
}

}  // namespace trena
