// SPDX-License-Identifier: Apache-2.0
// A plan for people and as CSV.
#pragma once

#include <string>

#include "cli/study_options.h"
#include "core/terminal.h"
#include "plan/forecast/price_tag.h"

namespace trena {

// What to type next: "trena run first.yaml", "trena plan first.yaml".
struct NextCommands {
  std::string run, plan;
};

// Scenarios, runs, order, forecast against budget and deadline, what is not here yet, the next
// command. `findings`, paragraphs about the plan, come before the forecast.
std::string PlanText(const Workspace& workspace, const PriceTag& tag, const Terminal& terminal,
                     const std::string& findings, const NextCommands& next);

// What of the plan cannot run on any machine as this one is set up, and why, in the words in which
// a run is refused.
std::vector<std::string> PlanObstacles(const Workspace& workspace);

// "1 run", "12 runs".
std::string Runs(size_t count);

// One row per run in order.
std::string PlanCsv(const Plan& plan);

}  // namespace trena
