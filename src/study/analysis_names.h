// SPDX-License-Identifier: Apache-2.0
// The names by which a study asks for an analysis (a model, covariates, contrasts) are names of
// what it has: known before anything is measured, so that a misspelt one is refused, and never
// analysed as something else or not at all.
#pragma once

#include <string>
#include <vector>

#include "study/study.h"

namespace trena {

struct AnalysisProblem {
  std::string where;  // "model", "response", "covariate", "contrasts", "baseline"
  std::string text;   // what was written there
  std::string message;
  std::string suggestion = {};  // may be empty
};

std::vector<AnalysisProblem> FindAnalysisProblems(const Study& study);

}  // namespace trena
