// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/forecast.h"

namespace trena {
namespace {

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
