// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/forecast.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace trena {
namespace {

constexpr double kFitAgain = 1.1;  // as many times the runs of the last fit

// A second of the machine.
std::optional<Money> SecondOf(const Study& study, const std::string& environment) {
  return CostOfTime(study, environment, 1);
}

void Shift(Estimated& estimated, double by) {
  estimated.value += by;
  if (estimated.low) *estimated.low += by;
  if (estimated.high) *estimated.high += by;
}

size_t Index(TimeSource source) { return static_cast<size_t>(source); }

Json MoneyJson(const std::optional<Money>& money) {
  if (!money) return nullptr;
  return {{"amount", OrNull(money->amount)}, {"currency", money->currency}};
}

Json TimeJson(const std::optional<Estimated>& time) {
  if (!time) return nullptr;
  return {
      {"seconds", OrNull(time->value)}, {"low", OrNull(time->low)}, {"high", OrNull(time->high)}};
}

Json MoneyJson(const std::optional<EstimatedMoney>& money) {
  if (!money) return nullptr;
  return {{"amount", OrNull(money->amount.value)},
          {"low", OrNull(money->amount.low)},
          {"high", OrNull(money->amount.high)},
          {"currency", money->currency}};
}

Json SourcesJson(const RunsBySource& runs) {
  Json json = Json::object();
  for (size_t i = 0; i < kTimeSources; ++i) {
    json[ToString(static_cast<TimeSource>(i))] = runs[i];
  }
  return json;
}

Json DeviationJson(const std::optional<RunDeviation>& deviation) {
  if (!deviation) return nullptr;
  return {{"relative", OrNull(deviation->relative)}, {"df", OrNull(deviation->df)}};
}

}  // namespace

void MoneySum::Add(const std::optional<Money>& money) {
  if (money && sum_.currency.empty()) sum_.currency = money->currency;
  bool free = money && money->currency.empty();
  if (!money || (!free && money->currency != sum_.currency)) {
    ++missing_;
    return;
  }
  any_ = true;
  sum_.amount += money->amount;
}

std::optional<Money> MoneySum::total() const { return missing_ > 0 ? std::nullopt : at_least(); }

std::optional<Money> MoneySum::at_least() const {
  return any_ ? std::optional(sum_) : std::nullopt;
}

TimeEstimate Forecaster::ScenarioPast::Estimate() const {
  if (n <= 0) return told;
  TimeEstimate estimate{TimeSource::kRuns, sum / n, static_cast<size_t>(n), {}, 0};
  estimate.processes = estimate.n;
  if (paced > 0) {
    estimate.steady_s = pace.steady_s / paced;
    estimate.evaluate_s = pace.evaluate_s / paced;
  }
  return estimate;
}

bool Forecaster::ScenarioPast::WasSeen() const {
  return n > 0 || told.source == TimeSource::kPilot || IsToldByLength();
}

bool Forecaster::ScenarioPast::IsToldByLength() const {
  return n <= 0 && told.source == TimeSource::kOtherLength;
}

Forecaster::Forecaster(const Study& study, const Plan& plan, const ForetoldTimes& told)
    : study_(study), plan_(plan), lengths_(study, told) {
  std::unordered_map<std::string, size_t> places;
  of_pilots_ = told.deviation;
  for (const Scenario& scenario : plan.scenarios) {
    std::string name = scenario.environment();
    auto [place, is_new] = places.emplace(name, places_.size());
    if (is_new) places_.emplace_back().name = name;
    by_key_.emplace(scenario.key, scenarios_.size());
    scenarios_.emplace_back().place = place->second;
    const bool is_twin = !scenario.twin_of.empty();
    auto pilot = told.by_key.find(is_twin ? plan.called(scenario.twin_of)->key : scenario.key);
    if (pilot == told.by_key.end()) continue;
    scenarios_.back().told = pilot->second;
    Account(scenarios_.back(), 1);
  }
}

