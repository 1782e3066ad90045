// SPDX-License-Identifier: Apache-2.0
// Tables and answer as Markdown (GitHub's tables). What comes from files is escaped: no pipe, tag
// or link of theirs takes effect.
#pragma once

#include <string>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"
#include "report/tables/tables.h"

namespace trena::markdown {

// Text in which Markdown sees nothing but text.
std::string Escaped(const std::string& text);

// Under a heading of its own; nothing for a table without rows.
std::string MarkdownTable(const ReportTable& table);

}  // namespace trena::markdown

namespace trena {

std::string MarkdownReport(const Analysis& analysis, const ReportContext& context);

// Text and tables as Markdown, safe whatever they hold.

}  // namespace trena
