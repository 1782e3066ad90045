// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/budget.h"

#include "core/text/moment.h"

namespace trena {
namespace {

const char* ToString(Fit fit) {
  switch (fit) {
    case Fit::kUnknown:
      return "unknown";
    case Fit::kFits:
      return "fits";
    case Fit::kUnsure:
      return "unsure";
    case Fit::kDoesNot:
      return "does_not";
  }
  return "unknown";
}

// Whether `used` and what is expected stay within `limit`; `all` says that all of it is known.
Fit Judge(double used, const std::optional<Estimated>& expected, bool all, double limit) {
  double value = used + (expected ? expected->value : 0);
  if (value > limit) return Fit::kDoesNot;
  if (!all) return Fit::kUnknown;
  bool unsure = expected && expected->high && used + *expected->high > limit;
  return unsure ? Fit::kUnsure : Fit::kFits;
}

// What the rest costs, or where a price is missing, at least: in the environments that have one.
// All are in the budget's currency (study/checks.cc).
std::optional<Estimated> MoneyOf(const Forecast& forecast) {
  if (forecast.together.money) return forecast.together.money->amount;
  std::optional<Estimated> least;
  for (const Expected& place : forecast.places) {
    if (!place.money) continue;
    if (!least) least.emplace();
    least->value += place.money->amount.value;
  }
  return least;
}

}  // namespace

SpendingLimits FindSpendingLimits(const Study& study, const Forecast& forecast, double now) {
  const Expected& rest = forecast.together;
  bool all = rest.by_source[static_cast<size_t>(TimeSource::kNothing)] == 0;
  SpendingLimits limits;
  if (study.budget) limits.budget = InReportCurrency(study, *study.budget);
  if (limits.budget && limits.budget->currency != study.budget->currency) {
    limits.given_budget = study.budget;
  }
  if (limits.budget) {
    double spent = forecast.spent_at_least ? forecast.spent_at_least->amount : 0;
    bool priced = rest.money && forecast.attempts_without_price == 0;
    limits.money =
        Judge(spent, MoneyOf(forecast), all && (priced || rest.runs == 0), limits.budget->amount);
  }
  limits.deadline = study.deadline;
  if (limits.deadline) limits.time = Judge(now, rest.time, all, limits.deadline->value);
  if (rest.runs == 0) limits.time = Fit::kFits;
  return limits;
}

Json ToJson(const SpendingLimits& limits) {
  Json json = Json::object();
  if (limits.budget) {
    json["budget"] = {{"amount", OrNull(limits.budget->amount)},
                      {"currency", limits.budget->currency},
                      {"fit", ToString(limits.money)}};
  }
  if (limits.deadline) {
    json["deadline"] = {{"at", MomentText(*limits.deadline)}, {"fit", ToString(limits.time)}};
  }
  return json;
}

Limit LimitCrossed(const Study& study, const std::optional<Money>& spent, const Coming& coming,
                   double now) {
  if (study.deadline) {
    double end = now + (coming.time ? coming.time->value : 0);
    bool crossed = coming.time ? end > study.deadline->value : end >= study.deadline->value;
    if (crossed) return Limit::kDeadline;
  }
  if (!study.budget) return Limit::kNone;
  auto budget = InReportCurrency(study, *study.budget);
  if (!budget) return Limit::kNone;
  double so_far = spent ? spent->amount : 0;
  bool crossed = coming.cost ? so_far + coming.cost->amount > budget->amount
                             : spent && so_far >= budget->amount;
  return crossed ? Limit::kBudget : Limit::kNone;
}

Limit LimitCrossed(const Study& study, const Forecaster& forecaster, size_t index, double now) {
  return LimitCrossed(study, forecaster, std::vector<size_t>{index}, now);
}

Limit LimitCrossed(const Study& study, const Forecaster& forecaster,
                   const std::vector<size_t>& together, double now) {
  if (!study.budget && !study.deadline) return Limit::kNone;
  Coming all;  // as far as it is known
  for (const size_t index : together) {
    const auto time = forecaster.TimeOf(index);
    const auto cost = forecaster.CostOf(index);
    if (time) all.time = Seconds{(all.time ? all.time->value : 0) + time->value};
    if (cost && all.cost) all.cost->amount += cost->amount;
    if (cost && !all.cost) all.cost = cost;
  }
  return LimitCrossed(study, forecaster.Now().spent_at_least, all, now);
}

}  // namespace trena
