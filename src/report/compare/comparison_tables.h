// SPDX-License-Identifier: Apache-2.0
// The tables of a comparison of two studies.
#pragma once

#include "analyze/compare/study_comparison.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

// A row for each scenario in both studies: means, ratio with its interval, verdict.
ReportTable ChangeTable(const StudyComparison& comparison, const MetricChange& metric,
                        const Words& words);

// What the runs recorded otherwise, at most `most` rows.
ReportTable DifferenceTable(const StudyComparison& comparison, const Words& words, size_t most);

}  // namespace trena
