// SPDX-License-Identifier: Apache-2.0
// The runs of a plan in order: replication after replication, block after block, in random order
// within. With factors that are hard to change, each block is whole plots (a level of those
// factors, one start of the machine), in random order, and the runs of a plot are in random order
// (split-plot: Box, Hunter & Hunter 2005, chapter 9).
#pragma once

#include <optional>
#include <vector>

#include "plan/designs/design.h"
#include "plan/plan.h"

namespace trena {

// Fills plan.runs, plan.plots and the words about plots. `scenario_of` has for every point of the
// design its scenario in the plan, if it is there.
void AddRuns(const Study& study, const Design& design,
             const std::vector<std::optional<size_t>>& scenario_of, Plan& plan);

// One more block, of one run of each of these scenarios, after all that the plan has.
void AddBlockOf(const Study& study, const std::vector<size_t>& scenarios, Plan& plan);

// What whole plots save and cost, in words: fewer starts of a machine, with the time and money of
// their set-up, and fewer degrees of freedom to judge effects by.

// Adds to the notes of a plan that has plots and runs.
void AddPlotNotes(const Study& study, Plan& plan);

}  // namespace trena
