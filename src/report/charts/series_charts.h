// SPDX-License-Identifier: Apache-2.0
// Charts of what a program used while it ran, with the ends of its epochs marked. Where a part of a
// series is more than one sample, a band goes from the least to the most of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analyze/noise/run_series.h"
#include "report/charts/chart_parts.h"
#include "report/charts/charts.h"
#include "report/words/words.h"

namespace trena {

inline constexpr int kSeriesHeight = 160;

// "Of what it could use: 4 CPUs.", by the column of samples.csv.
using OfWhat = std::function<std::string(const std::string& column)>;

// CPU, memory, GPU and its memory over time, each only where there are readings, on an axis that
// fits the run (or the longest of several).
std::vector<Chart> SeriesCharts(const RunSeries& run, const TimeAxis& axis, const OfWhat& of_what,
                                const Words& words);

// The same of a run of a study.
std::vector<Chart> RunSeriesCharts(const RunSeries& run, const TimeAxis& axis, const Words& words);

// "cpu" for cpu_pct: the name of its chart.
const char* SeriesChartName(const std::string& column);

}  // namespace trena
