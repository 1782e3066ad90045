// SPDX-License-Identifier: Apache-2.0
// The options of `trena analyze` that choose the model of the analysis, whatever is analysed: a
// study, or what takes its place (analyze_input.h).
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "plan/plan.h"
#include "study/study.h"

namespace trena {

// As typed.
struct TypedModel {
  std::string response;
  std::string terms;
  int ss_type = 2;
  bool log = false;
  std::string block;
  std::string covariates;  // x,"y, z"
  std::string adjust = "tukey";
  std::string same_within = "5%";
  std::vector<std::string> contrasts;
  std::string baseline;  // framework=pytorch,batch=64
};

void AddModelOptions(CLI::App& app, TypedModel& options);

// What is typed takes the place of what the study file says about its analysis. An InputError that
// shows what names nothing the study has.
Status ApplyModelOptions(const CLI::App& app, const TypedModel& options, Study& study);

// The levels of a baseline as they are typed, framework=pytorch,batch=64; an InputError that shows
// what is none.
Result<Values> SplitBaseline(const std::string& typed);

// An InputError where the baseline, typed or the study's own, is in no scenario of the plan: where
// `only` was typed it is shown, else the baseline in the words of the plan's own.
Status CheckBaseline(const TypedModel& options, const std::optional<std::string>& only,
                     const Study& study, const Plan& plan);

// The names of a list as it is typed, a,b,"c, d", without spaces around them. An InputError that
// shows the list.
Result<std::vector<std::string>> SplitNames(const std::string& typed);

}  // namespace trena
