// SPDX-License-Identifier: Apache-2.0
// What the remaining runs of a plan will take, in time and money, from runs already measured. What
// is not known is counted as not known; nothing is guessed silently.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/json.h"
#include "core/units.h"
#include "plan/plan.h"
#include "store/run.h"
#include "study/study.h"

namespace trena {

// Adds up money; once an addend is missing or in another currency, so is the sum.
class MoneySum {
 public:
  void Add(const std::optional<Money>& money);
  std::optional<Money> total() const;

 private:
  bool any_ = false;
  bool missing_ = false;
  Money total_;
};

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

// Keeps a forecast up to date while a study is measured. No call takes longer the more runs there
// are. Money is in the study's reporting currency.
class Forecaster {
 public:
  // Both must outlive it. Nothing is measured and nothing awaited yet.
  Forecaster(const Study& study, const Plan& plan);

  // A run that is there, planned or not.
  void Measured(const RunRecord& run);
  // The planned run at this index is still to come; and no longer.
  void Await(size_t index) { AddAwaited(index, 1); }
  void NoLonger(size_t index) { AddAwaited(index, -1); }

  Forecast Now() const;
  // What one planned run will cost, where its scenario was measured before.
  std::optional<Money> CostOf(size_t index) const;

 private:
  struct ScenarioPast {
    double sum = 0;  // of the wall times of those that ended well
    double n = 0;
    double awaited = 0;
    size_t place = 0;
    std::optional<double> mean() const { return n > 0 ? std::optional(sum / n) : std::nullopt; }
  };
  // An environment, with what is awaited of it.
  struct Place {
    std::string name;
    double known_s = 0;  // of scenarios that were measured before
    double known = 0;    // runs
    double unknown = 0;
  };

  void AddAwaited(size_t index, int change);
  // Takes a scenario out of its place's sums, or puts it back: `sign` is -1 or 1.
  void Account(const ScenarioPast& scenario, double sign);

  const Study& study_;
  const Plan& plan_;
  std::vector<ScenarioPast> scenarios_;  // as the plan's
  std::vector<Place> places_;
  std::unordered_map<std::string, size_t> by_key_;
  double sum_ = 0;  // of the wall times of planned runs that ended well
  double n_ = 0;
  MoneySum spent_;
};

// `remaining` as RemainingRuns gives it.
Forecast MakeForecast(const Study& study, const Plan& plan, const std::vector<size_t>& remaining,
                      const std::vector<RunRecord>& runs);

Json ToJson(const Forecast& forecast);

// An amount in the study's reporting currency; empty when there is no rate for it.
std::optional<Money> InReportCurrency(const Study& study, const Money& money);

}  // namespace trena
