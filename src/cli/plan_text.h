// SPDX-License-Identifier: Apache-2.0
// A plan for people and as CSV. People read runs, time and price first, and then of each list as
// much as fits a screen; `--all` shows every scenario, run and pilot.
#pragma once

#include <string>

#include "cli/study_options.h"
#include "core/terminal/terminal.h"
#include "plan/forecast/price_tag.h"

namespace trena {

// What to type next: "trena run first.yaml", "trena plan first.yaml".
struct NextCommands {
  std::string run, plan;
};

// How a plan is shown.
struct PlanView {
  std::string findings;  // paragraphs about the plan
  NextCommands next;
  bool all = false;           // whole lists
  std::string hint = {};      // a line: what would tell more of what it takes, where it can run
  std::string previews = {};  // a paragraph: what was seen before whole runs
};

// Runs, time and price with budget and deadline, what is not here and what cannot run; then what
// the design can tell, scenarios, order, findings, and the next command.
std::string PlanText(const Workspace& workspace, const PriceTag& tag, const Terminal& terminal,
                     const PlanView& view);

// What of the plan cannot run on any machine as this one is set up, and why, in the words in which
// a run is refused.
std::vector<std::string> PlanObstacles(const Workspace& workspace);

// "1 run", "12 runs".
std::string Runs(size_t count);

// What it would take to measure the first scenario under two labels; empty where the study does so,
// is measured already, or has a single replication, of which no pairs could be made.
std::string SameTwiceHint(const Workspace& workspace, const PriceTag& tag);

// "2 scenarios × 3 replications = 6 runs".
std::string PlanCounts(const Plan& plan);

// "  and 30 more: --all" in a line, where only so many of a list are shown; else nothing.
std::string MoreText(size_t all, size_t shown);

// One row per run in order.
std::string PlanCsv(const Plan& plan);

}  // namespace trena
