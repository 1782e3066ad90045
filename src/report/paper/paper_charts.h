// SPDX-License-Identifier: Apache-2.0
// The figures of the studies that trena was made for, of any study whose factors allow them. Of the
// methodology (Moura Filho & Sousa 2024, figures 2 to 5): bars of the mean time of the scenarios of
// each environment, the same with the total cost as a line, and bars of the mean use of CPU,
// memory, GPU and GPU memory. Of the library study (Trindade 2017): loss against iteration, where
// the batch size varies, and the use of the GPU over time. Its time per image against batch and
// speed-ups are charts of the page (study_charts.h).
#pragma once

#include <vector>

#include "analyze/analysis.h"
#include "report/charts/charts.h"
#include "report/formats/report_context.h"
#include "report/words/words.h"

namespace trena {

std::vector<Chart> PaperCharts(const Analysis& analysis, const ReportContext& context);

// Mean time per scenario, a chart for each environment.
std::vector<Chart> MeanTimeCharts(const Analysis& analysis, const Words& words);
// The same beside the total cost of the runs, on an axis of its own.
std::vector<Chart> TimeAndTotalCostCharts(const Analysis& analysis, const Words& words);
// Mean use of CPU, memory, GPU and GPU memory, each where there are readings.
std::vector<Chart> MeanUseCharts(const Analysis& analysis, const Words& words);

// What a run used over time, of one run of each framework: the GPU and its memory where there are
// readings of them (the library study's own figure), else the CPU and memory. The page has every
// run.

// Of the first runs that ended well, at most four frameworks. None without the analysis' series.
std::vector<Chart> UseOverTimeCharts(const Analysis& analysis, const Words& words);

}  // namespace trena
