// SPDX-License-Identifier: Apache-2.0
// Pieces that every page is made of: the frame (page_report.cc), figures, tables, charts and lists
// of facts (page_parts.cc).
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "report/charts/charts.h"
#include "report/formats/report_context.h"
#include "report/page/html.h"
#include "report/tables/tables.h"
#include "store/run.h"

namespace trena {

// Lines of name and value.
using FactLines = std::vector<std::pair<std::string, std::string>>;

// Everything up to <body>, and from the script on.
void BeginPage(const std::string& title, const ReportContext& context, Html& html);
void EndPage(Html& html);
void AddFooter(const ReportContext& context, const Words& words, Html& html);

// A whole page whose `content` a reader can have in the other language, and `data` for its script,
// which are in none.
std::string PageInBothLanguages(const std::string& title, const ReportContext& context,
                                const std::function<void(const Words& words, Html& html)>& content,
                                const std::function<void(Html& html)>& data);

// The head of a page: what it is about, a title, and buttons for colours and, where the page has
// another, for its language. They show only where the script runs.
void AddTop(const std::string& about, const std::string& title, bool other_language,
            const Words& words, Html& html);

// An open <section> with its heading.
void AddSection(const std::string& id, const std::string& title, Html& html);
// One figure within <dl class="figures">.
void AddFigure(const std::string& name, const std::string& value,
               const std::vector<std::string>& details, Html& html);
// In a box that scrolls by itself on a narrow screen.
void AddTable(const ReportTable& table, Html& html, bool sortable = false);
// The same, sortable, with a box to filter its rows by and a choice of columns.
void AddFilteredTable(const ReportTable& table, const Words& words, Html& html);
// Sortable, behind its title.
void AddDetails(const ReportTable& table, Html& html);

void AddChart(const Chart& chart, Html& html);
// One below the other; side by side where there is room.
void AddCharts(const std::vector<Chart>& charts, Html& html);
void AddChartGrid(const std::vector<Chart>& charts, Html& html);
void AddFacts(const std::string& title, const FactLines& lines, Html& html);

// Facts that runs carry (the machine's, the versions') as lines of name and value, taken together
// over all runs: what differs between runs is listed with each of its values.

// `part` is RunRecord::facts, versions or inputs. Names of nested facts are joined by a point.
FactLines CommonFacts(const std::vector<RunRecord>& runs, Shared<Json> RunRecord::* part);

}  // namespace trena
