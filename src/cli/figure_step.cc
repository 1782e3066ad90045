// SPDX-License-Identifier: Apache-2.0
#include "cli/figure_step.h"

#include "cli/steps.h"
#include "report/charts/charts.h"
#include "report/charts/figures.h"
#include "report/paper/paper.h"

namespace trena {
namespace {

constexpr const char* kCaptions = "captions.txt";
constexpr const char* kMain = "main.tex";

std::vector<std::string> AllFormats() { return {FigureFormats().begin(), FigureFormats().end()}; }

Result<std::vector<ReportFile>> FiguresOf(const Analysis& analysis, const FigureOptions& options,
                                          const ReportContext& context) {
  const std::vector<Chart> charts = StudyCharts(analysis, Words(context.language));
  if (charts.empty()) return InputError("there is no chart to draw: no run has a time");
  const auto formats = options.formats.empty() ? AllFormats() : options.formats;
  TRENA_ASSIGN(auto figures, DrawFigures(charts, formats, context.language));
  figures.push_back({kCaptions, FigureCaptions(charts)});
  return figures;
}

}  // namespace

std::shared_ptr<FigureOptions> AddFigureOptions(CLI::App& app) {
  auto options = std::make_shared<FigureOptions>();
  app.add_option("--figures", options->figures, "draw every chart into this folder")
      ->type_name("DIR");
  app.add_option("--figure-format", options->formats, "svg, png, pdf (default: all of them)")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--paper", options->paper, "a folder with figures, tables and a text for LaTeX")
      ->type_name("DIR");
  return options;
}

Result<std::vector<std::string>> FigureStep(const Workspace& workspace, const Analysis& analysis,
                                            const FigureOptions& options,
                                            const std::string& language) {
  if (options.figures.empty() && !options.formats.empty()) {
    return InputError("--figure-format needs --figures DIR");
  }
  const ReportContext context = ContextFor(workspace, language, nullptr);
  std::vector<ReportFile> figures, paper;
  if (!options.figures.empty()) {
    TRENA_ASSIGN(figures, FiguresOf(analysis, options, context));
  }
  if (!options.paper.empty()) {
    TRENA_ASSIGN(paper, MakePaper(analysis, context));
    // The frame, the last of them, is the reader's once it is there.
    if (fs::exists(fs::path(options.paper) / kMain)) paper.pop_back();
  }
  TRENA_ASSIGN(auto paths, WriteFiles(figures, options.figures));
  TRENA_ASSIGN(auto more, WriteFiles(paper, options.paper));
  paths.insert(paths.end(), more.begin(), more.end());
  return paths;
}

}  // namespace trena
