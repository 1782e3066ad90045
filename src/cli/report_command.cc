// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/figure_step.h"
#include "cli/steps.h"
#include "core/json.h"
#include "core/text.h"
#include "report/formats/formats.h"

namespace trena {
namespace {

// What the formats and the paper draw of the run folders. A format that is not there needs nothing;
// it is refused later.
RecordedParts PartsNeeded(const std::vector<std::string>& formats, const FigureOptions& figures) {
  RecordedParts parts{.steps = !figures.paper.empty()};
  for (const std::string& name : formats) {
    for (const Format* format : FindFormats(name)) {
      parts.epochs |= format->needs.epochs;
      parts.samples |= format->needs.samples;
    }
  }
  return parts;
}

}  // namespace

Action AddReport(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto formats = std::make_shared<std::vector<std::string>>();
  auto file = std::make_shared<std::string>();
  app.add_option("--format", *formats,
                 "html, markdown, runs (default), latex, json, csv: docs/report.md")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--file", *file, "write one format here; - is stdout");
  auto figures = AddFigureOptions(app);
  AddQuestions(app, *options);
  auto language = AddLanguage(app);
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    const RecordedParts parts = PartsNeeded(*formats, *figures);
    TRENA_ASSIGN(Analysis analysis, AnalyzeStep(*workspace, *options, parts));
    if (analysis.runs.empty()) {
      return InputError(
          fmt::format("nothing was measured yet; first: {}", CommandWith(*options, "measure")));
    }
    const bool drawing = !figures->figures.empty() || !figures->paper.empty();
    if (formats->empty() && !drawing) *formats = {"html", "markdown", "runs"};
    const ReportRequest request{*formats, *language, *file};
    TRENA_CHECK(CheckFormats(request));
    TRENA_ASSIGN(auto paths, FigureStep(*workspace, analysis, *figures, *language));
    TRENA_ASSIGN(auto reports, ReportStep(*workspace, *options, analysis, request));
    paths.insert(paths.end(), reports.begin(), reports.end());
    if (options->json) fmt::print("{}\n", Dump(Json{{"files", paths}}));
    if (options->json) return kExitDone;
    for (const std::string& path : paths) fmt::print("{}\n", ForTerminal(path));
    return kExitDone;
  };
}

}  // namespace trena
