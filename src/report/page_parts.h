// SPDX-License-Identifier: Apache-2.0
// Pieces that every page is made of: the frame (page_report.cc), figures, tables, charts and lists
// of facts (page_sections.cc).
#pragma once

#include <string>
#include <vector>

#include "report/charts.h"
#include "report/html.h"
#include "report/page_facts.h"
#include "report/report_context.h"
#include "report/tables.h"

namespace trena {

// Everything up to <body>, and from the footer on.
void BeginPage(const std::string& title, const ReportContext& context, Html& html);
void EndPage(const ReportContext& context, Html& html);

// An open <section> with its heading.
void AddSection(const std::string& id, const std::string& title, Html& html);
// One figure within <dl class="figures">.
void AddFigure(const std::string& name, const std::string& value,
               const std::vector<std::string>& details, Html& html);
void AddTable(const ReportTable& table, Html& html, bool sortable = false);
void AddChart(const Chart& chart, Html& html);
void AddFacts(const std::string& title, const FactLines& lines, Html& html);

}  // namespace trena
