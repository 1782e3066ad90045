// SPDX-License-Identifier: Apache-2.0
// What pilots tell of whole runs: a pilot of a scenario foretells a time with the error of its own
// steps; pilots of the same scenario may differ by more than that, because processes do: a
// random-effects model, pooled over the scenarios (Searle, Casella and McCulloch 1992, chapter 3).
// A pilot is a glance at the machine's mood; a whole run averages over many
// (stats/laws/power_law_noise.h). One wild pilot counts little: middles and spreads are those of
// pairs (stats/summary.h). docs/methods/forecast.md.
#pragma once

#include <string>
#include <vector>

#include "plan/forecast/time_sum.h"

namespace trena {

// What a pilot saw of the machine's moods. Nothing where it was a whole run.
struct StepWindow {
  double variance = 0;  // of groups of steps about their mean, of the logarithm of the whole run,
  double halves = 0;    // and of the means of their halves
  double group_s = 0;   // seconds of such a group,
  double all_s = 0;     // of all of them,
  double run_s = 0;     // of the steps of a run,
  double pilot_s = 0;   // of the whole pilot
};

// One pilot's forecast of a whole run of its scenario.
struct PilotTime {
  std::string key;    // of the scenario
  double wall_s = 0;  // of the whole run
  double error = 0;   // standard error of its logarithm, from the steps alone
  StepWindow glance{};
  double steady_s = 0;    // of the whole run, all steps at their steady rate,
  double evaluate_s = 0;  // and all evaluations
};

ForetoldTimes Combine(const std::vector<PilotTime>& pilots);

}  // namespace trena
