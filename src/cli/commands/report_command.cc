// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/figure_step.h"
#include "cli/series_step.h"
#include "cli/steps.h"
#include "core/json.h"
#include "core/text.h"

namespace trena {

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
    TRENA_ASSIGN(Analysis analysis, AnalyzeStep(*workspace, *options));
    if (analysis.runs.empty()) {
      return InputError(
          fmt::format("nothing was measured yet; first: {}", CommandWith(*options, "measure")));
    }
    const bool drawing = !figures->figures.empty() || !figures->paper.empty();
    if (formats->empty() && !drawing) *formats = {"html", "markdown", "runs"};
    const ReportRequest request{*formats, *language, *file};
    TRENA_CHECK(CheckFormats(request));
    TRENA_CHECK(AddSeries(*workspace, analysis));
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
