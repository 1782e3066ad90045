// SPDX-License-Identifier: Apache-2.0
// trena fit: the largest level of a factor that fits into memory.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyze/fit/fit_analysis.h"
#include "cli/command.h"
#include "cli/parse_option.h"
#include "cli/study_options.h"
#include "cli/talk.h"
#include "configure/scenario_word.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
#include "core/version.h"
#include "measure/fit/fit_search.h"
#include "measure/machine/machine.h"
#include "plan/fit/fit_series.h"
#include "report/fit/fit_report.h"
#include "store/fits/fit_run.h"

namespace trena {
namespace {

struct FitOptions {
  std::string factor = "batch";
  std::optional<std::string> memory;
  bool all = false;
};

// What was asked for, and what the study's environments have.
Result<std::vector<Bytes>> MemoriesOf(const FitOptions& options, const Study& study) {
  std::optional<Bytes> asked;
  TRENA_CHECK(ParseOption("--memory", options.memory, ParseBytes, asked));
  std::vector<Bytes> memories;
  if (asked) memories.push_back(*asked);
  for (const Environment& environment : study.environments) {
    const bool known = environment.memory && std::find(memories.begin(), memories.end(),
                                                       *environment.memory) != memories.end();
    if (environment.memory && !known) memories.push_back(*environment.memory);
  }
  return memories;
}

// Only what can run on this machine.
void KeepHere(const Workspace& workspace, std::vector<FitSeries>& all) {
  std::erase_if(all, [&](const FitSeries& series) {
    return !workspace.here.Has(workspace.study, *series.scenarios[0]);
  });
}

FitListener FitListenerTo(Terminal& talk) {
  FitListener listener;
  listener.preparing = [&talk](const std::string& what, int64_t done, int64_t total) {
    talk.Progress(Talk().Say(
        {"Preparing {what}: {done} of {total}", "Preparando {what}: {done} de {total}"},
        {{"what", what}, {"done", std::to_string(done)}, {"total", std::to_string(total)}}));
  };
  listener.starting = [&talk](const FitState& state) {
    talk.Progress(Talk().Say({"Combination {number} of {all}: {scenario} {levels}",
                              "Combinação {number} de {all}: {scenario} {levels}"},
                             {{"number", std::to_string(state.series)},
                              {"all", std::to_string(state.of)},
                              {"scenario", state.scenario->id},
                              {"levels", ForTerminal(Describe(state.scenario->levels))}}));
  };
  return listener;
}

// By the layers of the scenario's network, for its optimizer and its numbers.
std::optional<LayerMemory> LayersHere(Configuration& configuration, const Scenario& scenario) {
  const Result<RunInputs> inputs = configuration.Prepare(scenario, 1, {});
  if (!inputs.ok() || inputs.value().network.empty()) return std::nullopt;
  const Result<std::string> text = ReadFile(inputs.value().network);
  const Result<Json> json = text.ok() ? ParseJson(text.value()) : Result<Json>(text.error());
  const Result<NetworkMemory> memory =
      json.ok() ? MemoryOfNetwork(json.value()) : Result<NetworkMemory>(json.error());
  if (!memory.ok()) return std::nullopt;
  const Value* momentum = Find(scenario.values, "momentum");
  const double share = momentum != nullptr ? momentum->number().value_or(0) : 0;
  const int bytes = BytesOfNumber(WordOf(scenario, "precision"));
  const int extra = OptimizerNumbers(WordOf(scenario, "optimizer"), share);
  return LayerMemory{FixedBytes(memory.value(), extra, bytes), BytesOfImage(memory.value(), bytes)};
}

int FitExitCode(const FitAnalysis& analysis) {
  if (analysis.interrupted) return kExitInterrupted;
  const bool problem = std::any_of(analysis.rows.begin(), analysis.rows.end(),
                                   [](const FitRow& row) { return !row.problem.empty(); });
  return problem ? kExitRunFailed : kExitDone;
}

Result<int> RunFit(const StudyOptions& options, const FitOptions& asked) {
  TRENA_ASSIGN(auto workspace, OpenWorkspace(options));
  TRENA_ASSIGN(const std::vector<Bytes> memories, MemoriesOf(asked, workspace->study));
  TRENA_ASSIGN(std::vector<FitSeries> series,
               FitSeriesOf(workspace->study, workspace->plan, asked.factor));
  KeepHere(*workspace, series);
  if (series.empty()) return InputError("nothing of this study can run on this machine");
  Configuration configuration(workspace->study, workspace->installation, workspace->runners);
  Terminal talk(stderr);
  Result<FitsFound> found =
      FindFits({&workspace->study, &configuration, std::move(series), VersionText()},
               *workspace->results, FitListenerTo(talk));
  talk.ClearProgress();
  if (!found.ok()) return found.error();
  const FitAnalysis analysis =
      AnalyzeFits(asked.factor, found.value(), memories,
                  [&](const Scenario& scenario) { return LayersHere(configuration, scenario); });
  PrintText(options.json ? Dump(FitJson(analysis), 1) + "\n"
                         : FitText(analysis, Talk(), asked.all));
  return FitExitCode(analysis);
}

}  // namespace

// Of what did not fit: it wanted more than it was held to.
std::map<std::string, double> MemoryOfFits(const Workspace& workspace) {
  std::map<std::string, double> memory;
  const std::string here = MachineName(ReadMachine());
  for (const FitRun& run : LoadFits(workspace.results->folder()).runs) {
    if (run.machine != here || !run.memory) continue;
    double& most = memory[run.key];
    most = std::max(most, *run.memory);
    if (!run.fits && run.held_to) most = std::max(most, static_cast<double>(run.held_to->value));
  }
  return memory;
}

Action AddFit(CLI::App& app) {
  auto options = AddStudyOptions(app);
  auto asked = std::make_shared<FitOptions>();
  app.add_option("--factor", asked->factor, "whose largest level is looked for (default: batch)")
      ->type_name("NAME");
  app.add_option("--memory", asked->memory, "foretell it for another memory too: 8GB")
      ->type_name("AMOUNT");
  app.add_flag("--all", asked->all, "every combination, not only a screen's worth");
  return [=] { return RunFit(*options, *asked); };
}

}  // namespace trena