void Forecaster::Measured(const RunRecord& run) {
  auto wall = run.metric("wall_s");
  if (!wall) return;
  spent_.Add(CostOfAttempt(study_, run.environment, *wall, run.outcome == Outcome::kOk));
  Seen(run);
}

void Forecaster::Seen(const RunRecord& run) {
  auto wall = run.metric("wall_s");
  auto found = by_key_.find(run.key);
  const bool tells = run.outcome == Outcome::kOk && wall && *wall > 0;
  if (tells) lengths_.Add(run);
  if (!tells || found == by_key_.end()) return;
  ScenarioPast& scenario = scenarios_[found->second];
  Account(scenario, -1);
  scenario.sum += *wall;
  ++scenario.n;
  double from_mean = std::log(*wall) - scenario.log_mean;
  scenario.log_mean += from_mean / scenario.n;
  within_ += from_mean * (std::log(*wall) - scenario.log_mean);
  if (scenario.n > 1) ++within_df_;
  if (auto pace = PaceOf(run)) {
    scenario.pace.steady_s += pace->steady_s;
    scenario.pace.evaluate_s += pace->evaluate_s;
    scenario.pace.by_images = pace->by_images;
    ++scenario.paced;
  }
  Account(scenario, 1);
  ++n_;
  bool due = fitted_n_ >= 0 && n_ >= kFitAgain * fitted_n_;
  if (due) FitModel();
}

void Forecaster::Paid(const std::string& environment, Seconds pilot) {
  spent_.Add(CostOfTime(study_, environment, pilot.value));
}

void Forecaster::AddAwaited(size_t index, int change) {
  ScenarioPast& scenario = scenarios_[plan_.runs[index].scenario];
  Account(scenario, -1);
  scenario.awaited += change;
  Account(scenario, 1);
}

void Forecaster::Account(const ScenarioPast& scenario, double sign) {
  Place& place = places_[scenario.place];
  TimeEstimate estimate = scenario.Estimate();
  place.runs[Index(estimate.source)] += sign * scenario.awaited;
  if (estimate.source == TimeSource::kNothing) return;
  if (scenario.WasSeen()) {
    seen_s_ += sign * estimate.seconds;
    seen_ += sign;
  }
  place.sum.Add(estimate, scenario.awaited, sign);
  if (scenario.awaited == 0) return;
  double runs = sign * scenario.awaited;
  bool known = estimate.source == TimeSource::kRuns;
  if (known) place.known_s += runs * estimate.seconds;
  auto second = SecondOf(study_, place.name);
  auto cost = CostOfAttempt(study_, place.name, estimate.seconds, true);
  if (second && !cost) place.unbounded += runs;
  if (!second || !cost) return;
  place.beside += runs * (cost->amount - second->amount * estimate.seconds);
  if (known) place.known_money += runs * cost->amount;
}

void Forecaster::TellByLengths() {
  std::vector<const Scenario*> asked;
  std::vector<ScenarioPast*> past;
  for (size_t i = 0; i < scenarios_.size(); ++i) {
    const bool known = scenarios_[i].n > 0 || scenarios_[i].told.source == TimeSource::kPilot;
    if (known) continue;
    asked.push_back(&plan_.scenarios[i]);
    past.push_back(&scenarios_[i]);
  }
  const LengthsTold told = lengths_.Tell(asked);
  lengths_df_ = told.df;
  for (size_t i = 0; i < past.size(); ++i) {
    Account(*past[i], -1);
    past[i]->told = told.estimates[i].value_or(TimeEstimate());
    Account(*past[i], 1);
  }
}

std::vector<TimeObservation> Forecaster::Observed() const {
  std::vector<TimeObservation> observed;
  for (size_t i = 0; i < scenarios_.size(); ++i) {
    const ScenarioPast& scenario = scenarios_[i];
    if (!scenario.WasSeen()) continue;
    observed.push_back({i, scenario.n > 0 ? scenario.log_mean : std::log(scenario.told.seconds)});
  }
  return observed;
}

