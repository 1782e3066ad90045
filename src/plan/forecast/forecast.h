// SPDX-License-Identifier: Apache-2.0
// What the remaining runs of a plan will take, in time and money, with an interval. A scenario's
// time is known from its own earlier runs; else from a pilot of it; else from runs or pilots that
// differ in epochs or images alone (other_lengths.h); else from a model over the scenarios that
// have any of these (time_model.h); else it is what a person says. What is not known is counted as
// not known; nothing is guessed silently. docs/methods/forecast.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/json.h"
#include "core/text/units.h"
#include "plan/forecast/other_lengths.h"
#include "plan/forecast/time_model.h"
#include "plan/forecast/time_sum.h"
#include "plan/plan.h"
#include "store/run.h"
#include "study/billing/charges.h"
#include "study/study.h"

namespace trena {

// Adds up money; once an addend is missing or in another currency, so is the total.
class MoneySum {
 public:
  void Add(const std::optional<Money>& money);
  std::optional<Money> total() const;
  // Of the addends that are there, in the currency of the first; empty where none is.
  std::optional<Money> at_least() const;
  size_t missing() const { return missing_; }

 private:
  bool any_ = false;
  size_t missing_ = 0;
  Money sum_;
};

struct EstimatedMoney {
  Estimated amount;
  std::string currency;
};

using RunsBySource = std::array<size_t, kTimeSources>;  // by TimeSource

// Of an environment, or of all together: the runs whose time is known from something.
struct Expected {
  std::string environment;
  size_t runs = 0;  // all that are left
  RunsBySource by_source{};
  std::optional<Estimated> time;  // missing where nothing is known of any
  std::optional<EstimatedMoney> money;
};

struct Forecast {
  size_t remaining_runs = 0;
  size_t known_runs = 0;  // of those, runs of scenarios that were measured before
  Seconds known_time;     // sum over known_runs of their scenario's mean wall time
  // For all remaining runs: what is known from runs, pilots and the model, and the overall mean for
  // the rest. Missing when nothing is known of any.
  std::optional<Seconds> rough_time;
  std::optional<Money> known_money;  // of known_runs, with all charges; missing where a price is
  std::optional<Money> rough_money;
  std::optional<Money> spent;  // by all attempts so far, with all charges, and by pilots
  // By those of them that have a price, so that a limit holds for what is known.
  std::optional<Money> spent_at_least;
  size_t attempts_without_price = 0;
  std::vector<std::string> without_price;
  std::vector<Expected> places;  // environments, in the plan's order
  Expected together;
  std::optional<RunDeviation> deviation;  // from run to run of a scenario
  size_t model_scenarios = 0;             // that the model rests on
};

// One run more of a scenario.
struct ScenarioForecast {
  size_t scenario = 0;  // index into Plan::scenarios
  TimeEstimate estimate;
  Estimated seconds;
};

// Keeps a forecast up to date while a study is measured. No call takes longer the more runs there
// are, but for those that fit the model, which are ever rarer. Money is in the study's reporting
// currency.
class Forecaster {
 public:
  // Study and plan must outlive it. Nothing is measured and nothing awaited yet; `told` is what
  // pilots tell.
  Forecaster(const Study& study, const Plan& plan, const ForetoldTimes& told = {});

  // A run that is there, planned or not.
  void Measured(const RunRecord& run);
  // One of another round: it tells of times, and is not on this one's bill.
  void Seen(const RunRecord& run);
  // A pilot was made there: its time is paid for.
  void Paid(const std::string& environment, Seconds pilot);
  // The planned run at this index is still to come; and no longer.
  void Await(size_t index) { AddAwaited(index, 1); }
  void NoLonger(size_t index) { AddAwaited(index, -1); }
  // A person says that a run takes so long of which nothing else tells; before FitModel.
  void Suppose(Seconds run) { supposed_ = run; }
  // Fits the model to what is measured and piloted; from then on it is kept up.
  void FitModel();

  Forecast Now() const;
  // What one planned run will take and cost, where that is known.
  std::optional<Seconds> TimeOf(size_t index) const;
  std::optional<Money> CostOf(size_t index) const;
  // Of every scenario with a source, in the plan's order.
  std::vector<ScenarioForecast> PerScenario() const;

 private:
  struct ScenarioPast {
    double sum = 0;  // of the wall times of those that ended well
    double n = 0;
    double log_mean = 0;
    double awaited = 0;
    size_t place = 0;
    RunPace pace;       // summed over those of the runs that tell it,
    double paced = 0;   // so many
    TimeEstimate told;  // by a pilot, other lengths, the model or a person
    TimeEstimate Estimate() const;
    bool WasSeen() const;         // itself, or but for its length,
    bool IsToldByLength() const;  // the latter
  };
  // An environment, with what is awaited of it.
  struct Place {
    std::string name;
    double known_s = 0;  // of scenarios that were measured before
    double known_money = 0;
    std::array<double, kTimeSources> runs{};
    double beside = 0;     // money charged beside the runs' own time (study/billing/charges.h)
    double unbounded = 0;  // runs whose cost has no bound
    TimeSum sum;
  };

  void AddAwaited(size_t index, int change);
  // Takes a scenario out of its place's sums, or puts it back: `sign` is -1 or 1.
  void Account(const ScenarioPast& scenario, double sign);
  // What other lengths tell of scenarios that were neither measured nor piloted.
  void TellByLengths();
  // The scenarios that were seen, as they would have been at this length; nothing where one of them
  // does not tell.
  std::optional<std::vector<TimeObservation>> ObservedAt(const RunLength& length) const;
  std::vector<TimeObservation> Observed() const;
  void TellByModel(const TimeModel& model, const std::vector<size_t>& scenarios);
  std::optional<RunDeviation> Deviation() const;
  double OthersDf() const;
  Expected ExpectedOf(const Place& place) const;
  Expected Together(const std::vector<Expected>& places) const;
  // Seconds of a run of which nothing is known: the mean over the scenarios that were measured or
  // piloted, awaited or not; missing where there are none.
  std::optional<double> MeanRun() const;
  void AddRough(Forecast& forecast) const;

  const Study& study_;
  const Plan& plan_;
  std::vector<ScenarioPast> scenarios_;  // as the plan's
  std::vector<Place> places_;
  std::unordered_map<std::string, size_t> by_key_;
  double n_ = 0;          // planned runs that ended well
  double seen_s_ = 0;     // of a run of each scenario that was measured or piloted
  double seen_ = 0;       // how many those are
  double fitted_n_ = -1;  // n_ when the model was fitted; -1: never
  double within_ = 0;     // squares of logarithms about their scenario's mean
  double within_df_ = 0;
  std::optional<RunDeviation> of_pilots_;
  std::optional<Seconds> supposed_;
  OtherLengths lengths_;
  double lengths_df_ = 0;          // of the deviation of what they tell; 0: nothing
  std::vector<TimeModel> models_;  // one, or one for each length of a run
  MoneySum spent_;
};

// `remaining` as RemainingRuns gives it.
Forecast MakeForecast(const Study& study, const Plan& plan, const std::vector<size_t>& remaining,
                      const std::vector<RunRecord>& runs, const ForetoldTimes& told = {});

Json ToJson(const Forecast& forecast);
Json ToJson(const Plan& plan, const std::vector<ScenarioForecast>& scenarios);

}  // namespace trena
