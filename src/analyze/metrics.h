// SPDX-License-Identifier: Apache-2.0
// The metrics (docs/run-folder.md) of each scenario, over the last attempts that ended well.
// Whatever else a runner reported is kept under its own name.
#pragma once

#include <map>
#include <string>

#include "analyze/analysis.h"
#include "analyze/cost/bill.h"
#include "analyze/cost/pricing.h"
#include "analyze/run_groups.h"
#include "study/metrics.h"

namespace trena {

// `cost` is price × `time` (train_s, or wall_s where no runner tells it) at the study's prices now,
// and `bill` is taken from `bills` by folder (bill.h). A cost that a run recorded is not read.
ScenarioAnalysis AnalyzeScenario(const ScenarioRuns& runs, const Study& study,
                                 const Pricing& pricing, const Bills& bills, double confidence,
                                 const std::string& time);

// Student's t knows nothing of what a metric can be: its interval ends where that does. An interval
// cut so holds the truth as often as before. Nothing is cut of a mean that is itself impossible.
void KeepPossible(const MetricBounds& bounds, const std::optional<double>& mean,
                  std::optional<double>& low, std::optional<double>& high);

// The metric's values, or nullptr when no run has it.
const MetricAnalysis* FindMetric(const ScenarioAnalysis& scenario, const std::string& metric);

}  // namespace trena
