// SPDX-License-Identifier: Apache-2.0
// Which terms the runs of a plan are analysed by: what its design was made for, unless the study
// says it. The analysis and what a plan promises of it both ask here.
#pragma once

#include <string>

#include "plan/plan.h"

namespace trena {

// As ModelDesign::terms (stats/model/model_choice.h).
std::string PlannedTerms(const Study& study, const Plan& plan);

}  // namespace trena
