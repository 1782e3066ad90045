// SPDX-License-Identifier: Apache-2.0
// Warm-up told from training by a stated rule (docs/methods/noise.md): what the first step and the
// first epoch took beyond the later ones. Nothing is taken out of a run's time: it is said.
#pragma once

#include <optional>

#include "store/run.h"

namespace trena {

// The first epoch is warm-up when it is further above the median of the later ones than 3.5
// standard deviations (1.4826 × their median absolute deviation) and 5 %; it takes 3 later ones.
inline constexpr double kWarmUpDeviations = 3.5;
inline constexpr double kWarmUpLeast = 0.05;
// The first step is, when it takes 3 times the mean of the later ones; it takes 10 steps.
inline constexpr double kWarmUpSteps = 3;
inline constexpr double kFewestSteps = 10;
// A scenario is warned of when warm-up is this share of its training time.
inline constexpr double kWarmUpShare = 0.02;

// Seconds of warm-up in the run's train_s, 0 when there is none; missing when neither the epochs
// nor the steps can tell.
std::optional<double> WarmUpSeconds(const RunRecord& run);

}  // namespace trena
