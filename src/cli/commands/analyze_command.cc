// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/commands/analyze_table_command.h"
#include "cli/steps.h"
#include "report/formats/formats.h"
#include "report/formats/terminal_report.h"

namespace trena {

Action AddAnalyze(CLI::App& app) {
  auto options = AddStudyOptions(app);
  AddQuestions(app, *options);
  auto language = AddLanguage(app);
  auto table = AddTableOptions(app);
  app.get_option("STUDY")->required(false);
  return [=, &app]() -> Result<int> {
    TRENA_CHECK(CheckTableOptions(app, options->study));
    if (app.count("--table") > 0) {
      return AnalyzeTableCommand(*table, options->json, *language);
    }
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    TRENA_CHECK(ApplyModelOptions(app, *table, workspace->study.analyze));
    TRENA_ASSIGN(Analysis analysis, AnalyzeStep(*workspace, *options));
    Terminal terminal(stdout);
    ReportContext context = ContextFor(*workspace, *language, &terminal);
    fmt::print("{}", options->json ? FindFormat("json")->render(analysis, context)
                                   : TerminalReport(analysis, context));
    return ExitCodeOf(analysis);
  };
}

}  // namespace trena
