// SPDX-License-Identifier: Apache-2.0
// The charts of a study as Vega-Lite specifications, made from the record: one function and one
// file per subject, one row each in the list of sections.cc. Field names are ours and data are
// values only, so nothing from a file is ever an expression. Colours are Okabe and Ito's, told
// apart by colour-blind readers; shapes repeat what colours say. A function gives no chart where
// there is nothing to draw.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "core/json.h"
#include "report/words/words.h"

namespace trena {

class MetricText;

struct Chart {
  std::string name;     // for ids: letters and hyphens of ours
  std::string title;    // what it shows, with its unit
  std::string caption;  // what the marks are, the unit, and n
  Json spec;
};

// Time and cost of each scenario: single runs as dots, the mean with its interval.
std::vector<Chart> ScenarioCharts(const Analysis& analysis, const Words& words);
// The same of one metric; `name` is for ids.
Chart ScenarioChart(const char* name, const std::string& title, const MetricText& metric,
                    const Analysis& analysis, const Words& words);
// Percent of variation by term.
std::vector<Chart> VariationCharts(const Analysis& analysis, const Words& words);
// What each level adds, with intervals.
std::vector<Chart> EffectCharts(const Analysis& analysis, const Words& words);
// Main-effect and interaction plots of the response, and of the cost where prices differ.
std::vector<Chart> MeanCharts(const Analysis& analysis, const Words& words);
// How many interactions are not among them, and why; empty where all are.
std::string InteractionsNotDrawn(const Analysis& analysis, const Words& words);
// How many times faster one level is than another.
std::vector<Chart> SpeedUpCharts(const Analysis& analysis, const Words& words);
// Sizes of effects against half-normal quantiles, where they are judged by each other.
std::vector<Chart> HalfNormalCharts(const Analysis& analysis, const Words& words);
// Residuals against fitted values, normal quantiles and the order of running.
std::vector<Chart> ResidualCharts(const Analysis& analysis, const Words& words);
// Cost against time with the Pareto front, where prices differ, and accuracy against time.
std::vector<Chart> TradeOffCharts(const Analysis& analysis, const Words& words);
// Time per image against batch size, with what did not fit into memory.
std::vector<Chart> BatchCharts(const Analysis& analysis, const Words& words);
// Loss and accuracy of each run's epochs over time.
std::vector<Chart> LearningCharts(const Analysis& analysis, const Words& words);
// The machine's speed over the study, one chart per environment with a yardstick over two runs.
std::vector<Chart> MachineSpeedCharts(const Analysis& analysis, const Words& words);

// Every chart of a study's page, in the page's order: what is drawn to files as well. The series of
// single runs are not among them (series_charts.h): there would be hundreds.

std::vector<Chart> StudyCharts(const Analysis& analysis, const Words& words);

}  // namespace trena
