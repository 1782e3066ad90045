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
#include "store/run.h"

namespace trena {

// What a price tag is made from. What it refers to must outlive it.
struct PriceQuestion {
  const Study& study;
  const Plan& plan;
  const std::vector<RunRecord>& runs;
  const WorkLeft& work;
  ForetoldTimes told = {};                       // by what was seen before whole runs: pilots
  std::vector<PaidTime> paid = {};               // for that
  double now = 0;                                // CalendarSeconds()
  std::span<const RunRecord> other_rounds = {};  // they tell of times, and are not on the bill
  std::optional<Seconds> run_takes = {};         // one of which nothing else tells
};

struct PriceTag {
  Forecast forecast;
  std::vector<ScenarioForecast> scenarios;
  SpendingLimits limits;
  Limit crossed = Limit::kNone;  // by the run that `measure` would start next here
};

PriceTag MakePriceTag(const PriceQuestion& question);

// The `forecast` of `trena plan --json`, with the fields of what told of it before whole runs did.
Json ToJson(const Plan& plan, const PriceTag& tag, const Json& told = Json::object());

}  // namespace trena
