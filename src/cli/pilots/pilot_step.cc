// SPDX-License-Identifier: Apache-2.0
#include "cli/pilots/pilot_step.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "core/text/text.h"
#include "core/version.h"
#include "plan/work_left.h"

namespace trena {
namespace {

PilotsListener PilotsTo(Terminal& talk) {
  PilotsListener listener;
  listener.preparing = [&talk](const std::string& what, int64_t done, int64_t total) {
    talk.Progress(fmt::format("Preparing {}: {} of {}", what, done, total));
  };
  listener.starting = [&talk](const PilotState& state) {
    talk.Progress(fmt::format("Pilot {} of {} {} · {} of {}", state.number, state.scenario->id,
                              ForTerminal(Describe(state.scenario->levels)), ToString(state.spent),
                              ToString(state.longest)));
  };
  return listener;
}

}  // namespace

PreviewStep AddPilots(CLI::App& app) {
  auto longest = std::make_shared<std::string>();
  app.add_option("--pilot", *longest, "first run a few steps of some scenarios, for so long: 60s")
      ->type_name("TIME");
  return [longest](const Workspace& workspace, const std::vector<RunRecord>& runs) {
    return PilotStep(workspace, runs, *longest);
  };
}

std::vector<std::string> Describe(const PilotsMade& made) {
  std::vector<std::string> lines;
  for (const std::string& problem : made.problems) {
    lines.push_back("No pilot of " + ForTerminal(problem));
  }
  if (made.crossed != Limit::kNone) {
    lines.push_back(
        fmt::format("No more pilots: the next would {}.",
                    made.crossed == Limit::kBudget ? "pass the budget" : "end after the deadline"));
  }
  if (made.scenarios == 0) {
    lines.emplace_back(
        "Nothing to pilot: what is left was measured before, is not of this machine, or is a "
        "program that tells no epochs (`patterns:`, or `epochs:` and trena.py).");
    return lines;
  }
  lines.push_back(fmt::format(
      "{} pilot{} in {}, of {} never measured; those that show most new levels came first.",
      made.made, made.made == 1 ? "" : "s", ToString(made.took),
      made.scenarios == 1 ? "1 scenario" : fmt::format("{} scenarios", made.scenarios)));
  return lines;
}

Result<int> PilotStep(const Workspace& workspace, const std::vector<RunRecord>& runs,
                      const std::string& longest) {
  if (longest.empty()) return kExitDone;
  Result<Seconds> time = ParseSeconds(longest);
  if (!time.ok()) return time.error().While("--pilot");
  if (!(time.value().value > 0)) return InputError("--pilot: the time must be above 0");
  Terminal talk(stderr);
  const WorkLeft work = FindWorkLeft(workspace.study, workspace.plan, runs, workspace.here, false);
  Configuration configuration(workspace.study, workspace.installation, workspace.runners);
  PilotsRequest request{&workspace.study, &workspace.plan, &configuration,
                        work.remaining,   time.value(),    VersionText()};
  Result<PilotsMade> made = MakePilots(request, runs, *workspace.results, PilotsTo(talk));
  talk.ClearProgress();
  if (!made.ok()) return made.error();
  for (const std::string& line : Describe(made.value())) talk.Say(line);
  return made.value().interrupted ? kExitInterrupted : kExitDone;
}

}  // namespace trena
