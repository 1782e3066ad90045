// SPDX-License-Identifier: Apache-2.0
// Reads what runs used over time into the record, for the reports that draw it.
#pragma once

#include "analyze/analysis.h"
#include "cli/study_options.h"
#include "core/result.h"

namespace trena {

// Of the runs that the analysis has. A run without samples has no series.
Status AddSeries(const Workspace& workspace, Analysis& analysis);

}  // namespace trena
