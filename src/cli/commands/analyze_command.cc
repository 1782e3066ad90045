// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/analyze_input.h"
#include "cli/command.h"
#include "cli/model_options.h"
#include "cli/steps.h"
#include "core/terminal/output.h"
#include "report/formats/formats.h"
#include "report/formats/screen_report.h"
#include "report/formats/terminal_report.h"

namespace trena {

AnalyzeInput AddTableInput(CLI::App& app, std::shared_ptr<const TypedModel> model);

namespace {

// Instead of a study.
std::vector<AddAnalyzeInput> OtherInputs() { return {AddTableInput}; }

Status CheckInputs(const std::vector<AnalyzeInput>& inputs, const std::string& study) {
  std::string missing = "STUDY is required";
  bool chosen = !study.empty();
  for (const AnalyzeInput& input : inputs) {
    TRENA_CHECK(input.check(study));
    chosen = chosen || input.chosen();
    missing += std::string(", or ") + input.instead;
  }
  if (!chosen) return InputError(missing);
  return Done{};
}

Result<int> AnalyzeStudy(const CLI::App& app, const StudyOptions& options, const TypedModel& model,
                         const AnswerOptions& answer) {
  TRENA_ASSIGN(auto workspace, OpenWorkspace(options));
  TRENA_CHECK(ApplyModelOptions(app, model, workspace->study));
  TRENA_CHECK(CheckBaseline(model, options.only, workspace->study, workspace->plan));
  TRENA_ASSIGN(Analysis analysis, AnalyzeStep(*workspace, options));
  Terminal terminal(stdout);
  ReportContext context = ContextFor(*workspace, *answer.language, &terminal);
  PrintText(options.json ? FindFormat("json")->render(analysis, context)
            : answer.all ? TerminalReport(analysis, context)
                         : ScreenReport(analysis, context));
  return ExitCodeOf(analysis.verdict, answer.strict);
}

}  // namespace

Action AddAnalyze(CLI::App& app) {
  auto options = AddStudyOptions(app);
  AddQuestions(app, *options);
  auto answer = AddAnswerOptions(app);
  auto model = std::make_shared<TypedModel>();
  std::vector<AnalyzeInput> inputs;
  for (AddAnalyzeInput add : OtherInputs()) inputs.push_back(add(app, model));
  AddModelOptions(app, *model);
  // The line of its usage says enough: the help is to fit a screen.
  app.get_option("STUDY")->required(false)->group("");
  return [=, &app]() -> Result<int> {
    TRENA_CHECK(CheckInputs(inputs, options->study));
    for (const AnalyzeInput& input : inputs) {
      if (input.chosen()) return input.analyze(options->json, *answer);
    }
    return AnalyzeStudy(app, *options, *model, *answer);
  };
}

}  // namespace trena
