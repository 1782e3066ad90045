// SPDX-License-Identifier: Apache-2.0
// The study's budget and deadline against what is still to be run. Both are hard: no run starts
// that would cross one by its forecast. Attempts without a price cannot be counted, so the budget
// holds for what was spent at least; that such there are is said.
#pragma once

#include <optional>
#include <vector>

#include "core/json.h"
#include "core/text/units.h"
#include "plan/forecast/forecast.h"
#include "study/study.h"

namespace trena {

enum class Fit {
  kUnknown,  // part of it is not known
  kFits,
  kUnsure,  // it is expected to, but the interval reaches beyond
  kDoesNot
};

struct SpendingLimits {
  std::optional<Money> budget;        // in the reporting currency
  std::optional<Money> given_budget;  // as the study has it, where that is another currency
  Fit money = Fit::kUnknown;
  std::optional<Seconds> deadline;  // of the calendar
  Fit time = Fit::kUnknown;         // with the runs one after the other
};

// `now` is CalendarSeconds().
SpendingLimits FindSpendingLimits(const Study& study, const Forecast& forecast, double now);

Json ToJson(const SpendingLimits& limits);

enum class Limit { kNone, kBudget, kDeadline };

// The next attempt, as far as it is known.
struct Coming {
  std::optional<Seconds> time;
  std::optional<Money> cost;
};

// What it would cross if it started now, after `spent`. One whose time is not known may start as
// long as something is left.
Limit LimitCrossed(const Study& study, const std::optional<Money>& spent, const Coming& coming,
                   double now);

// What the planned run at this index would cross if it started now, or several that start together.
Limit LimitCrossed(const Study& study, const Forecaster& forecaster, size_t index, double now);
Limit LimitCrossed(const Study& study, const Forecaster& forecaster,
                   const std::vector<size_t>& together, double now);

}  // namespace trena
