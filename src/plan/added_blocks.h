// SPDX-License-Identifier: Apache-2.0
// The blocks that a stop rule (stopping.h) adds to a plan. They are not kept anywhere: they follow
// from the runs that are there, decision after decision, so that measuring, resuming, planning and
// analysing agree, and a kill at any instant loses no decision.
#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "core/text/told.h"
#include "plan/forecast/budget.h"
#include "plan/plan.h"
#include "plan/stopping.h"
#include "store/run.h"

namespace trena {

// Adds to the plan every block that was decided, the last of which may still be to run. Nothing
// without a stop rule, or while runs of the plan are missing.
void AddDecidedBlocks(const Study& study, const std::vector<RunRecord>& runs, Plan& plan);

// How well each scenario of the plan is known, in its order. `crossed` is what the next run would
// cross: it ends all that would go on. Only with a stop rule.
std::vector<Precision> FindPrecisions(const Study& study, const Plan& plan,
                                      const std::vector<RunRecord>& runs, Limit crossed);

// In sentences: which scenarios are known well enough, and why the others ended or go on.
Told DescribePrecisions(const Study& study, const Plan& plan,
                        const std::vector<Precision>& precisions);

// By scenario.
Json PrecisionsJson(const Plan& plan, const std::vector<Precision>& precisions);

}  // namespace trena
