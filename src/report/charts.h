// SPDX-License-Identifier: Apache-2.0
// The charts of a page as Vega-Lite specifications, made from the record. Field names are ours and
// data are values only, so nothing from a file is ever an expression. Colours are Okabe and Ito's,
// told apart by colour-blind readers; shapes repeat what colours say.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "core/json.h"
#include "report/words.h"

namespace trena {

struct Chart {
  std::string name;     // for ids: letters and hyphens of ours
  std::string title;    // what it shows, with its unit
  std::string caption;  // what the marks are, and n
  Json spec;
};

// Single runs as dots, the mean of each scenario with its interval. Empty without times.
std::vector<Chart> TimeCharts(const Analysis& analysis, const Words& words);
// Percent of variation by term, and effects with intervals. Empty without an analysis of variance.
std::vector<Chart> DriverCharts(const Analysis& analysis, const Words& words);
// Cost against time, where prices differ, and accuracy against time.
std::vector<Chart> TradeOffCharts(const Analysis& analysis, const Words& words);

// The machine's speed over the study, one chart per environment with a yardstick over two runs.
std::vector<Chart> SpeedCharts(const Analysis& analysis, const Words& words);

}  // namespace trena
