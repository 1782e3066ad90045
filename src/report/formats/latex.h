// SPDX-License-Identifier: Apache-2.0
// Text and tables for LaTeX. Whatever comes from a study, log or results folder is text: no
// command, comment, ligature or character that pdflatex does not know comes through.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/formats/report_context.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

// Text in which LaTeX sees nothing but text. A character that its usual fonts (T1, TS1) do not have
// is shown by its code, U+4E2D.
std::string LatexText(const std::string& text);

// A table by booktabs, in parts where it is too wide for a page and over pages (longtable) where it
// is too long for one, with its title as caption and its note below. `name` is ours: \label is
// tab:NAME. Empty where the table has no rows.
std::string LatexTable(const ReportTable& table, const std::string& name, const Words& words);

// The tables of a record for a paper, to be put in by \input; paper.h makes a whole text of them.

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
