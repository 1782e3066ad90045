// SPDX-License-Identifier: Apache-2.0
// How the first epoch of a run stands beside the later ones: the figures that the rule of warm-up
// (analyze/noise/warm_up.h) is applied to.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "measure/record/events.h"

namespace trena {

// `first_epoch_s`; `later_epoch_s`, the median of the others, and, of three or more of them,
// `later_epoch_mad_s`, the median of their distances from it. Without an epoch, or with one whose
// seconds are not known, nothing.
std::map<std::string, double> EpochMetrics(const std::vector<EpochEvent>& epochs);

}  // namespace trena
