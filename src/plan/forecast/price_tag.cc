// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/price_tag.h"

#include "plan/pilots/pilot_forecast.h"

namespace trena {
namespace {

// As `measure` judges it: by the first run of this machine.
Limit NextCrosses(const PriceQuestion& question, const Forecaster& forecaster) {
  const std::vector<size_t>& to_run = question.work.to_run;
  if (to_run.empty()) return Limit::kNone;
  return LimitCrossed(question.study, forecaster, to_run[0], question.now);
}

Json PilotsJson(const Plan& plan, const std::vector<Pilot>& pilots) {
  Json list = Json::array();
  auto forecasts = Foretell(pilots);
  for (size_t i = 0; i < pilots.size(); ++i) {
    if (plan.scenario(pilots[i].key) == nullptr || !forecasts[i]) continue;
    list.push_back(ToJson(pilots[i], *forecasts[i]));
  }
  return list;
}

}  // namespace

PriceTag MakePriceTag(PriceQuestion question) {
  PriceTag tag;
  tag.pilots = std::move(question.pilots);
  Forecaster forecaster(question.study, question.plan, TimesOf(tag.pilots));
  for (const Pilot& pilot : question.paid) {
    forecaster.Paid(pilot.environment, Seconds{pilot.pilot_s});
  }
  for (const RunRecord& run : question.other_rounds) forecaster.Seen(run);
  for (const RunRecord& run : question.runs) forecaster.Measured(run);
  for (size_t index : question.work.remaining) forecaster.Await(index);
  if (question.run_takes) forecaster.Suppose(*question.run_takes);
  forecaster.FitModel();
  tag.forecast = forecaster.Now();
  tag.scenarios = forecaster.PerScenario();
  tag.limits = FindSpendingLimits(question.study, tag.forecast, question.now);
  tag.crossed = NextCrosses(question, forecaster);
  return tag;
}

Json ToJson(const Plan& plan, const PriceTag& tag) {
  Json json = ToJson(tag.forecast);
  json.update(ToJson(tag.limits));
  json["pilots"] = PilotsJson(plan, tag.pilots);
  json["scenarios"] = ToJson(plan, tag.scenarios);
  return json;
}

}  // namespace trena
