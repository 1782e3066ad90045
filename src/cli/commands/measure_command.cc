// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/steps.h"
#include "cli/steps/verify_step.h"
#include "core/json.h"
#include "core/terminal/output.h"
#include "plan/added_blocks.h"

namespace trena {
namespace {

Json ToJson(const Workspace& workspace, const MeasureSummary& summary) {
  const char* end = "done";
  if (summary.end == MeasureEnd::kBudget) end = "budget";
  if (summary.end == MeasureEnd::kDeadline) end = "deadline";
  if (summary.end == MeasureEnd::kInterrupted) end = "interrupted";
  Json json = {{"end", end},
               {"measured", summary.measured},
               {"already", summary.already},
               {"failed", summary.failed},
               {"failed_before", summary.failed_before},
               {"skipped", summary.skipped},
               {"pending_environments", summary.pending_environments}};
  if (workspace.study.design.stop) {
    json["precision"] = PrecisionsJson(workspace.plan, summary.precisions);
  }
  return json;
}

}  // namespace

Action AddMeasure(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto how = AddMeasureOptions(app, *options);
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    Configuration configuration(workspace->study, workspace->installation, workspace->runners);
    Terminal talk(stderr);
    TRENA_ASSIGN(MeasureSummary summary,
                 MeasureStep(*workspace, *options, configuration, *how, talk));
    if (options->json) Print("{}\n", Dump(ToJson(*workspace, summary)));
    return ExitCodeOf(summary);
  };
}

}  // namespace trena
