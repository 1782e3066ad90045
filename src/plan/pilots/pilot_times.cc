// SPDX-License-Identifier: Apache-2.0
#include "plan/pilots/pilot_times.h"

#include <algorithm>
#include <cmath>

#include "stats/laws/power_law_noise.h"
#include "stats/summary.h"

namespace trena {
namespace {

// With fewer degrees of freedom the variance between pilots is too uncertain to split, and all of
// it is taken for a run's.
constexpr double kFewToSplit = 4;

// A study goes on for about so many runs, over which moods are foretold.
constexpr double kRunsAhead = 10;

// A pilot counts for no more deviations from the middle of its scenario's than these.
constexpr double kMostDeviations = 2;

struct Piloted {
  std::vector<double> logarithms;
  double squares = 0;               // sum of the pilots' squared errors
  double steady = 0, evaluate = 0;  // sums of their parts of a run
};

using Scenarios = std::unordered_map<std::string, Piloted>;

Scenarios ByScenario(const std::vector<PilotTime>& pilots) {
  Scenarios scenarios;
  for (const PilotTime& pilot : pilots) {
    Piloted& piloted = scenarios[pilot.key];
    piloted.logarithms.push_back(std::log(pilot.wall_s));
    piloted.squares += pilot.error * pilot.error;
    piloted.steady += pilot.steady_s / pilot.wall_s;
    piloted.evaluate += pilot.evaluate_s / pilot.wall_s;
  }
  return scenarios;
}

// The variance between pilots of a scenario, the steps' part included, and its degrees of freedom.
struct Between {
  double variance = 0;
  double df = 0;
  double of_steps = 0;  // mean of the pilots' squared errors
  double usual = 0;     // deviation of a scenario's pilots, the median over the scenarios
};

Between VarianceBetween(const Scenarios& scenarios) {
  Between between;
  double deviations = 0, n = 0;
  std::vector<double> of_scenarios;
  for (const auto& [key, piloted] : scenarios) {
    auto count = static_cast<double>(piloted.logarithms.size());
    n += count;
    between.of_steps += piloted.squares;
    if (count < 2) continue;
    between.df += count - 1;
    of_scenarios.push_back(GiniDeviation(piloted.logarithms));
    deviations += (count - 1) * of_scenarios.back();
  }
  if (n > 0) between.of_steps /= n;
  if (between.df > 0) between.variance = std::pow(deviations / between.df, 2);
  between.usual = Summarize(of_scenarios).median.value_or(0);
  return between;
}

// Of the pilots that saw something: means of the variances and of the logarithms of times; and the
// time of all pilots, one after the other.
struct StepWindows {
  StepWindow usual;
  double span_s = 0;
  double n = 0;
};

StepWindows UsualWindow(const std::vector<PilotTime>& pilots) {
  StepWindows glances;
  StepWindow logs;
  for (const PilotTime& pilot : pilots) {
    const StepWindow& glance = pilot.glance;
    glances.span_s += glance.pilot_s;
    if (!(glance.group_s > 0)) continue;
    ++glances.n;
    glances.usual.variance += glance.variance;
    glances.usual.halves += glance.halves;
    logs.group_s += std::log(glance.group_s);
    logs.all_s += std::log(glance.all_s);
    logs.run_s += std::log(glance.run_s);
  }
  if (glances.n == 0) return glances;
  glances.usual.variance /= glances.n;
  glances.usual.halves /= glances.n;
  glances.usual.group_s = std::exp(logs.group_s / glances.n);
  glances.usual.all_s = std::exp(logs.all_s / glances.n);
  glances.usual.run_s = std::exp(logs.run_s / glances.n);
  return glances;
}

// Variances of logarithms.
struct MachineDrift {
  double averaged = 0;  // of what pilots lie apart by, a run averages this away
  double shared = 0;  // by which all pilots together saw the machine in another mood than the runs
};

MachineDrift FindMachineDrift(const std::vector<PilotTime>& pilots, const Between& between) {
  StepWindows glances = UsualWindow(pilots);
  if (between.df < kFewToSplit || glances.n == 0) return {};
  const StepWindow& usual = glances.usual;
  SeenVariance groups{usual.group_s, usual.all_s, usual.variance};
  // No more is mood than pilots lie apart by; and less, where steps are nearer to white noise than
  // that would have them.
  PowerLawNoise by_steps = FitPowerLawNoise(groups, {usual.all_s / 2, usual.all_s, usual.halves});
  PowerLawNoise by_pilots =
      FitPowerLawNoise(groups, {usual.all_s, glances.span_s, between.variance});
  PowerLawNoise noise = by_steps.exponent > by_pilots.exponent ? by_steps : by_pilots;
  double moods = std::min(between.variance, noise.Variance(usual.all_s, glances.span_s));
  double horizon_s = kRunsAhead * usual.run_s;
  double of_run = std::min(moods, noise.Variance(usual.run_s, horizon_s));
  return {moods - of_run, std::min(moods, noise.Variance(glances.span_s, horizon_s))};
}

// Huber (1964), with one step from the middle of pairs.
double MeanOfTame(const std::vector<double>& logarithms, double deviation) {
  double middle = PseudoMedian(logarithms), reach = kMostDeviations * deviation;
  double sum = 0;
  for (double x : logarithms) sum += std::clamp(x, middle - reach, middle + reach);
  return sum / static_cast<double>(logarithms.size());
}

}  // namespace

ForetoldTimes Combine(const std::vector<PilotTime>& pilots) {
  Scenarios scenarios = ByScenario(pilots);
  Between between = VarianceBetween(scenarios);
  MachineDrift moods = FindMachineDrift(pilots, between);
  ForetoldTimes times;
  if (between.df > 0) {
    times.deviation = RunDeviation{std::sqrt(between.variance - moods.averaged), between.df};
  }
  for (const auto& [key, piloted] : scenarios) {
    auto n = static_cast<double>(piloted.logarithms.size());
    bool compared = between.df > 0;
    double mean = MeanOfTame(piloted.logarithms, between.usual);
    double variance = compared ? std::max(between.variance, between.of_steps) : piloted.squares / n;
    // A run is a mean over the machine's moods, which lies above their middle. Where no pilots were
    // compared, how far runs lie apart tells how far this one may be off.
    size_t pilots_there = piloted.logarithms.size();
    TimeEstimate& estimate = times.by_key[key];
    estimate = {TimeSource::kPilot,
                std::exp(mean + moods.averaged / 2),
                pilots_there,
                std::sqrt(variance / n),
                std::sqrt(moods.shared),
                compared ? 0 : pilots_there};
    estimate.steady_s = estimate.seconds * piloted.steady / n;
    estimate.evaluate_s = estimate.seconds * piloted.evaluate / n;
  }
  return times;
}

}  // namespace trena
