// SPDX-License-Identifier: Apache-2.0
// Mode `pilot` of the protocol, the same for all runners in C++: the first steps, more of them in
// groups, a part of an evaluation, and what a whole run would have of both.
#pragma once

#include <cstdint>
#include <functional>

#include "runner_common/events.h"
#include "runner_common/scenario.h"

namespace trena {

struct PilotWork {
  int64_t steps = 0;           // of training, in a whole run
  int64_t evaluate_steps = 0;  // of one evaluation; 0: there is nothing to evaluate on
  int64_t evaluations = 0;     // in a whole run
  // Do the steps [first, first + count), wait for the device, and give the seconds that took.
  std::function<double(int64_t first, int64_t count)> train, evaluate;
};

// Writes the events `first_step`, `group` and `pilot`.
void RunPilot(const PilotLimits& limits, const PilotWork& work, EventWriter& events);

// At least `limits.at_least` of them and `limits.share` of `all`; no more than there are.
int64_t PilotSteps(const PilotLimits& limits, int64_t all);

}  // namespace trena
