// SPDX-License-Identifier: Apache-2.0
// What `trena fit` looks at: for every combination of the other factors the scenarios that differ
// by one factor alone, in the order of its levels. The largest that fits is looked for in each.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "plan/plan.h"
#include "study/study.h"

namespace trena {

struct FitSeries {
  Values others;                           // levels of the other factors, memory_limit among them
  std::vector<double> levels;              // ascending
  std::vector<const Scenario*> scenarios;  // as many; of the plan
};

// An InputError where the study has no such factor, it has one level only, or not all of them are
// numbers above 0.
Result<std::vector<FitSeries>> FitSeriesOf(const Study& study, const Plan& plan,
                                           const std::string& factor);

// Those whose memory grows alike: all but the limit is the same.
bool SameButForLimit(const FitSeries& a, const FitSeries& b);
Values WithoutLimit(Values others);

}  // namespace trena
