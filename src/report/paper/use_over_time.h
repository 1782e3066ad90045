// SPDX-License-Identifier: Apache-2.0
// What a run used over time, of one run of each framework: the GPU and its memory where there are
// readings of them (the library study's own figure), else the CPU and memory. The page has every
// run.
#pragma once

#include <vector>

#include "analyze/analysis.h"
#include "report/charts/charts.h"
#include "report/words/words.h"

namespace trena {

// Of the first runs that ended well, at most four frameworks. None without the analysis' series.
std::vector<Chart> UseOverTimeCharts(const Analysis& analysis, const Words& words);

}  // namespace trena
