// SPDX-License-Identifier: Apache-2.0
// What the checks of a stated analysis, its comparisons and its covariates say, in words. Composed
// from the record; nothing is computed here.
#pragma once

#include <string>
#include <vector>

#include "analyze/model/stated_analysis.h"
#include "report/words/words.h"

namespace trena {

// Whether the analysis may be believed: residuals, spread, order, scale, ranks.
std::vector<std::string> ChecksInWords(const StatedAnalysis& stated, const Words& words);

// Of these, what a reader of the answer must know.
std::vector<std::string> DoubtsInWords(const StatedAnalysis& stated, const Words& words);

// Of the factor that drives most: its extremes compared, and how many pairs are told apart; then
// the simple effects.
std::vector<std::string> ComparisonInWords(const StatedAnalysis& stated, const Words& words);

// Of pairs whose mean over another factor misleads: what they are at each of its levels.
std::vector<std::string> SimpleEffectsInWords(const StatedAnalysis& stated, const Words& words);

// What covariates did to the intervals.
std::vector<std::string> CovarianceInWords(const StatedAnalysis& stated, const Words& words);

}  // namespace trena
