// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/plan_text.h"
#include "cli/study_changes.h"
#include "cli/study_options.h"
#include "core/json.h"
#include "core/signals.h"
#include "core/text.h"
#include "plan/forecast.h"
#include "plan/skipped.h"

namespace trena {
namespace {

Json SkippedJson(const Plan& plan, const std::vector<SkippedRun>& skipped) {
  Json list = Json::array();
  for (const SkippedRun& run : skipped) {
    list.push_back({{"scenario", plan.scenarios[plan.runs[run.run].scenario].id},
                    {"replication", plan.runs[run.run].replication},
                    {"after", plan.scenarios[run.after].id}});
  }
  return list;
}

std::string ChangesText(const std::vector<std::string>& sentences) {
  if (sentences.empty()) return "";
  std::string out = "\nThe study changed since it was last measured:\n";
  for (const std::string& sentence : sentences) out += "  " + ForTerminal(sentence) + "\n";
  return out;
}

// Ctrl-C while an optimal design is searched for keeps the best so far.
Result<std::unique_ptr<Workspace>> OpenStoppable(const StudyOptions& options) {
  Terminal talk(stderr);
  SignalWatch signals;
  int shown = -1;
  auto progress = [&](const SearchProgress& search) {
    if (search.sweeps != shown) {
      talk.Progress(fmt::format(
          "searching: start {} of {}, sweep {}, {:.1f} % efficient; Ctrl-C keeps the best so far",
          search.restart, search.restarts, search.sweeps + 1, search.efficiency_percent));
    }
    shown = search.sweeps;
    return signals.Take() == 0;
  };
  Result<std::unique_ptr<Workspace>> workspace = OpenWorkspace(options, progress);
  talk.ClearProgress();
  return workspace;
}

}  // namespace

Action AddPlan(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto csv = std::make_shared<bool>(false);
  app.add_flag("--csv", *csv, "print one row per run, in order")->excludes("--json");
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenStoppable(*options));
    TRENA_ASSIGN(LoadedRuns loaded, workspace->results->Load());
    const Study& study = workspace->study;
    std::vector<size_t> remaining = RunsToMake(study, workspace->plan, loaded.runs, false);
    std::vector<SkippedRun> skipped = SkippedAfterOom(study, workspace->plan, loaded.runs);
    Forecast forecast = MakeForecast(workspace->study, workspace->plan, remaining, loaded.runs);
    StudyChanges changes = FindChanges(*workspace, *options, loaded.runs);
    if (*csv) {
      fmt::print("{}", PlanCsv(workspace->plan));
    } else if (options->json) {
      Json more = {{"study", workspace->study.name},
                   {"forecast", ToJson(forecast)},
                   {"skipped", SkippedJson(workspace->plan, skipped)},
                   {"changes", ToJson(changes.plan)}};
      fmt::print("{}", PlanJson(workspace->plan, more));
    } else {
      Terminal terminal(stdout);
      fmt::print("{}", PlanText(*workspace, forecast, terminal, CommandWith(*options, "run")));
      fmt::print("{}", ChangesText(changes.sentences));
      for (const SkippedRun& run : skipped) fmt::print("{}.\n", Describe(workspace->plan, run));
    }
    return kExitDone;
  };
}

}  // namespace trena
