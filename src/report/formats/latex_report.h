// SPDX-License-Identifier: Apache-2.0
// The tables of a record for a paper, to be put in by \input; paper.h makes a whole text of them.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"
#include "report/tables/tables.h"

namespace trena {

// A table with a name of ours: of its label and of its file.
struct NamedTable {
  std::string name;
  ReportTable table;
};

// Scenarios, allocation of variation, effects, costs: those that have rows.
std::vector<NamedTable> LatexTables(const Analysis& analysis, const Words& words);

// Packages that a text with these tables must use, a line each.
std::string LatexPackages();

std::string LatexReport(const Analysis& analysis, const ReportContext& context);

}  // namespace trena
