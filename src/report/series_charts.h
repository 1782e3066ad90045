// SPDX-License-Identifier: Apache-2.0
// Charts of what a program used while it ran, with the ends of its epochs marked.
#pragma once

#include <vector>

#include "measure/monitor.h"
#include "report/charts.h"
#include "report/words.h"

namespace trena {

// CPU, memory and GPU over time, each only where there are readings; the loss of each epoch where
// two or more are known.
std::vector<Chart> SeriesCharts(const Monitored& monitored, const Words& words);

}  // namespace trena
