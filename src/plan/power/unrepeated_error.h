// SPDX-License-Identifier: Apache-2.0
// What judges the effects of a plan that repeats nothing: the rule of stats/model/model_choice.h,
// asked of the plan's own runs, so that a plan promises what the analysis will do.
#pragma once

#include <cstddef>

#include "plan/plan.h"

namespace trena {

struct UnrepeatedError {
  size_t pseudo_effects = 0;     // that are judged by each other; 0: they are not
  bool without_highest = false;  // the highest interaction is the error
  double within = 0;             // degrees of freedom
  double between_plots = 0;
};

// Of one replication. `plots`: whether runs are in whole plots, if the plan has them.
UnrepeatedError FindUnrepeatedError(const Study& study, const Plan& plan, bool plots);

}  // namespace trena
