// SPDX-License-Identifier: Apache-2.0
// The answer of an analysed table in a screen, as screen_report.h has that of a study: what drives
// the response, the verdict, the cells with the least of it, the drivers, warnings in a line each.
#pragma once

#include <string>

#include "analyze/table/table_analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string TableScreen(const TableAnalysis& analysis, const ReportContext& context);

}  // namespace trena
