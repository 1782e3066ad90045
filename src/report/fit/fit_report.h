// SPDX-License-Identifier: Apache-2.0
// What `trena fit` found, for people in less than a screen and for programs
// (schemas/fit.schema.json).
#pragma once

#include <string>
#include <vector>

#include "analyze/fit/fit_analysis.h"
#include "core/json.h"
#include "report/words/words.h"

namespace trena {

// Lines for a terminal, already safe for it: at most 40, or all of them.
std::string FitText(const FitAnalysis& analysis, const Words& words, bool all);

Json FitJson(const FitAnalysis& analysis);

}  // namespace trena
