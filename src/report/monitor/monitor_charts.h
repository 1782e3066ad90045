// SPDX-License-Identifier: Apache-2.0
// Charts of a monitored program: what it used over time (report/charts/series_charts.h), and how
// well it learned.
#pragma once

#include <vector>

#include "measure/monitor/monitor.h"
#include "report/charts/charts.h"
#include "report/words/words.h"

namespace trena {

// CPU, memory, GPU and its memory over time, each only where there are readings; the loss of each
// epoch where two or more are known.
std::vector<Chart> MonitorCharts(const Monitored& monitored, const Words& words);

}  // namespace trena
