// SPDX-License-Identifier: Apache-2.0
// Finding and naming scenarios of a record.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyze/analysis.h"
#include "report/words/metric_words.h"
#include "report/words/words.h"

namespace trena {

// The scenario under this label, or nullptr.
const ScenarioAnalysis* FindScenario(const Analysis& analysis, const std::string& id);

// What `metric` is in this scenario, or nullptr where no run has it.
const Summary* SummaryOf(const ScenarioAnalysis& scenario, const std::string& metric);

// What its costs are shown in: for 1,000 trainings where one costs less than a hundredth.
MoneyUnit MoneyUnitOf(const Analysis& analysis);

using Extremes = std::pair<const ScenarioAnalysis*, const ScenarioAnalysis*>;

// Scenarios with the least and the greatest mean of a metric; null where none has it.
Extremes ExtremesOf(const Analysis& analysis, const std::string& metric);

// Factors whose level is not the same in all scenarios, in the study's order.
std::vector<std::string> VaryingFactors(const Analysis& analysis);

// "batch 64, image 32, network1": the levels of these factors.
std::string LevelsOf(const ScenarioAnalysis& scenario, const std::vector<std::string>& factors);

// "C1 (batch 64, image 32, network1)"; only the label where nothing varies.
std::string NameOf(const ScenarioAnalysis& scenario, const Analysis& analysis);

// "batch 64" or "batch 64, network1": what an effect is the effect of.
std::string LevelsOf(const Effect& effect, const ResponseAnalysis& response);

// Observations behind the levels of an effect.
size_t RunsBehind(const Effect& effect, const ResponseAnalysis& response);

// "residuals (replications)", or "residuals" where they have more in them than that.
std::string ResidualsLabel(const ResponseAnalysis& response, const Words& words);

}  // namespace trena
