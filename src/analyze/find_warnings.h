// SPDX-License-Identifier: Apache-2.0
// Looks through runs and results for what warnings.h lists. Nothing is dropped or mended here.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "analyze/run_groups.h"

namespace trena {

// A scenario is noisy when its standard deviation exceeds this share of its mean.
inline constexpr double kNoisyVariation = 0.10;
// All but those about money (pricing.h). `analysis` is complete but for its verdict.
std::vector<Warning> FindWarnings(const RunGroups& groups, const Analysis& analysis);

}  // namespace trena
