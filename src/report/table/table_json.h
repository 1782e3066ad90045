// SPDX-License-Identifier: Apache-2.0
// An analysed table for programs: the record of `trena analyze --json`
// (schemas/analysis.schema.json) with what was read in `table`.
#pragma once

#include <string>

#include "analyze/table/table_analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string TableJson(const TableAnalysis& analysis, const ReportContext& context);

}  // namespace trena
