// SPDX-License-Identifier: Apache-2.0
// A plan for people and as CSV.
#pragma once

#include <string>

#include "cli/study_options.h"
#include "core/terminal.h"
#include "plan/forecast.h"

namespace trena {

// Scenarios, runs, order, forecast against the budget, what is not here yet, the next command.
std::string PlanText(const Workspace& workspace, const Forecast& forecast, const Terminal& terminal,
                     const std::string& next_command);

// "12 runs left: about 3 min 20 s, 0.02 USD", or that it is not known yet.
std::string ForecastText(const Forecast& forecast);

// "1 run", "12 runs".
std::string Runs(size_t count);

// One row per run in order.
std::string PlanCsv(const Plan& plan);

}  // namespace trena
