// SPDX-License-Identifier: Apache-2.0
// The two studies of `trena compare`, each named by its study file or by a results folder. A study
// file stands for the scenarios of that study, a folder for all that was measured in it. Reads
// only.
#pragma once

#include <string>
#include <utility>

#include "analyze/compare/study_comparison.h"
#include "core/result.h"
#include "study/study.h"

namespace trena {

struct ComparedStudies {
  StudySide first;
  StudySide second;
  double same_within = 0.05;  // what the studies state, the first before the second
  std::string language;
};

// A folder's prices and rates are those of the study beside it, else of the other study. An
// InputError for what has no results, or none that can be read, and for one thing named twice.
Result<ComparedStudies> OpenStudies(const std::string& first, const std::string& second);

}  // namespace trena
