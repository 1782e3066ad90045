// SPDX-License-Identifier: Apache-2.0
// Tables and answer as Markdown (GitHub's tables). What comes from files is escaped: no pipe, tag
// or link of theirs takes effect.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"

namespace trena {

std::string MarkdownReport(const Analysis& analysis, const ReportContext& context);

}  // namespace trena
