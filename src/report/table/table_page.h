// SPDX-License-Identifier: Apache-2.0
// The page of an analysed table: one file without network, as that of a study, with its charts.
#pragma once

#include <string>

#include "analyze/table/table_analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string TablePageReport(const TableAnalysis& analysis, const ReportContext& context);

}  // namespace trena
