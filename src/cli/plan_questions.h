// SPDX-License-Identifier: Apache-2.0
// What `trena plan` is asked beside the plan itself: what effect it would find (--detect, --noise),
// and what an amount of money or time would buy (--within, --run-takes).
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/study_options.h"
#include "plan/power/affordable.h"

namespace trena {

// As typed.
struct PlanQuestions {
  std::optional<std::string> detect, noise, within, run_takes;
};

std::shared_ptr<PlanQuestions> AddPlanQuestions(CLI::App& app);

// As meant; an InputError that names the option.
struct PlanAnswers {
  std::optional<double> detect, noise;
  std::optional<SpendingLimit> within;
  std::optional<Seconds> run_takes;
};
Result<PlanAnswers> ParseQuestions(const PlanQuestions& questions);

// Whether they can be asked of this study, before anything is run for their answers.
Status CheckQuestions(const PlanAnswers& asked, const StudyOptions& options, const Study& study);

// What --within buys, as a table or JSON on stdout. An InputError, with what the cheapest design
// costs, where nothing fits.
Status PrintAffordable(const Workspace& workspace, const StudyOptions& options,
                       const PlanAnswers& asked, const std::vector<RunRecord>& runs);

}  // namespace trena
