// SPDX-License-Identifier: Apache-2.0
// Which scenarios are worth a pilot, the most telling first: after each, the one that shows most
// levels of factors that none before it showed, then most pairs of levels. So a few pilots cover
// every level, which is what the model over them (time_model.h) needs to tell all others.
#pragma once

#include <vector>

#include "plan/plan.h"

namespace trena {

// A few dozen pilots are more than anyone waits for.
inline constexpr size_t kMostPiloted = 64;

// Of `candidates` (indices into plan.scenarios), at most kMostPiloted.
std::vector<size_t> ChoosePilots(const Plan& plan, const std::vector<size_t>& candidates);

}  // namespace trena
