// SPDX-License-Identifier: Apache-2.0
#include "cli/price_tag.h"

#include <set>
#include <string>

#include "cli/steps/pilot_step.h"
#include "core/clock.h"
#include "measure/machine/machine.h"
#include "plan/pilots/pilot_forecast.h"

namespace trena {
namespace {

// As `measure` judges it: by the first run of this machine.
Limit NextCrosses(const Workspace& workspace, const Forecaster& forecaster,
                  const std::vector<size_t>& remaining) {
  const Study& study = workspace.study;
  if (!study.budget && !study.deadline) return Limit::kNone;
  std::set<std::string> away;  // to look at no device twice
  for (size_t index : remaining) {
    const Scenario& scenario = workspace.plan.scenarios[workspace.plan.runs[index].scenario];
    std::string name = scenario.environment();
    if (away.contains(name)) continue;
    const Environment* environment = study.environment(name);
    bool here = environment == nullptr || IsHere(*environment);
    if (here) return LimitCrossed(study, forecaster, index, CalendarSeconds());
    away.insert(name);
  }
  return Limit::kNone;
}

}  // namespace

PriceTag MakePriceTag(const Workspace& workspace, const std::vector<RunRecord>& runs,
                      const std::vector<size_t>& remaining) {
  PriceTag tag;
  KnownPilots known = FindPilots(workspace);
  tag.pilots = std::move(known.here);
  Forecaster forecaster(workspace.study, workspace.plan, TimesOf(tag.pilots));
  for (const Pilot& pilot : known.all) {
    forecaster.Paid(pilot.environment, Seconds{pilot.pilot_s});
  }
  for (const RunRecord& run : runs) forecaster.Measured(run);
  for (size_t index : remaining) forecaster.Await(index);
  forecaster.FitModel();
  tag.forecast = forecaster.Now();
  tag.scenarios = forecaster.PerScenario();
  tag.limits = FindSpendingLimits(workspace.study, tag.forecast, CalendarSeconds());
  tag.crossed = NextCrosses(workspace, forecaster, remaining);
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
