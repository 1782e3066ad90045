// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/pilot_step.h"
#include "cli/plan_text.h"
#include "cli/price_tag.h"
#include "cli/study_changes.h"
#include "cli/study_options.h"
#include "core/json.h"
#include "core/signals.h"
#include "core/text.h"
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

// Pilots for so long, where that is asked for; what did not go well is said.
Result<int> MakePilots(const Workspace& workspace, const std::vector<RunRecord>& runs,
                       const std::vector<size_t>& remaining, const std::string& longest) {
  if (longest.empty()) return kExitDone;
  Result<Seconds> time = ParseSeconds(longest);
  if (!time.ok()) return time.error().While("--pilot");
  if (!(time.value().value > 0)) return InputError("--pilot: the time must be above 0");
  Terminal talk(stderr);
  TRENA_ASSIGN(PilotsMade made, PilotStep(workspace, remaining, runs, time.value(), talk));
  for (const std::string& problem : made.problems) {
    talk.Say("No pilot of " + ForTerminal(problem));
  }
  if (made.scenarios == 0) {
    talk.Say("Nothing to pilot: no scenario that was never measured has a runner here.");
  } else {
    talk.Say(fmt::format("{} pilot{} in {}, of {} scenarios never measured.", made.made,
                         made.made == 1 ? "" : "s", ToString(made.took), made.scenarios));
  }
  return made.interrupted ? kExitInterrupted : kExitDone;
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
  auto pilot = std::make_shared<std::string>();
  app.add_option("--pilot", *pilot, "first run a few steps of some scenarios, for so long: 60s")
      ->type_name("TIME");
  return [=]() -> Result<int> {
    TRENA_ASSIGN(auto workspace, OpenStoppable(*options));
    TRENA_ASSIGN(LoadedRuns loaded, workspace->results->Load());
    const Study& study = workspace->study;
    std::vector<size_t> remaining = RunsToMake(study, workspace->plan, loaded.runs, false);
    std::vector<SkippedRun> skipped = SkippedAfterOom(study, workspace->plan, loaded.runs);
    TRENA_ASSIGN(int piloted, MakePilots(*workspace, loaded.runs, remaining, *pilot));
    if (piloted != kExitDone) return piloted;
    PriceTag tag = MakePriceTag(*workspace, loaded.runs, remaining);
    StudyChanges changes = FindChanges(*workspace, *options, loaded.runs);
    if (*csv) {
      fmt::print("{}", PlanCsv(workspace->plan));
    } else if (options->json) {
      Json more = {{"study", workspace->study.name},
                   {"forecast", ToJson(*workspace, tag)},
                   {"skipped", SkippedJson(workspace->plan, skipped)},
                   {"changes", ToJson(changes.plan)}};
      fmt::print("{}", PlanJson(workspace->plan, more));
    } else {
      Terminal terminal(stdout);
      fmt::print("{}", PlanText(*workspace, tag, terminal, CommandWith(*options, "run")));
      fmt::print("{}", ChangesText(changes.sentences));
      for (const SkippedRun& run : skipped) fmt::print("{}.\n", Describe(workspace->plan, run));
    }
    return kExitDone;
  };
}

}  // namespace trena
