// SPDX-License-Identifier: Apache-2.0
#include "cli/model_options.h"

#include <fmt/format.h>

#include "cli/parse_option.h"
#include "core/csv.h"
#include "core/source.h"
#include "core/text/text.h"
#include "core/text/units.h"
#include "study/analysis_names.h"
#include "study/baseline.h"
#include "study/scenario.h"

namespace trena {
namespace {

// The names that were typed; those of the file were looked at when it was read.
Status CheckTypedNames(const CLI::App& app, const Study& study) {
  for (const AnalysisProblem& problem : FindAnalysisProblems(study)) {
    const std::string option = problem.where == "contrasts" ? "--contrast" : "--" + problem.where;
    if (app.count(option) == 0) continue;
    Source source(option, problem.text);
    const auto length = static_cast<int>(problem.text.size());
    source.Add({1, 1, length}, problem.message, problem.suggestion);
    return source.ToError();
  }
  return Done{};
}

}  // namespace

void AddModelOptions(CLI::App& app, TypedModel& options) {
  const auto add = [&](const char* name, auto& value, const char* type, const char* meaning) {
    return app.add_option(name, value, meaning)
        ->type_name(type)
        ->group("The analysis, of a study or a table");
  };
  add("--response", options.response, "COLUMN", "what is to be explained");
  add("--model", options.terms, "MODEL", "full, main, 2way, or a formula: 'a*b + c'");
  add("--ss", options.ss_type, "TYPE", "of the sums of squares: 1, 2 or 3")
      ->check(CLI::Range(1, 3));
  app.add_flag("--log", options.log, "analyse the natural logarithm")
      ->group("The analysis, of a study or a table");
  add("--block", options.block, "COLUMN", "a factor without interactions; of a study: replication");
  add("--covariate", options.covariates, "X,Y",
      "numbers to account for; of a study: yardstick, order, metrics");
  add("--adjust", options.adjust, "HOW", "of comparisons: tukey or holm")
      ->check(CLI::IsMember({"tukey", "holm"}));
  add("--same-within", options.same_within, "PERCENT", "levels nearer than this are the same");
  add("--contrast", options.contrasts, "TEXT", "'framework: a - 0.5 b - 0.5 c'")
      ->allow_extra_args(false);
  add("--baseline", options.baseline, "A=X,B=Y",
      "all others beside it: a factor's level, or one of each");
}

Status ApplyModelOptions(const CLI::App& app, const TypedModel& options, Study& study) {
  AnalyzeOptions& analyze = study.analyze;
  const auto given = [&](const char* name) { return app.count(name) > 0; };
  if (given("--response")) analyze.response = options.response;
  if (given("--model")) analyze.model = options.terms;
  if (given("--ss")) analyze.ss_type = options.ss_type;
  if (given("--log")) analyze.scale = "log";
  if (given("--adjust")) analyze.adjust = options.adjust;
  if (given("--contrast")) analyze.contrasts = options.contrasts;
  if (given("--covariate")) {
    TRENA_ASSIGN(analyze.covariates, SplitNames(options.covariates));
  }
  if (given("--same-within")) {
    TRENA_CHECK(
        ParseOption("--same-within", options.same_within, ParsePercent, analyze.same_within));
  }
  if (given("--baseline")) {
    TRENA_ASSIGN(analyze.baseline, SplitBaseline(options.baseline));
  }
  TRENA_CHECK(CheckTypedNames(app, study));
  if (!given("--block")) return Done{};
  if (options.block != "replication") {
    return InputError(fmt::format(
        "`--block {}`: the blocks of a study are those of its design, or `--block replication`",
        ForTerminal(options.block)));
  }
  analyze.block = options.block;
  return Done{};
}

Result<Values> SplitBaseline(const std::string& typed) {
  TRENA_ASSIGN(const std::vector<std::string> parts, SplitNames(typed));
  Values levels;
  for (const std::string& part : parts) {
    const size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part.size()) {
      return InputError(
          fmt::format("`--baseline {}`: a baseline is written FACTOR=LEVEL, or "
                      "FACTOR=LEVEL,FACTOR=LEVEL with every factor",
                      ForTerminal(typed)));
    }
    const std::string name(Trim(part.substr(0, equals)));
    if (Find(levels, name) != nullptr) {
      return InputError(fmt::format("`--baseline {}`: `{}` is named twice", ForTerminal(typed),
                                    ForTerminal(name)));
    }
    levels.emplace_back(name, Value::Parse(std::string(Trim(part.substr(equals + 1)))));
  }
  return levels;
}

Status CheckBaseline(const TypedModel& options, const std::optional<std::string>& only,
                     const Study& study, const Plan& plan) {
  if (HasBaseline(study, plan)) return Done{};
  BaselineProblem problem = BaselineNotPlanned(study);
  if (only) {
    problem = {
        fmt::format("it leaves no scenario with the baseline {}", Describe(study.analyze.baseline)),
        "let it leave that too, or name another with --baseline"};
  }
  const std::string& typed = only ? *only : options.baseline;
  Source source(only ? "--only" : "--baseline", typed);
  source.Add({1, 1, static_cast<int>(typed.size())}, problem.message, problem.suggestion);
  return source.ToError();
}

Result<std::vector<std::string>> SplitNames(const std::string& typed) {
  Result<std::vector<std::string>> names = SplitCsvRow(typed);
  if (!names.ok()) {
    return InputError(fmt::format("`{}`: {}", ForTerminal(typed), names.error().message()));
  }
  for (std::string& name : names.value()) name = std::string(Trim(name));
  return names;
}

}  // namespace trena
