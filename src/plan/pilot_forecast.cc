// SPDX-License-Identifier: Apache-2.0
#include "plan/pilot_forecast.h"

#include <algorithm>
#include <cmath>

#include "core/moment.h"
#include "stats/steady_state.h"

namespace trena {
namespace {

// Seconds of a step in each group of the usual size; the first step and a smaller last group are
// none.
std::vector<double> StepTimes(const std::vector<PilotGroup>& groups) {
  double usual = 0;
  for (size_t i = 1; i < groups.size(); ++i) usual = std::max(usual, groups[i].steps);
  std::vector<double> times;
  for (size_t i = 1; i < groups.size(); ++i) {
    if (groups[i].steps == usual && usual > 0) times.push_back(groups[i].seconds / usual);
  }
  return times;
}

double StepsOf(const std::vector<PilotGroup>& groups, size_t count) {
  double steps = 0;
  for (size_t i = 0; i < std::min(count, groups.size()); ++i) steps += groups[i].steps;
  return steps;
}

double SecondsOf(const std::vector<PilotGroup>& groups, size_t count) {
  double seconds = 0;
  for (size_t i = 0; i < std::min(count, groups.size()); ++i) seconds += groups[i].seconds;
  return seconds;
}

// All evaluations of a whole run: what the first step takes longer once, the rest by its rate.
double EvaluateSeconds(const Pilot& pilot) {
  size_t all = pilot.evaluate.size();
  double steps = pilot.evaluate_steps * pilot.evaluations;
  if (all == 0 || !(steps > 0)) return 0;
  double first = pilot.evaluate[0].seconds / std::max(1.0, pilot.evaluate[0].steps);
  double others = StepsOf(pilot.evaluate, all) - pilot.evaluate[0].steps;
  double rate =
      others > 0 ? (SecondsOf(pilot.evaluate, all) - pilot.evaluate[0].seconds) / others : first;
  return steps * rate + std::max(0.0, first - rate);
}

}  // namespace

std::optional<PilotForecast> Foretell(const Pilot& pilot) {
  std::vector<double> times = StepTimes(pilot.train);
  auto steady = FindSteadyState(times);
  bool whole = StepsOf(pilot.train, pilot.train.size()) >= pilot.steps;
  bool tells = whole || (steady && steady->error && steady->mean > 0);
  if (pilot.train.empty() || !(pilot.steps > 0) || !tells) return std::nullopt;
  PilotForecast forecast;
  forecast.startup_s = pilot.startup_s;
  forecast.ending_s = pilot.ending_s;
  forecast.steps = pilot.steps;
  forecast.evaluate_s = EvaluateSeconds(pilot);
  if (whole) {
    forecast.train_s = SecondsOf(pilot.train, pilot.train.size());
    forecast.step_s = forecast.train_s / pilot.steps;
  } else {
    size_t warm = 1 + steady->warm_up;  // the first step too
    forecast.step_s = steady->mean;
    forecast.step_error = *steady->error / steady->mean;
    forecast.warm_up_steps = StepsOf(pilot.train, warm);
    forecast.warm_up_s = SecondsOf(pilot.train, warm) - forecast.warm_up_steps * forecast.step_s;
    forecast.train_s = forecast.warm_up_s + forecast.steps * forecast.step_s;
  }
  forecast.wall_s = forecast.startup_s + forecast.train_s + forecast.evaluate_s + forecast.ending_s;
  if (!(forecast.train_s > 0)) return std::nullopt;
  double by_rate = (forecast.steps - forecast.warm_up_steps) * forecast.step_s;
  forecast.error = forecast.step_error * by_rate / forecast.wall_s;
  return forecast;
}

std::vector<PilotTime> TimesOf(const std::vector<Pilot>& pilots) {
  std::vector<PilotTime> times;
  for (const Pilot& pilot : pilots) {
    auto forecast = Foretell(pilot);
    Result<Seconds> started = ParseMoment(pilot.started);
    double at = started.ok() ? started.value().value : 0;
    if (forecast) times.push_back({pilot.key, forecast->wall_s, forecast->error, at});
  }
  return times;
}

Json ToJson(const Pilot& pilot, const PilotForecast& forecast) {
  return {{"scenario", pilot.scenario},
          {"number", pilot.number},
          {"pilot_s", OrNull(pilot.pilot_s)},
          {"pilot_steps", StepsOf(pilot.train, pilot.train.size())},
          {"startup_s", OrNull(forecast.startup_s)},
          {"warm_up_s", OrNull(forecast.warm_up_s)},
          {"warm_up_steps", forecast.warm_up_steps},
          {"steps", forecast.steps},
          {"step_s", OrNull(forecast.step_s)},
          {"step_error", OrNull(forecast.step_error)},
          {"evaluate_s", OrNull(forecast.evaluate_s)},
          {"ending_s", OrNull(forecast.ending_s)},
          {"train_s", OrNull(forecast.train_s)},
          {"wall_s", OrNull(forecast.wall_s)}};
}

}  // namespace trena
