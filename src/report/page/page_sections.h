// SPDX-License-Identifier: Apache-2.0
// How the page draws a section of the report (sections.h names one of these in each row). Each adds
// the section to the page or, when it has nothing to show, nothing. The first few serve any table
// or chart; the rest are the sections that only the page has, or draws in a way of its own.
#pragma once

#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "report/page/html.h"
#include "report/words/words.h"

namespace trena {

struct ReportSection;

using DrawSection = void(const ReportSection& section, const Analysis& analysis, const Words& words,
                         Html& html);

// All sections of the page, in their order and under their headings.
void AddSections(const Analysis& analysis, const Words& words, Html& html);

// These of them.
void AddSectionList(const std::vector<const ReportSection*>& sections, const Analysis& analysis,
                    const Words& words, Html& html);
// The verdict in a badge, and the sentence that says why.
void AddVerdict(Verdict verdict, const std::string& sentence, const Words& words, Html& html);
// Links to the sections that were added to `sections`.
void AddContents(const Html& sections, const Words& words, Html& html);

// Each table in a section of its own, sortable.
DrawSection DrawTableSections;
// Charts below each other in a section of their own, under the row's title.
DrawSection DrawChartSection;
// Sentences and charts side by side in a section of their own, under the text's title.
DrawSection DrawTextAndCharts;
// Within the section of a group: sentences; charts; charts and below them the table; tables behind
// their titles.
DrawSection DrawParagraph;
DrawSection DrawCharts;
DrawSection DrawChartsAndTable;
DrawSection DrawDetails;

// The question, the verdict, the answer in words and the figures a reader takes away.
DrawSection DrawFirstScreen;
// With a box to filter rows by.
DrawSection DrawScenarios;
// Main-effect plots are as wide as the page, interactions stand side by side.
DrawSection DrawMeans;
// Loss and accuracy, and what each run used, over time (page_series.cc).
DrawSection DrawOverTime;
DrawSection DrawWarnings;
// With what each such run said last.
DrawSection DrawFailures;
// The machine, versions, fixed values, seeds, every run: what it takes to do it again.
DrawSection DrawHowToRepeat;

// The series of all runs, for the script to draw the chosen one's: numbers, in no language.
void AddSeriesData(const Analysis& analysis, Html& html);

}  // namespace trena
