// SPDX-License-Identifier: Apache-2.0
// The record as one self-contained page: it opens from disk, fetches nothing, and is complete
// without its script, which only draws the charts and sorts the tables. Its policy lets exactly
// that script run, by its hash.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string PageReport(const Analysis& analysis, const ReportContext& context);

// "sha256-…" in base64, as a Content-Security-Policy names a script.
std::string PolicyHash(std::string_view script);

}  // namespace trena
