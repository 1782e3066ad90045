// SPDX-License-Identifier: Apache-2.0
// All that `trena plan` says about what is still to be run will take: the forecast from runs and
// pilots, beside budget and deadline. Computes only; cli/price_text.h shows it to people.
#pragma once

#include <span>
#include <vector>

#include "core/json.h"
#include "plan/forecast/budget.h"
#include "plan/forecast/forecast.h"
#include "plan/work_left.h"
#include "store/pilots/pilot.h"
#include "store/run.h"

namespace trena {

// What a price tag is made from. What it refers to must outlive it.
struct PriceQuestion {
  const Study& study;
  const Plan& plan;
  const std::vector<RunRecord>& runs;
  const WorkLeft& work;
  std::vector<Pilot> paid;                       // all pilots that were made: they cost
  std::vector<Pilot> pilots;                     // of them, those of this machine: they tell
  double now = 0;                                // CalendarSeconds()
  std::span<const RunRecord> other_rounds = {};  // they tell of times, and are not on the bill
  std::optional<Seconds> run_takes = {};         // one of which nothing else tells
};

struct PriceTag {
  std::vector<Pilot> pilots;  // those of this machine
  Forecast forecast;
  std::vector<ScenarioForecast> scenarios;
  SpendingLimits limits;
  Limit crossed = Limit::kNone;  // by the run that `measure` would start next here
};

PriceTag MakePriceTag(PriceQuestion question);

// The `forecast` of `trena plan --json`. Pilots of scenarios that are not in the plan are left out.
Json ToJson(const Plan& plan, const PriceTag& tag);

}  // namespace trena
