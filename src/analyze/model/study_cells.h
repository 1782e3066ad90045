// SPDX-License-Identifier: Apache-2.0
// A study's runs as the cells of one response, and the design that they were planned by: which
// factors vary, blocks, whole plots, centre points.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/model/model_request.h"
#include "plan/plan.h"
#include "stats/model/cells.h"
#include "study/study.h"

namespace trena {

struct StudyCells {
  Cells cells;                             // factors as `levels`
  std::vector<std::vector<Value>> levels;  // of each factor, as the study has them
  Observations observations;
  std::vector<std::string> left_out;       // factors of the plan with a single level measured
  std::vector<std::string> no_covariates;  // asked for, and missing in some run
};

// The model that the design was made for; cells must be those of the study.
ModelRequest PlannedModel(const Study& study, const Plan& plan, double confidence);

// With `observations`, or without them: they are what residuals are looked at by.
enum class Observed { kOneByOne, kInCellsAlone };

// Of the runs that ended well and have the metric, in the order of scenarios and replications. With
// scale "log" natural logarithms, of the metric and of the yardstick: values must be above zero.
// `analysis` needs its scenarios, runs and the machine's speed.
StudyCells CellsOf(const Study& study, const Plan& plan, const Analysis& analysis,
                   const std::string& metric, const std::string& scale,
                   Observed observed = Observed::kOneByOne);

}  // namespace trena
