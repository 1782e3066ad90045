// SPDX-License-Identifier: Apache-2.0
// Every chart of a study's page, in the page's order: what is drawn to files as well. The series of
// single runs are not among them (series_charts.h): there would be hundreds.
#pragma once

#include <vector>

#include "analyze/analysis.h"
#include "report/charts/charts.h"
#include "report/words/words.h"

namespace trena {

std::vector<Chart> StudyCharts(const Analysis& analysis, const Words& words);

}  // namespace trena