std::optional<std::vector<TimeObservation>> Forecaster::ObservedAt(const RunLength& length) const {
  std::vector<TimeObservation> observed = Observed();
  // What other scenarios of the plan tell of their own lengths is no observation more.
  std::set<std::string> there;
  auto but_length = [&](const TimeObservation& one) {
    Values levels = plan_.scenarios[one.scenario].levels;
    std::erase_if(levels, [](const auto& named) { return IsLength(named.first); });
    return Describe(levels);
  };
  for (const TimeObservation& one : observed) {
    if (!scenarios_[one.scenario].IsToldByLength()) there.insert(but_length(one));
  }
  std::erase_if(observed, [&](const TimeObservation& one) {
    return scenarios_[one.scenario].IsToldByLength() && !there.insert(but_length(one)).second;
  });
  for (TimeObservation& one : observed) {
    const ScenarioPast& scenario = scenarios_[one.scenario];
    const TimeEstimate estimate = scenario.Estimate();
    if (!(estimate.steady_s > 0)) return std::nullopt;
    const RunPace pace{estimate.seconds, estimate.steady_s, estimate.evaluate_s,
                       scenario.pace.by_images};
    const auto then = AtLength(pace, LengthOf(plan_.scenarios[one.scenario].values), length);
    if (!then) return std::nullopt;
    one.log_seconds += std::log(then->wall_s / pace.wall_s);
  }
  return observed;
}

void Forecaster::TellByModel(const TimeModel& model, const std::vector<size_t>& scenarios) {
  for (size_t index : scenarios) {
    ScenarioPast& scenario = scenarios_[index];
    Account(scenario, -1);
    if (auto told = model.At(plan_.scenarios[index])) {
      scenario.told = {TimeSource::kModel, std::exp(told->log_seconds), model.observations(),
                       told->own, told->common.value_or(0)};
    } else if (supposed_) {
      scenario.told.source = TimeSource::kGiven;
      scenario.told.seconds = supposed_->value;
    }
    Account(scenario, 1);
  }
}

void Forecaster::FitModel() {
  fitted_n_ = n_;
  models_.clear();
  TellByLengths();
  // By length: a power law over whole runs of several would forget their start-up.
  std::map<std::string, std::vector<size_t>> unknown;
  for (size_t i = 0; i < scenarios_.size(); ++i) {
    if (scenarios_[i].WasSeen()) continue;
    unknown[Describe(LengthValues(plan_.scenarios[i].levels))].push_back(i);
  }
  std::vector<size_t> by_whole_runs;
  for (const auto& [length, scenarios] : unknown) {
    const auto observed = ObservedAt(LengthOf(plan_.scenarios[scenarios[0]].values));
    if (length.empty() || !observed) {
      by_whole_runs.insert(by_whole_runs.end(), scenarios.begin(), scenarios.end());
      continue;
    }
    models_.emplace_back(plan_, std::vector<std::string>{"epochs", "images"}).Fit(*observed);
    TellByModel(models_.back(), scenarios);
  }
  const bool spread_is_known =
      within_df_ > 0 || !models_.empty() ||
      std::all_of(scenarios_.begin(), scenarios_.end(), [](const ScenarioPast& scenario) {
        return !scenario.WasSeen() || scenario.IsToldByLength();
      });
  if (by_whole_runs.empty() && spread_is_known) return;
  models_.emplace_back(plan_).Fit(Observed());
  TellByModel(models_.back(), by_whole_runs);
}

// From runs of the same scenario; until there are two of any, from pilots; else what the model
// leaves over, which is rather more.
std::optional<RunDeviation> Forecaster::Deviation() const {
  if (within_df_ > 0) return RunDeviation{std::sqrt(within_ / within_df_), within_df_};
  if (of_pilots_) return of_pilots_;
  if (models_.empty() || !models_.back().residual_sd()) return std::nullopt;
  return RunDeviation{*models_.back().residual_sd(), static_cast<double>(models_.back().df())};
}

