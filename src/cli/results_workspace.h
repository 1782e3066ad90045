// SPDX-License-Identifier: Apache-2.0
// A results folder named in place of a study: what is in it is analysed and reported as its runs
// tell it (analyze/measured/measured_study.h). Nothing can be planned or measured by it.
#pragma once

#include <memory>

#include "cli/study_options.h"

namespace trena {

// Whether the options name a folder.
bool NamesResults(const StudyOptions& options);

// An InputError for a folder without runs, and where more is asked than to look at them.
Result<std::unique_ptr<Workspace>> OpenResults(const StudyOptions& options);

}  // namespace trena
