// SPDX-License-Identifier: Apache-2.0
// A comparison of two studies for people: on the terminal, and to paste into an issue.
#pragma once

#include <string>

#include "analyze/compare/study_comparison.h"
#include "report/formats/report_context.h"

namespace trena {

std::string TerminalComparison(const StudyComparison& comparison, const ReportContext& context);
std::string MarkdownComparison(const StudyComparison& comparison, const ReportContext& context);

}  // namespace trena
