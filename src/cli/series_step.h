// SPDX-License-Identifier: Apache-2.0
// Reads what runs recorded over time into the record: the one place where a report's numbers come
// from the files of run folders.
#pragma once

#include "analyze/analysis.h"
#include "analyze/cost/target.h"
#include "cli/study_options.h"
#include "core/result.h"

namespace trena {

// What the runs reported after each epoch; only a target accuracy asks for it.
Result<RunEpochs> EpochsFor(const Workspace& workspace, const std::vector<RunRecord>& runs);

// The series of the runs that the analysis has, and of `parts` what is asked for. A run without
// samples has no series.
Status AddSeries(const Workspace& workspace, const RecordedParts& parts, Analysis& analysis);

}  // namespace trena
