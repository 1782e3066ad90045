// SPDX-License-Identifier: Apache-2.0
// What equal trainings differed by: a scenario and its twin (plan/twins.h), paired by replication,
// so within blocks. Nothing but chance and the order of the runs tells them apart: what they differ
// by, the study cannot see of anything else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "store/run.h"

namespace trena {

// Of the twin's to the other's, by the mean of the logarithms.
struct EqualRatio {
  double ratio = 1;
  double low = 1;
  double high = 1;

  // An interval that leaves 1 out: a difference where there is none.
  bool IsFalseAlarm() const { return low > 1 || high < 1; }
  // The largest difference that the interval has: 0.02 is 2 %.
  double Unseen() const;
};

struct EqualTrainings {
  std::string scenario;  // C1
  std::string twin;      // C1b
  std::string key;       // of the twin
  std::string metric;
  size_t planned = 0;               // pairs
  size_t pairs = 0;                 // of runs that ended well
  std::optional<EqualRatio> ratio;  // empty below two pairs
};

// Of every twin of the plan, in its order. `runs` is of all its scenarios.
std::vector<EqualTrainings> FindEqualTrainings(const Plan& plan, const std::vector<RunRecord>& runs,
                                               const std::string& metric, double confidence);

}  // namespace trena
