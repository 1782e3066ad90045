// SPDX-License-Identifier: Apache-2.0
// The two studies of `trena compare`, each named by its study file or by a results folder. A study
// file stands for the scenarios of that study, a folder for all that was measured in it; with @2,
// for its second round, else for the last that is complete (plan/rounds.h). Reads only. How a study
// file is read and planned is the caller's: it may have to search for a design, and shows that.
#pragma once

#include <functional>
#include <string>

#include "analyze/compare/study_comparison.h"
#include "core/files.h"
#include "core/result.h"
#include "plan/plan.h"
#include "study/study.h"

namespace trena {

// A study file, read and planned.
struct OpenedStudy {
  Study study;
  Plan plan;
  fs::path results;     // its folder
  std::string measure;  // the command that measures it: what to type where nothing was
};

using StudyOpener = std::function<Result<OpenedStudy>(const std::string& path)>;

struct ComparedStudies {
  StudySide first;
  StudySide second;
  double same_within = 0.05;  // what the studies state, the first before the second
  std::string language;
};

// A folder's prices and rates are those of the study beside it, else of the other study. An
// InputError for what has no results, or none that can be read, for one thing named twice, and
// where runs of the one are copies of runs of the other.
Result<ComparedStudies> OpenStudies(const std::string& first, const std::string& second,
                                    const StudyOpener& open);

}  // namespace trena
