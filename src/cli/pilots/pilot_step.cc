// SPDX-License-Identifier: Apache-2.0
#include "cli/pilots/pilot_step.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/talk.h"
#include "core/text/text.h"
#include "core/version.h"
#include "plan/work_left.h"

namespace trena {
namespace {

PilotsListener PilotsTo(Terminal& talk) {
  PilotsListener listener;
  listener.preparing = [&talk](const std::string& what, int64_t done, int64_t total) {
    if (total < 0) return talk.Say(ForTerminal(what));  // a note
    talk.Progress(Talk().Say(
        {"Preparing {what}: {done} of {total}", "Preparando {what}: {done} de {total}"},
        {{"what", what}, {"done", std::to_string(done)}, {"total", std::to_string(total)}}));
  };
  listener.starting = [&talk](const PilotState& state) {
    const Words words = Talk();
    talk.Progress(words.Say({"Pilot {number} of {scenario} {levels} · {spent} of {longest}",
                             "Piloto {number} de {scenario} {levels} · {spent} de {longest}"},
                            {{"number", std::to_string(state.number)},
                             {"scenario", state.scenario->id},
                             {"levels", ForTerminal(Describe(state.scenario->levels))},
                             {"spent", words.Time(state.spent.value)},
                             {"longest", words.Time(state.longest.value)}}));
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
  const Words words = Talk();
  for (const std::string& problem : made.problems) {
    lines.push_back(words.Say({"No pilot of {problem}", "Nenhum piloto de {problem}"},
                              {{"problem", ForTerminal(problem)}}));
  }
  if (made.crossed == Limit::kBudget) {
    lines.push_back(words.Say({"No more pilots: the next would pass the budget.",
                               "Sem mais pilotos: o próximo passaria do orçamento."}));
  } else if (made.crossed != Limit::kNone) {
    lines.push_back(words.Say({"No more pilots: the next would end after the deadline.",
                               "Sem mais pilotos: o próximo terminaria depois do prazo."}));
  }
  if (made.scenarios == 0) {
    lines.push_back(words.Say(
        {"Nothing to pilot: what is left was measured before, is not of this machine, or is a "
         "program that tells no epochs (`patterns:`, or `epochs:` and trena.py).",
         "Nada a pilotar: o que resta já foi medido, não é desta máquina ou é um programa que não "
         "diz suas épocas (`patterns:`, ou `epochs:` e trena.py)."}));
    return lines;
  }
  lines.push_back(words.Say(
      {"{made} [pilot|pilots] in {time}, of {scenarios} [scenario|scenarios] never measured; those "
       "that show most new levels came first.",
       "{made} [piloto|pilotos] em {time}, de {scenarios} [cenário nunca medido|cenários nunca "
       "medidos]; primeiro os que mostram mais níveis novos."},
      {{"made", std::to_string(made.made)},
       {"time", words.Time(made.took.value)},
       {"scenarios", std::to_string(made.scenarios)}}));
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
