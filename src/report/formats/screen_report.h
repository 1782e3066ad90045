// SPDX-License-Identifier: Apache-2.0
// The answer in a screen: at most 40 lines for a study of eight scenarios, 60 for one of 48. The
// answer first, then the verdict, the scenarios, a line for each driver and for each warning, and
// what to type next. terminal_report.h has everything.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string ScreenReport(const Analysis& analysis, const ReportContext& context);

}  // namespace trena