// Of the errors of models, lengths and pilots: the fewest of those in use.
double Forecaster::OthersDf() const {
  double df = std::numeric_limits<double>::infinity();
  for (const TimeModel& model : models_) {
    if (model.df() > 0) df = std::min(df, static_cast<double>(model.df()));
  }
  if (lengths_df_ > 0) df = std::min(df, lengths_df_);
  if (of_pilots_) df = std::min(df, of_pilots_->df);
  return df;
}

Expected Forecaster::ExpectedOf(const Place& place) const {
  Expected expected;
  expected.environment = place.name;
  for (size_t i = 0; i < kTimeSources; ++i) {
    expected.by_source[i] = static_cast<size_t>(std::lround(place.runs[i]));
    expected.runs += expected.by_source[i];
  }
  if (expected.runs == expected.by_source[Index(TimeSource::kNothing)]) return expected;
  expected.time = place.sum.Now(Deviation(), OthersDf());
  auto second = SecondOf(study_, place.name);
  if (second && std::lround(place.unbounded) == 0) {
    TimeSum money;
    money.Add(place.sum, second->amount);
    expected.money = {money.Now(Deviation(), OthersDf()), second->currency};
    Shift(expected.money->amount, place.beside);
  }
  return expected;
}

Expected Forecaster::Together(const std::vector<Expected>& places) const {
  Expected all;
  TimeSum time, money;
  MoneySum per_second;
  double beside = 0;
  for (const Expected& expected : places) {
    all.runs += expected.runs;
    for (size_t i = 0; i < kTimeSources; ++i) all.by_source[i] += expected.by_source[i];
    if (!expected.time) continue;
    auto same = [&](const Place& place) { return place.name == expected.environment; };
    const Place& place = *std::find_if(places_.begin(), places_.end(), same);
    time.Add(place.sum, 1);
    auto second = expected.money ? SecondOf(study_, expected.environment) : std::nullopt;
    per_second.Add(second);
    if (second) money.Add(place.sum, second->amount);
    beside += place.beside;
  }
  if (all.runs == all.by_source[Index(TimeSource::kNothing)]) return all;
  all.time = time.Now(Deviation(), OthersDf());
  if (auto currency = per_second.total()) {
    all.money = {money.Now(Deviation(), OthersDf()), currency->currency};
    Shift(all.money->amount, beside);
  }
  return all;
}

std::optional<double> Forecaster::MeanRun() const {
  if (std::lround(seen_) == 0) return std::nullopt;
  return seen_s_ / seen_;
}

void Forecaster::AddRough(Forecast& forecast) const {
  auto mean = MeanRun();
  if (!mean) return;
  double rough = 0;
  MoneySum money;
  for (const Expected& place : forecast.places) {
    double others = static_cast<double>(place.by_source[Index(TimeSource::kNothing)]);
    rough += (place.time ? place.time->value : 0) + others * *mean;
    auto other = CostOfAttempt(study_, place.environment, *mean, true);
    if (other) other->amount *= others;
    money.Add(other);
    if (place.money) money.Add(Money{place.money->amount.value, place.money->currency});
    if (place.time && !place.money) money.Add(std::nullopt);
  }
  forecast.rough_time = Seconds{rough};
  forecast.rough_money = money.total();
}

Forecast Forecaster::Now() const {
  Forecast forecast;
  MoneySum known_money;
  for (const Place& place : places_) {
    Expected expected = ExpectedOf(place);
    if (expected.runs == 0) continue;
    size_t known = expected.by_source[Index(TimeSource::kRuns)];
    forecast.known_runs += known;
    if (!SecondOf(study_, place.name)) forecast.without_price.push_back(place.name);
    if (known > 0) {
      forecast.known_time.value += place.known_s;
      auto second = SecondOf(study_, place.name);
      bool bounded = second && std::lround(place.unbounded) == 0;
      known_money.Add(bounded ? std::optional(Money{place.known_money, second->currency})
                              : std::nullopt);
    }
    forecast.places.push_back(std::move(expected));
  }
  forecast.together = Together(forecast.places);
  forecast.remaining_runs = forecast.together.runs;
  forecast.spent = spent_.total();
  forecast.spent_at_least = spent_.at_least();
  forecast.attempts_without_price = spent_.missing();
  forecast.known_money = known_money.total();
  forecast.deviation = Deviation();
  forecast.model_scenarios = models_.empty() ? 0 : models_.back().observations();
  AddRough(forecast);
  return forecast;
}

