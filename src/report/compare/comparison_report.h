// SPDX-License-Identifier: Apache-2.0
// A comparison of two studies for people: on the terminal, and to paste into an issue.
#pragma once

#include <string>

#include "analyze/compare/study_comparison.h"
#include "report/formats/report_context.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

std::string TerminalComparison(const StudyComparison& comparison, const ReportContext& context);
std::string MarkdownComparison(const StudyComparison& comparison, const ReportContext& context);

// The tables of a comparison of two studies.

// A row for each scenario in both studies: means, ratio with its interval, verdict.
ReportTable ChangeTable(const StudyComparison& comparison, const MetricChange& metric,
                        const Words& words);

// What the runs recorded otherwise, at most `most` rows.
ReportTable DifferenceTable(const StudyComparison& comparison, const Words& words, size_t most);

}  // namespace trena
