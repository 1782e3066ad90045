// SPDX-License-Identifier: Apache-2.0
#include "cli/results_workspace.h"

#include <fmt/format.h>

#include "analyze/measured/measured_plan.h"
#include "analyze/measured/measured_study.h"
#include "core/text/text.h"
#include "plan/pruning.h"

namespace trena {
namespace {

Status CheckOnlyLooksAt(const StudyOptions& options) {
  const std::string name = ForTerminal(options.study);
  if (options.rounds != StudyOptions::Rounds::kAnalyze) {
    return InputError(
        fmt::format("{}: it is a folder; results can be analysed, reported and compared, what is "
                    "to be planned or "
                    "measured is named by its study file",
                    name));
  }
  const std::pair<const char*, bool> without[] = {
      {"-P", !options.parameters.empty()},
      {"--replications", options.replications.has_value()},
      {"--out", options.out.has_value()}};
  for (const auto& [option, given] : without) {
    if (!given) continue;
    return InputError(fmt::format("{} changes a study, and {} is a results folder: {}", option,
                                  name, "--only takes a part of it"));
  }
  return Done{};
}

Status CheckThere(const fs::path& folder, const LoadedRuns& loaded) {
  if (!loaded.runs.empty()) return Done{};
  const std::string name = ForTerminal(folder.string());
  if (!loaded.set_aside.empty()) {
    return InputError(fmt::format("{}: none of its {} run folders can be read; the first is {}",
                                  name, loaded.set_aside.size(),
                                  ForTerminal(loaded.set_aside.front())));
  }
  return InputError(
      fmt::format("{}: it is a folder without runs. Name a study file, or a results folder, which "
                  "ends in .trena",
                  name));
}

Status KeepOnly(const StudyOptions& options, const Study& study, Plan& plan) {
  if (!options.only) return Done{};
  TRENA_ASSIGN(const Expression only, ParseOnly(study, *options.only));
  Plan part = plan;
  part.scenarios.clear();
  part.runs.clear();
  std::vector<std::optional<size_t>> place;  // in the part, of each of the whole
  for (const Scenario& scenario : plan.scenarios) {
    TRENA_ASSIGN(const bool left, LeftByOption(only, scenario.values));
    place.push_back(left ? std::optional(part.scenarios.size()) : std::nullopt);
    if (left) part.scenarios.push_back(scenario);
  }
  if (part.scenarios.empty()) return NothingLeftBy(only, study, plan.scenarios.size());
  for (PlannedRun run : plan.runs) {
    if (!place[run.scenario]) continue;
    run.scenario = *place[run.scenario];
    part.runs.push_back(run);
  }
  plan = std::move(part);
  return Done{};
}

}  // namespace

bool NamesResults(const StudyOptions& options) {
  std::error_code ignored;
  return fs::is_directory(options.study, ignored);
}

Result<std::unique_ptr<Workspace>> OpenResults(const StudyOptions& options) {
  TRENA_CHECK(CheckOnlyLooksAt(options));
  auto here = [](const Environment&) { return false; };
  auto workspace =
      std::make_unique<Workspace>(Workspace{{}, {}, {}, {}, {}, {}, EnvironmentsHere(here)});
  workspace->results = std::make_unique<ResultsFolder>(options.study, Links::kFollow);
  workspace->runs = std::make_unique<KeptRuns>(*workspace->results);
  TRENA_ASSIGN(const LoadedRuns* loaded, workspace->runs->Get());
  TRENA_CHECK(CheckThere(options.study, *loaded));
  workspace->study = StudyOfRuns(options.study, loaded->runs);
  workspace->plan = PlanOfRuns(loaded->runs);
  TRENA_CHECK(KeepOnly(options, workspace->study, workspace->plan));
  TRENA_CHECK(ApplyQuestions(options, workspace->study));
  TRENA_CHECK(ChooseRound(options, *workspace));
  return workspace;
}

}  // namespace trena
