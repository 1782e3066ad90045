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

// Fewer successive pilots tell nothing of how long moods last.
constexpr size_t kFewInARow = 8;
// Processes of the same scenario differ even in the same mood, which glances cannot tell apart.
constexpr double kLeastDeviation = 0.02;
constexpr double kMostAlike = 0.95;
constexpr double kWild = 2.5;  // a glance further off counts as this many deviations

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

// How long the machine's moods last, as their autocorrelation falls off exponentially; missing
// where that cannot be told. From the logarithms about their scenario's mean, in order of time, and
// rather too long: the correlation is taken one standard error higher than seen.
std::optional<double> MoodSeconds(std::vector<PilotTime> pilots, const Scenarios& scenarios,
                                  double deviation) {
  std::erase_if(pilots, [&](const PilotTime& pilot) {
    return scenarios.at(pilot.key).logarithms.size() < 2;
  });
  if (pilots.size() <= kFewInARow) return std::nullopt;
  std::stable_sort(pilots.begin(), pilots.end(),
                   [](const PilotTime& a, const PilotTime& b) { return a.at < b.at; });
  double squares = 0, products = 0, before = 0;
  for (size_t i = 0; i < pilots.size(); ++i) {
    double apart = std::log(pilots[i].wall_s) - scenarios.at(pilots[i].key).middle;
    apart = std::clamp(apart, -kWild * deviation, kWild * deviation);
    squares += apart * apart;
    if (i > 0) products += apart * before;
    before = apart;
  }
  double n = static_cast<double>(pilots.size());
  double step = (pilots.back().at - pilots.front().at) / (n - 1);
  if (!(squares > 0) || !(step > 0)) return std::nullopt;
  double alike = std::max(0.0, products / squares) + 1 / std::sqrt(n);
  return -step / std::log(std::min(alike, kMostAlike));
}

// The variance of a mean over `run_s`, as a part of that at an instant (Law 2015, section 4.4, for
// an exponential autocorrelation in continuous time).
double PartLeft(double run_s, double mood_s) {
  double moods = run_s / mood_s;
  return 2 / moods * (1 + std::expm1(-moods) / moods);
}

// From run to run, relatively.
double DeviationOfRuns(double variance, const std::optional<double>& mood_s, double run_s) {
  double of_pilots = std::sqrt(variance);
  if (!mood_s) return of_pilots;
  double averaged = of_pilots * std::sqrt(PartLeft(run_s, *mood_s));
  return std::max(averaged, std::min(of_pilots, kLeastDeviation));
}

double TypicalSeconds(const std::vector<PilotTime>& pilots) {
  double logarithms = 0;
  for (const PilotTime& pilot : pilots) logarithms += std::log(pilot.wall_s);
  return std::exp(logarithms / static_cast<double>(pilots.size()));
}

}  // namespace

PilotTimes Combine(const std::vector<PilotTime>& pilots) {
  Scenarios scenarios = ByScenario(pilots);
  Between between = VarianceBetween(scenarios);
  double of_runs = std::max(0.0, between.variance - between.of_steps);
  PilotTimes times;
  double averaged_away = 0;  // of the variance of glances, within a run
  if (between.df > 0) {
    double variance = between.df < kFewToSplit ? between.variance : of_runs;
    auto mood_s = MoodSeconds(pilots, scenarios, std::sqrt(between.variance));
    double deviation = DeviationOfRuns(variance, mood_s, TypicalSeconds(pilots));
    averaged_away = variance - deviation * deviation;
    times.deviation = RunDeviation{deviation, between.df};
  }
  for (const auto& [key, piloted] : scenarios) {
    auto n = static_cast<double>(piloted.logarithms.size());
    double variance = (of_runs + piloted.squares / n) / n;
    // A run is a mean over its moods, which lies above their middle.
    times.by_key[key] = {TimeSource::kPilot, std::exp(piloted.middle + averaged_away / 2),
                         piloted.logarithms.size(), std::sqrt(variance), 0};
  }
  return times;
}

}  // namespace trena
