// SPDX-License-Identifier: Apache-2.0
// Charts of what a program used while it ran, with the ends of its epochs marked: of a monitored
// program, and of one run of a study. Where a part of a series is more than one sample, a band goes
// from the least to the most of them.
#pragma once

#include <string>
#include <vector>

#include "analyze/noise/run_series.h"
#include "measure/monitor/monitor.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/words.h"

namespace trena {

// CPU, memory, GPU and its memory over time, each only where there are readings; the loss of each
// epoch where two or more are known.
std::vector<Chart> SeriesCharts(const Monitored& monitored, const Words& words);

// The same four of a run of a study, on an axis that fits it (or the longest of several).
std::vector<Chart> RunSeriesCharts(const RunSeries& run, const TimeAxis& axis, const Words& words);

// "cpu" for cpu_pct: the name of its chart.
const char* SeriesChartName(const std::string& column);

}  // namespace trena
