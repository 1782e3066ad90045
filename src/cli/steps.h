// SPDX-License-Identifier: Apache-2.0
// The activities as steps that the commands, and `run` one after the other, are made of.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "analyze/analysis.h"
#include "cli/previews.h"
#include "cli/study_options.h"
#include "core/result.h"
#include "core/terminal/terminal.h"
#include "measure/measure.h"
#include "plan/forecast/price_tag.h"
#include "report/formats/report_context.h"

namespace trena {

// What is left to do will take, by the runs that are there now and what was seen before; runs
// nothing.
PriceTag PriceStep(const Workspace& workspace, const std::vector<RunRecord>& runs,
                   const WorkLeft& work, const Previews& previews,
                   std::optional<Seconds> run_takes = {});

// Finds runners, times them where that was not done yet (or `probe_again`), and prepares what the
// runs that can happen here need. Talks to `talk`.
Status ConfigureStep(const Workspace& workspace, Configuration& configuration, Terminal& talk,
                     bool probe_again = false);

struct MeasureHow {
  bool retry = false;   // what failed
  bool insist = false;  // on frameworks that differ from the reference
};

// Declares --again, --retry and --insist, for what measures.
std::shared_ptr<MeasureHow> AddMeasureOptions(CLI::App& app, StudyOptions& options);

// Measures what is missing and says how it ended.
Result<MeasureSummary> MeasureStep(const Workspace& workspace, const StudyOptions& options,
                                   Configuration& configuration, const MeasureHow& how,
                                   Terminal& talk);

// The whole record: with the commands that the analysis names carrying this call's own options,
// and, for reports that draw what runs recorded over time, with that.
Result<Analysis> AnalyzeStep(const Workspace& workspace, const StudyOptions& options,
                             const std::optional<RecordedParts>& recorded = std::nullopt);

struct ReportRequest {
  std::vector<std::string> formats;
  std::string language;  // empty: the study's
  std::string file;      // of the one format; "-" is stdout; empty: in the results folder
};

// An InputError for a format that is not there, or several in one place.
Status CheckFormats(const ReportRequest& request);

// Writes report.html and so on. A part of the study (-P, --only) has files of its own names, so
// that it does not replace the whole's. Returns the paths written.
Result<std::vector<std::string>> ReportStep(const Workspace& workspace, const StudyOptions& options,
                                            const Analysis& analysis, const ReportRequest& request);

ReportContext ContextFor(const Workspace& workspace, const std::string& language,
                         const Terminal* terminal);

int ExitCodeOf(const MeasureSummary& summary);
// 0 for a valid answer, with reservations only if not `strict`; 4 otherwise.
int ExitCodeOf(Verdict verdict, bool strict);

}  // namespace trena
