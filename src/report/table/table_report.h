// SPDX-License-Identifier: Apache-2.0
// An analysed table on the terminal: what was read, the analysis of variance, the means of the
// cells with their intervals, the answer.
#pragma once

#include <string>

#include "analyze/table/table_analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string TableReport(const TableAnalysis& analysis, const ReportContext& context);

}  // namespace trena
