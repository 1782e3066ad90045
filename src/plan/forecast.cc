// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast.h"

namespace trena {
namespace {

std::optional<Money> Cost(const Study& study, const std::string& environment, double seconds) {
  const Environment* found = study.environment(environment);
  if (found == nullptr || !found->price) return std::nullopt;
  return InReportCurrency(study, found->price->For(Seconds{seconds}));
}

std::string EnvironmentOf(const Scenario& scenario) {
  return Find(scenario.values, "environment")->ToString();
}

Json MoneyJson(const std::optional<Money>& money) {
  if (!money) return nullptr;
  return {{"amount", OrNull(money->amount)}, {"currency", money->currency}};
}

}  // namespace

std::optional<Money> InReportCurrency(const Study& study, const Money& money) {
  const auto& currency = study.report.currency;
  if (!currency || money.currency == *currency) return money;
  if (money.currency.empty()) return Money{0, *currency};  // free
  auto rate = study.report.rates.find(money.currency);
  if (rate == study.report.rates.end()) return std::nullopt;
  return Money{money.amount * rate->second, *currency};
}

void MoneySum::Add(const std::optional<Money>& money) {
  if (money && total_.currency.empty()) total_.currency = money->currency;
  bool free = money && money->currency.empty();
  if (!money || (!free && money->currency != total_.currency)) {
    missing_ = true;
    return;
  }
  any_ = true;
  total_.amount += money->amount;
}

std::optional<Money> MoneySum::total() const {
  return missing_ || !any_ ? std::nullopt : std::optional(total_);
}

Forecaster::Forecaster(const Study& study, const Plan& plan) : study_(study), plan_(plan) {
  std::unordered_map<std::string, size_t> places;
  for (const Scenario& scenario : plan.scenarios) {
    std::string name = EnvironmentOf(scenario);
    auto [place, is_new] = places.emplace(name, places_.size());
    if (is_new) places_.push_back({name});
    by_key_.emplace(scenario.key, scenarios_.size());
    scenarios_.push_back({.place = place->second});
  }
}

void Forecaster::Measured(const RunRecord& run) {
  auto wall = run.metric("wall_s");
  if (!wall) return;
  spent_.Add(Cost(study_, run.environment, *wall));
  auto found = by_key_.find(run.key);
  if (run.outcome != Outcome::kOk || found == by_key_.end()) return;
  ScenarioPast& scenario = scenarios_[found->second];
  Account(scenario, -1);
  scenario.sum += *wall;
  ++scenario.n;
  Account(scenario, 1);
  sum_ += *wall;
  ++n_;
}

void Forecaster::AddAwaited(size_t index, int change) {
  ScenarioPast& scenario = scenarios_[plan_.runs[index].scenario];
  Account(scenario, -1);
  scenario.awaited += change;
  Account(scenario, 1);
}

void Forecaster::Account(const ScenarioPast& scenario, double sign) {
  Place& place = places_[scenario.place];
  auto mean = scenario.mean();
  (mean ? place.known : place.unknown) += sign * scenario.awaited;
  if (mean) place.known_s += sign * scenario.awaited * *mean;
}

Forecast Forecaster::Now() const {
  Forecast forecast;
  double rough = 0;
  MoneySum known_money, rough_money;
  for (const Place& place : places_) {
    double awaited = place.known + place.unknown;
    if (awaited <= 0) continue;
    forecast.remaining_runs += static_cast<size_t>(awaited);
    forecast.known_runs += static_cast<size_t>(place.known);
    if (!Cost(study_, place.name, 1)) forecast.without_price.push_back(place.name);
    if (place.known > 0) {
      forecast.known_time.value += place.known_s;
      known_money.Add(Cost(study_, place.name, place.known_s));
    }
    if (n_ <= 0) continue;
    double seconds = place.known_s + place.unknown * (sum_ / n_);
    rough += seconds;
    rough_money.Add(Cost(study_, place.name, seconds));
  }
  forecast.spent = spent_.total();
  forecast.known_money = known_money.total();
  if (n_ > 0) forecast.rough_time = Seconds{rough};
  forecast.rough_money = rough_money.total();
  return forecast;
}

std::optional<Money> Forecaster::CostOf(size_t index) const {
  const ScenarioPast& scenario = scenarios_[plan_.runs[index].scenario];
  auto mean = scenario.mean();
  return mean ? Cost(study_, places_[scenario.place].name, *mean) : std::nullopt;
}

Forecast MakeForecast(const Study& study, const Plan& plan, const std::vector<size_t>& remaining,
                      const std::vector<RunRecord>& runs) {
  Forecaster forecaster(study, plan);
  for (const RunRecord& run : runs) forecaster.Measured(run);
  for (size_t index : remaining) forecaster.Await(index);
  return forecaster.Now();
}

Json ToJson(const Forecast& forecast) {
  std::optional<double> rough;
  if (forecast.rough_time) rough = forecast.rough_time->value;
  return {{"remaining_runs", forecast.remaining_runs},
          {"known_runs", forecast.known_runs},
          {"known_s", OrNull(forecast.known_time.value)},
          {"rough_s", OrNull(rough)},
          {"known_money", MoneyJson(forecast.known_money)},
          {"rough_money", MoneyJson(forecast.rough_money)},
          {"spent", MoneyJson(forecast.spent)},
          {"without_price", forecast.without_price}};
}

}  // namespace trena
