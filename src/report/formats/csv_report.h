// SPDX-License-Identifier: Apache-2.0
// Tidy data (RFC 4180): one row per attempt, with its levels, metrics and cost. The other tables
// (csv_tables.h) name the attempt by its folder, `run`. Numbers are written so that they read back
// as they were; words that a spreadsheet would take for a formula get an apostrophe in front.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string CsvReport(const Analysis& analysis, const ReportContext& context);

}  // namespace trena
