// SPDX-License-Identifier: Apache-2.0
// What the remaining runs of a plan will take, in time and money, from runs already measured. What
// is not known is counted as not known; nothing is guessed silently.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/units.h"
#include "plan/plan.h"
#include "store/run.h"
#include "study/study.h"

namespace trena {

struct Forecast {
  size_t remaining_runs = 0;
  size_t known_runs = 0;  // of those, runs of scenarios that were measured before
  Seconds known_time;     // sum over known_runs of their scenario's mean wall time
  // For all remaining runs: known_time, plus the overall mean for scenarios never measured. Missing
  // when nothing was ever measured.
  std::optional<Seconds> rough_time;
  std::optional<Money> known_money;  // price × known_time; missing where a price is
  std::optional<Money> rough_money;
  std::optional<Money> spent;  // by all attempts so far, price × wall time
  std::vector<std::string> without_price;
};

// `remaining` as RemainingRuns gives it. Money is in the study's reporting currency.
Forecast MakeForecast(const Study& study, const Plan& plan, const std::vector<size_t>& remaining,
                      const std::vector<RunRecord>& runs);

Json ToJson(const Forecast& forecast);

// An amount in the study's reporting currency; empty when there is no rate for it.
std::optional<Money> InReportCurrency(const Study& study, const Money& money);

}  // namespace trena
