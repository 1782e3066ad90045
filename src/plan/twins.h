// SPDX-License-Identifier: Apache-2.0
// Equal trainings under two labels (`same_twice`): C1 and its twin C1b, of the same values, in the
// same blocks, told apart by nothing but their keys. What they differ by is chance, so it says what
// a study cannot see. A plan has them behind its other scenarios, and what a design estimates is
// asked of the plan without them.
#pragma once

#include <optional>
#include <vector>

#include "core/result.h"
#include "plan/plan.h"

namespace trena {

// A twin for each of `scenarios` (indices), with a run beside each of theirs, at a place of chance
// in its block (and plot). The order of the others stays.
void AddTwins(const Study& study, const std::vector<size_t>& scenarios, Plan& plan);

bool HasTwins(const Plan& plan);

// As long as the plan lives. Of a plan without twins it is that plan, not a copy.
class WithoutTwins {
 public:
  explicit WithoutTwins(const Plan& plan);
  const Plan& plan() const { return copy_ ? *copy_ : plan_; }

 private:
  const Plan& plan_;
  std::optional<Plan> copy_;
};

}  // namespace trena
