// SPDX-License-Identifier: Apache-2.0
// The parts of the page, in the order of reading; those with charts are in page_charts.cc. Each
// adds itself to the page or, when it has nothing to show, nothing.
#pragma once

#include "analyze/analysis.h"
#include "report/page/html.h"
#include "report/words/words.h"

namespace trena {

// The question, the verdict, the answer in words and the figures a reader takes away.
void AddFirstScreen(const Analysis& analysis, const Words& words, Html& html);
void AddScenarios(const Analysis& analysis, const Words& words, Html& html);
void AddDrivers(const Analysis& analysis, const Words& words, Html& html);
void AddTradeOffs(const Analysis& analysis, const Words& words, Html& html);
// Loss and accuracy, and what each run used, over time.
void AddOverTime(const Analysis& analysis, const Words& words, Html& html);
// The bill, break-even prices, a target accuracy, how time grows, what limits runs
// (page_findings.cc).
void AddFindings(const Analysis& analysis, const Words& words, Html& html);
// The proof that the frameworks train the same.
void AddVerification(const Analysis& analysis, const Words& words, Html& html);
// The machine's speed while it was measured, by the yardstick.
void AddMachineSpeed(const Analysis& analysis, const Words& words, Html& html);
void AddWarnings(const Analysis& analysis, const Words& words, Html& html);
void AddFailures(const Analysis& analysis, const Words& words, Html& html);
// The machine, versions, fixed values, seeds, every run: what it takes to do it again.
void AddHowToRepeat(const Analysis& analysis, const Words& words, Html& html);

// The series of all runs, for the script to draw the chosen one's: numbers, in no language.
void AddSeriesData(const Analysis& analysis, Html& html);

}  // namespace trena
