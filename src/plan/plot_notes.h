// SPDX-License-Identifier: Apache-2.0
// What whole plots save and cost, in words: fewer starts of a machine, with the time and money of
// their set-up, and fewer degrees of freedom to judge effects by.
#pragma once

#include "plan/plan.h"

namespace trena {

// Adds to the notes of a plan that has plots and runs.
void AddPlotNotes(const Study& study, Plan& plan);

}  // namespace trena
