// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/plan_text.h"
#include "cli/previews.h"
#include "cli/price_text.h"
#include "cli/steps.h"
#include "cli/steps/verify_step.h"
#include "cli/talk.h"
#include "core/terminal/output.h"
#include "core/text/text.h"
#include "plan/work_left.h"
#include "report/formats/formats.h"
#include "report/formats/screen_report.h"
#include "report/formats/terminal_report.h"

namespace trena {
namespace {

// What is about to happen, in two lines, before anything is spent.
Status Announce(const Workspace& workspace, Terminal& talk) {
  TRENA_ASSIGN(const LoadedRuns* loaded, workspace.runs->Get());
  const Plan& plan = workspace.plan;
  WorkLeft work = FindWorkLeft(workspace.study, plan, loaded->runs, workspace.here, false);
  talk.Say(fmt::format("{}: {}", ForTerminal(workspace.study.name), PlanCounts(plan)));
  PriceTag tag = PriceStep(workspace, loaded->runs, work, *FindPreviews(workspace));
  const std::string price = PriceText(tag.forecast) + PlacesText(tag.forecast);
  talk.Say(price.substr(0, price.size() - 1));
  return Done{};
}

Result<int> RunAll(const StudyOptions& options, const MeasureHow& how,
                   const AnswerOptions& answer) {
  TRENA_ASSIGN(auto workspace, OpenWorkspace(options));
  TalkIn(*answer.language);
  Terminal talk(stderr);
  TRENA_CHECK(Announce(*workspace, talk));
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  TRENA_CHECK(ConfigureStep(*workspace, configuration, talk));
  TRENA_ASSIGN(Verification verification, VerifyStep(*workspace, configuration, talk));
  if (!verification.rows.empty()) talk.Say(VerificationText(verification));
  TRENA_ASSIGN(MeasureSummary summary, MeasureStep(*workspace, options, configuration, how, talk));
  int measured = ExitCodeOf(summary);
  TRENA_ASSIGN(Analysis analysis, AnalyzeStep(*workspace, options, RecordedParts{}));
  // Nothing measured, now or before, is no answer.
  if (analysis.runs.empty()) return measured != kExitDone ? measured : kExitInconclusive;
  Terminal terminal(stdout);
  ReportContext context = ContextFor(*workspace, *answer.language, &terminal);
  PrintText(options.json ? FindFormat("json")->render(analysis, context)
            : answer.all ? "\n" + TerminalReport(analysis, context)
                         : "\n" + ScreenReport(analysis, context));
  TRENA_ASSIGN(auto paths, ReportStep(*workspace, options, analysis,
                                      {{"html", "markdown", "runs"}, *answer.language, ""}));
  int code = measured != kExitDone ? measured : ExitCodeOf(analysis.verdict, answer.strict);
  if (options.json) return code;
  PrintText(
      Talk().Say({"The page: {path} (report.md and report.csv are beside it)",
                  "A página: {path} (report.md e report.csv estão ao lado)"},
                 {{"path", ForTerminal(fs::absolute(paths[0]).lexically_normal().string())}}) +
      "\n");
  return code;
}

}  // namespace

Action AddRun(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto how = AddMeasureOptions(app, *options);
  auto answer = AddAnswerOptions(app);
  return [=] { return RunAll(*options, *how, *answer); };
}

}  // namespace trena
