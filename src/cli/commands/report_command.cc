// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/steps.h"
#include "core/json.h"
#include "core/terminal/output.h"
#include "core/text/text.h"
#include "report/charts/charts.h"
#include "report/charts/figures.h"
#include "report/formats/formats.h"
#include "report/paper/paper.h"

namespace trena {
namespace {

constexpr const char* kCaptions = "captions.txt";

// A folder of files that a report can be beside its formats.
struct FolderReport {
  const char* option;
  const char* meaning;
  Result<std::vector<ReportFile>> (*make)(const Analysis& analysis, const ReportContext& context);
  bool steps;  // draws the loss of single steps
};

const std::vector<FolderReport>& FolderReports() {
  static const std::vector<FolderReport> folders = {
      {"--paper", "a folder with figures, tables and a text for LaTeX", MakePaper, true},
  };
  return folders;
}

struct DrawingOptions {
  std::string figures;               // folder; empty: none
  std::vector<std::string> formats;  // of the figures; empty: every one
  std::vector<std::string> folders;  // as FolderReports(); empty: not asked for

  bool any() const {
    return !figures.empty() || std::any_of(folders.begin(), folders.end(),
                                           [](const std::string& path) { return !path.empty(); });
  }
};

std::shared_ptr<DrawingOptions> AddDrawingOptions(CLI::App& app) {
  auto options = std::make_shared<DrawingOptions>();
  app.add_option("--figures", options->figures, "draw every chart into this folder")
      ->type_name("DIR");
  app.add_option("--figure-format", options->formats, "svg, png, pdf (default: all of them)")
      ->delimiter(',')
      ->allow_extra_args(false);
  options->folders.resize(FolderReports().size());
  for (size_t i = 0; i < FolderReports().size(); ++i) {
    const FolderReport& report = FolderReports()[i];
    app.add_option(report.option, options->folders[i], report.meaning)->type_name("DIR");
  }
  return options;
}

Result<std::vector<ReportFile>> FiguresOf(const Analysis& analysis,
                                          const std::vector<std::string>& formats,
                                          const ReportContext& context) {
  const std::vector<Chart> charts = StudyCharts(analysis, Words(context.language));
  if (charts.empty()) return InputError("there is no chart to draw: no run has a time");
  const std::vector<std::string> all(FigureFormats().begin(), FigureFormats().end());
  TRENA_ASSIGN(auto figures,
               DrawFigures(charts, formats.empty() ? all : formats, context.language));
  figures.push_back({kCaptions, FigureCaptions(charts)});
  return figures;
}

// Draws what was asked for; all of it is drawn before the first file is written. Gives the paths.
Result<std::vector<std::string>> Draw(const Analysis& analysis, const DrawingOptions& options,
                                      const ReportContext& context) {
  if (options.figures.empty() && !options.formats.empty()) {
    return InputError("--figure-format needs --figures DIR");
  }
  std::vector<std::pair<std::vector<ReportFile>, std::string>> drawn;  // files, and where to
  if (!options.figures.empty()) {
    TRENA_ASSIGN(auto figures, FiguresOf(analysis, options.formats, context));
    drawn.emplace_back(std::move(figures), options.figures);
  }
  for (size_t i = 0; i < options.folders.size(); ++i) {
    if (options.folders[i].empty()) continue;
    TRENA_ASSIGN(auto files, FolderReports()[i].make(analysis, context));
    drawn.emplace_back(std::move(files), options.folders[i]);
  }
  std::vector<std::string> paths;
  for (const auto& [files, folder] : drawn) {
    TRENA_ASSIGN(auto written, WriteFiles(files, folder));
    paths.insert(paths.end(), written.begin(), written.end());
  }
  return paths;
}

// What the formats and the folders draw of the run folders. A format that is not there needs
// nothing; it is refused later.
RecordedParts PartsNeeded(const std::vector<std::string>& formats, const DrawingOptions& drawing) {
  RecordedParts parts;
  for (size_t i = 0; i < drawing.folders.size(); ++i) {
    parts.steps |= !drawing.folders[i].empty() && FolderReports()[i].steps;
  }
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
  auto drawing = AddDrawingOptions(app);
  AddQuestions(app, *options);
  auto language = AddLanguage(app);
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    if (formats->empty() && !drawing->any()) *formats = {"html", "markdown", "runs"};
    const RecordedParts parts = PartsNeeded(*formats, *drawing);
    TRENA_ASSIGN(Analysis analysis, AnalyzeStep(*workspace, *options, parts));
    if (analysis.runs.empty()) {
      return InputError(
          fmt::format("nothing was measured yet; first: {}", CommandWith(*options, "measure")));
    }
    const ReportRequest request{*formats, *language, *file};
    TRENA_CHECK(CheckFormats(request));
    TRENA_ASSIGN(auto paths, Draw(analysis, *drawing, ContextFor(*workspace, *language, nullptr)));
    TRENA_ASSIGN(auto reports, ReportStep(*workspace, *options, analysis, request));
    paths.insert(paths.end(), reports.begin(), reports.end());
    if (options->json) Print("{}\n", Dump(Json{{"files", paths}}));
    if (options->json) return kExitDone;
    for (const std::string& path : paths) Print("{}\n", ForTerminal(path));
    return kExitDone;
  };
}

}  // namespace trena