std::optional<Seconds> Forecaster::TimeOf(size_t index) const {
  TimeEstimate estimate = scenarios_[plan_.runs[index].scenario].Estimate();
  if (estimate.source == TimeSource::kNothing) return std::nullopt;
  return Seconds{estimate.seconds};
}

std::optional<Money> Forecaster::CostOf(size_t index) const {
  auto time = TimeOf(index);
  const std::string& place = places_[scenarios_[plan_.runs[index].scenario].place].name;
  return time ? CostOfAttempt(study_, place, time->value, true) : std::nullopt;
}

std::vector<ScenarioForecast> Forecaster::PerScenario() const {
  std::vector<ScenarioForecast> all;
  for (size_t i = 0; i < scenarios_.size(); ++i) {
    TimeEstimate estimate = scenarios_[i].Estimate();
    if (estimate.source == TimeSource::kNothing) continue;
    TimeSum one;
    one.Add(estimate, 1, 1);
    all.push_back({i, estimate, one.Now(Deviation(), OthersDf())});
  }
  return all;
}

Forecast MakeForecast(const Study& study, const Plan& plan, const std::vector<size_t>& remaining,
                      const std::vector<RunRecord>& runs, const ForetoldTimes& told) {
  Forecaster forecaster(study, plan, told);
  for (const RunRecord& run : runs) forecaster.Measured(run);
  for (size_t index : remaining) forecaster.Await(index);
  forecaster.FitModel();
  return forecaster.Now();
}

Json ToJson(const Forecast& forecast) {
  std::optional<double> rough;
  if (forecast.rough_time) rough = forecast.rough_time->value;
  Json places = Json::array();
  for (const Expected& place : forecast.places) {
    places.push_back({{"environment", place.environment},
                      {"runs", place.runs},
                      {"sources", SourcesJson(place.by_source)},
                      {"time", TimeJson(place.time)},
                      {"money", MoneyJson(place.money)}});
  }
  return {{"remaining_runs", forecast.remaining_runs},
          {"confidence", kForecastConfidence},
          {"sources", SourcesJson(forecast.together.by_source)},
          {"time", TimeJson(forecast.together.time)},
          {"money", MoneyJson(forecast.together.money)},
          {"environments", places},
          {"run_deviation", DeviationJson(forecast.deviation)},
          {"model_scenarios", forecast.model_scenarios},
          {"known_runs", forecast.known_runs},
          {"known_s", OrNull(forecast.known_time.value)},
          {"rough_s", OrNull(rough)},
          {"known_money", MoneyJson(forecast.known_money)},
          {"rough_money", MoneyJson(forecast.rough_money)},
          {"spent", MoneyJson(forecast.spent)},
          {"spent_at_least", MoneyJson(forecast.spent_at_least)},
          {"attempts_without_price", forecast.attempts_without_price},
          {"without_price", forecast.without_price}};
}

Json ToJson(const Plan& plan, const std::vector<ScenarioForecast>& scenarios) {
  Json list = Json::array();
  for (const ScenarioForecast& scenario : scenarios) {
    list.push_back({{"scenario", plan.scenarios[scenario.scenario].id},
                    {"source", ToString(scenario.estimate.source)},
                    {"n", scenario.estimate.n},
                    {"seconds", OrNull(scenario.seconds.value)},
                    {"low", OrNull(scenario.seconds.low)},
                    {"high", OrNull(scenario.seconds.high)}});
  }
  return list;
}

}  // namespace trena
