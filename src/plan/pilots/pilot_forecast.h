// SPDX-License-Identifier: Apache-2.0
// From a pilot to a whole run: start-up and ending once, the warm-up of the first steps once, every
// other step at the steady rate, evaluations likewise. The error is that of the steady rate, which
// knows that successive steps resemble each other (stats/laws/steady_state.h).
#pragma once

#include <optional>
#include <vector>

#include "core/json.h"
#include "plan/pilots/pilot_times.h"
#include "store/pilots/pilot.h"

namespace trena {

struct PilotForecast {
  double startup_s = 0;
  double warm_up_s = 0;      // what the first steps take longer than later ones
  double warm_up_steps = 0;  // how many those are
  double steps = 0;          // of the whole run
  double step_s = 0;         // steady
  double step_error = 0;     // relative standard error of it
  double evaluate_s = 0;
  double ending_s = 0;
  double train_s = 0;  // warm-up and steps
  double wall_s = 0;
  double ByRate() const { return (steps - warm_up_steps) * step_s; }  // of it
  double error = 0;     // relative standard error of wall_s
  StepWindow glance{};  // of the machine's moods
};

// Of each of them; missing where too few steps were timed to tell. Pilots of the same scenario have
// the same warm-up.
std::vector<std::optional<PilotForecast>> Foretell(const std::vector<Pilot>& pilots);

// For the Forecaster; pilots that tell nothing are left out.
ForetoldTimes TimesOf(const std::vector<Pilot>& pilots);

Json ToJson(const Pilot& pilot, const PilotForecast& forecast);

}  // namespace trena
