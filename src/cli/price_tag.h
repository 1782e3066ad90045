// SPDX-License-Identifier: Apache-2.0
// All that `trena plan` says about what is still to be run will take: the forecast from runs and
// pilots, beside budget and deadline. price_text.h shows it to people.
#pragma once

#include <string>
#include <vector>

#include "cli/study_options.h"
#include "core/json.h"
#include "plan/forecast/budget.h"
#include "plan/forecast/forecast.h"
#include "store/pilots/pilot.h"
#include "store/run.h"

namespace trena {

struct PriceTag {
  std::vector<Pilot> pilots;  // those of this machine
  Forecast forecast;
  std::vector<ScenarioForecast> scenarios;
  SpendingLimits limits;
  Limit crossed = Limit::kNone;  // by the run that `measure` would start next here
};

// From what is there; runs nothing. `remaining` as RunsToMake gives it.
PriceTag MakePriceTag(const Workspace& workspace, const std::vector<RunRecord>& runs,
                      const std::vector<size_t>& remaining);

// The `forecast` of `trena plan --json`.
Json ToJson(const Workspace& workspace, const PriceTag& tag);

}  // namespace trena
