// SPDX-License-Identifier: Apache-2.0
#include "plan/forecast/price_tag.h"

namespace trena {
namespace {

// As `measure` judges it: by the first run of this machine.
Limit NextCrosses(const PriceQuestion& question, const Forecaster& forecaster) {
  const std::vector<size_t>& to_run = question.work.to_run;
  if (to_run.empty()) return Limit::kNone;
  return LimitCrossed(question.study, forecaster, to_run[0], question.now);
}

}  // namespace

PriceTag MakePriceTag(const PriceQuestion& question) {
  PriceTag tag;
  Forecaster forecaster(question.study, question.plan, question.told);
  for (const PaidTime& paid : question.paid) {
    forecaster.Paid(paid.environment, Seconds{paid.seconds});
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

Json ToJson(const Plan& plan, const PriceTag& tag, const Json& told) {
  Json json = ToJson(tag.forecast);
  json.update(ToJson(tag.limits));
  json.update(told);
  json["scenarios"] = ToJson(plan, tag.scenarios);
  return json;
}

}  // namespace trena
