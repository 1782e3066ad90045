// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are a table each: what drives time and cost, the bill, break-even
// prices, a target accuracy, how time grows, what limits runs.
#include "report/answer/bottleneck_words.h"
#include "report/answer/scaling_words.h"
#include "report/answer/target_words.h"
#include "report/page/page_parts.h"
#include "report/page/page_sections.h"
#include "report/tables/cost_tables.h"

namespace trena {
namespace {

void AddTableSection(const std::string& id, const ReportTable& table, Html& html) {
  if (table.rows.empty()) return;
  AddSection(id, table.title, html);
  AddTable(table, html, true);
  html.Close("section");
}

}  // namespace

void AddFindings(const Analysis& analysis, const Words& words, Html& html) {
  AddTableSection("time-and-cost", TimeAndCostTable(analysis, words), html);
  AddTableSection("bill", BillTable(analysis, words), html);
  AddTableSection("break-even", BreakEvenTable(analysis, words), html);
  AddTableSection("target", TargetTable(analysis, words), html);
  int number = 0;
  for (const ReportTable& table : ScalingTables(analysis, words)) {
    AddTableSection("scaling-" + std::to_string(++number), table, html);
  }
  AddTableSection("limits", LimitsTable(analysis, words), html);
}

}  // namespace trena
