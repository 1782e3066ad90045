// SPDX-License-Identifier: Apache-2.0
#include "cli/price_tag.h"

#include "cli/pilot_step.h"
#include "core/clock.h"
#include "plan/pilot_forecast.h"

namespace trena {

PriceTag MakePriceTag(const Workspace& workspace, const std::vector<RunRecord>& runs,
                      const std::vector<size_t>& remaining) {
  PriceTag tag;
  tag.pilots = KnownPilots(workspace);
  Forecaster forecaster(workspace.study, workspace.plan, TimesOf(tag.pilots));
  for (const RunRecord& run : runs) forecaster.Measured(run);
  for (size_t index : remaining) forecaster.Await(index);
  forecaster.FitModel();
  tag.forecast = forecaster.Now();
  tag.scenarios = forecaster.PerScenario();
  tag.limits = FindLimits(workspace.study, tag.forecast, CalendarSeconds());
  return tag;
}

Json ToJson(const Workspace& workspace, const PriceTag& tag) {
  Json json = ToJson(tag.forecast);
  json.update(ToJson(tag.limits));
  json["pilots"] = PilotsJson(workspace, tag.pilots);
  json["scenarios"] = ToJson(workspace.plan, tag.scenarios);
  return json;
}

}  // namespace trena
