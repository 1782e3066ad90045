// SPDX-License-Identifier: Apache-2.0
// A folder for a paper: the methodology's own figures (docs/studies/methodology.md) and the page's
// charts as PDF, tables by booktabs, and a text around them that compiles.
//
//   main.tex          the frame, the reader's to edit: written once
//   content.tex       the answer, figures with captions, tables, notes: written anew each time
//   figures/NAME.pdf
//   tables/NAME.tex
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "core/result.h"
#include "report/charts/figures.h"
#include "report/formats/latex.h"
#include "report/formats/report_context.h"
#include "report/tables/tables.h"
#include "report/words/words.h"

namespace trena {

// The figures and tables of a paper, before they are drawn.
struct PaperParts {
  std::vector<Chart> seeds;  // paper_charts.h
  std::vector<Chart> more;   // of the page
  std::vector<NamedTable> tables;
  std::vector<std::string> notes;  // what the papers show and this record cannot
};

PaperParts PartsOfPaper(const Analysis& analysis, const ReportContext& context);

// The frame. It changes with the study's name, question and language alone.
std::string PaperMain(const Analysis& analysis, const ReportContext& context);
// What the frame puts in.
std::string PaperContent(const Analysis& analysis, const PaperParts& parts, const Words& words);

// Every file of the folder, drawn; main.tex is the last.
Result<std::vector<ReportFile>> MakePaper(const Analysis& analysis, const ReportContext& context);

// Every training of a study with few scenarios, side by side, with their means below: the
// accelerator study's table (Araújo et al. 2024), which compares ten trainings on each of two
// machines.

// No rows where there are more than four scenarios, or none with two trainings.
ReportTable TrainingsTable(const Analysis& analysis, const Words& words);

}  // namespace trena
