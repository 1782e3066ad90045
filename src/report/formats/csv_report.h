// SPDX-License-Identifier: Apache-2.0
// Tidy data (RFC 4180): one row per attempt, with its levels, metrics and cost. The other tables
// name the attempt by its folder, `run`. Numbers are written so that they read back
// as they were; words that a spreadsheet would take for a formula get an apostrophe in front.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string CsvReport(const Analysis& analysis, const ReportContext& context);

// Tidy tables beside that of the runs (csv_report.h), joined to it by `run`: what the runs reported
// after each epoch, what the monitor saw of them, and the effects of every response. A run that
// recorded no epochs or samples has no rows; formats.cc says that they are to be in the record.

std::string EpochsCsv(const Analysis& analysis, const ReportContext& context);

// Every column that any run has, with the seconds since the run's first sample before them.
std::string SamplesCsv(const Analysis& analysis, const ReportContext& context);

// A column per factor, empty where the effect is not of it; of log(response) on that scale.
std::string EffectsCsv(const Analysis& analysis, const ReportContext& context);

}  // namespace trena
