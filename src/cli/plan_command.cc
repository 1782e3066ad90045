// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/plan_text.h"
#include "cli/study_options.h"
#include "core/json.h"
#include "plan/forecast.h"
#include "plan/remaining.h"

namespace trena {

Action AddPlan(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto csv = std::make_shared<bool>(false);
  app.add_flag("--csv", *csv, "print one row per run, in order")->excludes("--json");
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenWorkspace(*options));
    TRENA_ASSIGN(LoadedRuns loaded, workspace->results->Load());
    std::vector<size_t> remaining = RemainingRuns(workspace->plan, loaded.runs, false);
    Forecast forecast = MakeForecast(workspace->study, workspace->plan, remaining, loaded.runs);
    if (*csv) {
      fmt::print("{}", PlanCsv(workspace->plan));
    } else if (options->json) {
      Json out = ToJson(workspace->plan);
      out["study"] = workspace->study.name;
      out["forecast"] = ToJson(forecast);
      fmt::print("{}\n", Dump(out, 1));
    } else {
      Terminal terminal(stdout);
      fmt::print("{}", PlanText(*workspace, forecast, terminal, CommandWith(*options, "run")));
    }
    return kExitDone;
  };
}

}  // namespace trena
