// SPDX-License-Identifier: Apache-2.0
// How many degrees of freedom judge the effects of a plan, with all interactions in the model: as
// R's aov(y ~ … + Error(block/plot)), which is how split plots are analysed
// (stats/model/strata/error_strata.h; Box, Hunter & Hunter 2005, chapter 9).
//
// Two spaces that say to which unit (plot, block) and to which scenario a run belongs have as many
// dimensions in common as the graph of units and scenarios has connected parts, so
//
//   within  = runs − units − scenarios + parts of units and scenarios
//   between = plots − blocks − kinds of plots + parts of blocks and kinds of plots
//
// where plots of the same scenarios are of one kind. For r replications of h levels that are hard
// to change: (r·scenarios − r·h) − (scenarios − h) and (h − 1)(r − 1).
#pragma once

#include <vector>

#include "plan/plan.h"

namespace trena {

// What the analysis compares runs within, as a number from 0 for each run of the plan.
struct RunUnits {
  std::vector<size_t> of_run;
  size_t count = 1;
  bool in_each_replication = false;  // others, of the same scenarios
};

// Whole plots, if the plan has them and `plots` asks for them; blocks, if the analysis has them;
// else all runs are in one.
RunUnits UnitsOf(const Study& study, const Plan& plan, bool plots);

class ErrorDegrees {
 public:
  // The plan has runs.
  ErrorDegrees(const Study& study, const Plan& plan);

  // With so many replications of the plan.
  double Within(double replications) const { return within_.At(replications); }
  // Of what is hard to change; 0 without plots.
  double BetweenPlots(double replications) const { return between_.At(replications); }
  // Of all effects, if everything changed with every run.
  double WithoutPlots(double replications) const { return without_plots_.At(replications); }

 private:
  struct Count {
    double each = 0;   // a replication brings
    double taken = 0;  // once
    double At(double replications) const { return replications * each - taken; }
  };
  static Count CountWithin(const Plan& plan, const RunUnits& units);

  Count within_, between_, without_plots_;
};

}  // namespace trena
