// SPDX-License-Identifier: Apache-2.0
// The price tag of a plan, for people: what is still to be run in time and money, by environment,
// where that is known from, and whether it fits into budget and deadline.
#pragma once

#include <string>

#include "plan/forecast/budget.h"
#include "plan/forecast/forecast.h"

namespace trena {

// "12 runs to do: 3 min 20 s [3 min 12 s, 3 min 28 s], 0.02 USD […] (…)", or that it is not known.
std::string PriceText(const Forecast& forecast);

// The same of each environment and of all together, as a table; empty with one environment, and
// where nothing is known of any.
std::string PlacesText(const Forecast& forecast);

// "Budget: 5.00 USD, spent 0.40 USD; the rest fits." and likewise the deadline. Empty without them.
// Where the rest does not fit, `plan_command` ("trena plan first.yaml") is told how to ask for what
// would.
std::string SpendingLimitsText(const SpendingLimits& limits, const Forecast& forecast,
                               const std::string& plan_command);

// "3.41 s [3.33 s, 3.49 s]"; without an interval the figure alone.
std::string TimeText(const Estimated& time);
std::string MoneyText(const EstimatedMoney& money);

}  // namespace trena
