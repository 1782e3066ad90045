// SPDX-License-Identifier: Apache-2.0
#include "plan/pilots/pilot_forecast.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "stats/laws/steady_state.h"

namespace trena {
namespace {

double UsualSteps(const std::vector<PilotGroup>& groups) {
  double usual = 0;
  for (size_t i = 1; i < groups.size(); ++i) usual = std::max(usual, groups[i].steps);
  return usual;
}

// Seconds of a step in each group of the usual size; the first steps and a smaller last group are
// none.
std::vector<double> StepTimes(const std::vector<PilotGroup>& groups) {
  double usual = UsualSteps(groups);
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

// Pilots whose groups can be laid on each other: of one scenario, in groups of one size.
using Alike = std::pair<std::string, double>;

Alike AlikeOf(const Pilot& pilot) { return {pilot.key, UsualSteps(pilot.train)}; }

std::map<Alike, size_t> WarmUps(const std::vector<Pilot>& pilots) {
  std::map<Alike, std::vector<std::vector<double>>> series;
  for (const Pilot& pilot : pilots) series[AlikeOf(pilot)].push_back(StepTimes(pilot.train));
  std::map<Alike, size_t> warm_ups;
  for (const auto& [alike, times] : series) warm_ups[alike] = CommonWarmUp(times);
  return warm_ups;
}

StepWindow WindowOf(const Pilot& pilot, const SteadyState& steady, const PilotForecast& forecast) {
  double part = forecast.ByRate() / (forecast.wall_s * steady.mean);
  double group_s = UsualSteps(pilot.train) * steady.mean;
  return {part * part * steady.spread,
          part * part * steady.halves,
          group_s,
          group_s * static_cast<double>(steady.observations),
          forecast.train_s,
          pilot.pilot_s};
}

std::optional<PilotForecast> ForetellOne(const Pilot& pilot, size_t warm_up) {
  auto steady = SteadyStateAfter(StepTimes(pilot.train), warm_up);
  bool whole = pilot.trained_steps() >= pilot.steps;
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
    size_t warm = 1 + steady->warm_up;  // the first steps too
    forecast.step_s = steady->mean;
    forecast.step_error = *steady->error / steady->mean;
    forecast.warm_up_steps = StepsOf(pilot.train, warm);
    forecast.warm_up_s = SecondsOf(pilot.train, warm) - forecast.warm_up_steps * forecast.step_s;
    forecast.train_s = forecast.warm_up_s + forecast.steps * forecast.step_s;
  }
  forecast.wall_s = forecast.startup_s + forecast.train_s + forecast.evaluate_s + forecast.ending_s;
  if (!(forecast.train_s > 0)) return std::nullopt;
  forecast.error = forecast.step_error * forecast.ByRate() / forecast.wall_s;
  forecast.glance.pilot_s = pilot.pilot_s;
  if (!whole) forecast.glance = WindowOf(pilot, *steady, forecast);
  return forecast;
}

}  // namespace

std::vector<std::optional<PilotForecast>> Foretell(const std::vector<Pilot>& pilots) {
  auto warm_ups = WarmUps(pilots);
  std::vector<std::optional<PilotForecast>> forecasts;
  for (const Pilot& pilot : pilots) {
    forecasts.push_back(ForetellOne(pilot, warm_ups.at(AlikeOf(pilot))));
  }
  return forecasts;
}

ForetoldTimes TimesOf(const std::vector<Pilot>& pilots) {
  std::vector<PilotTime> times;
  std::unordered_map<std::string, Values> lengths;
  auto forecasts = Foretell(pilots);
  for (size_t i = 0; i < pilots.size(); ++i) {
    const auto& forecast = forecasts[i];
    if (!forecast) continue;
    times.push_back({pilots[i].key, forecast->wall_s, forecast->error, forecast->glance,
                     forecast->steps * forecast->step_s, forecast->evaluate_s});
    if (!pilots[i].length.empty()) lengths[pilots[i].key] = pilots[i].length;
  }
  ForetoldTimes told = Combine(times);
  told.lengths = std::move(lengths);
  return told;
}

Json ToJson(const Pilot& pilot, const PilotForecast& forecast) {
  return {{"scenario", pilot.scenario},
          {"number", pilot.number},
          {"pilot_s", OrNull(pilot.pilot_s)},
          {"pilot_steps", pilot.trained_steps()},
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
