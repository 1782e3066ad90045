// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_questions.h"

#include <fmt/format.h>

#include "cli/parse_option.h"
#include "core/percent.h"
#include "core/terminal.h"
#include "core/text.h"

namespace trena {
namespace {

std::string Percent(const std::optional<double>& part) {
  return part ? fmt::format("{:.2g} %", *part * 100) : "none";
}

std::string AffordableTable(const Affordable& affordable) {
  using Align = TextTable::Align;
  TextTable table({{"design"},
                   {"runs", Align::kRight},
                   {"time", Align::kRight},
                   {"price", Align::kRight},
                   {"finds from", Align::kRight},
                   {"estimates"},
                   {"confounds"}});
  for (const AffordableDesign& design : affordable.designs) {
    table.Add({design.written.substr(2, design.written.size() - 4),
               fmt::format("{} × {} = {}", design.runs_each, design.replications, design.runs),
               ToString(design.time), design.money ? ToString(*design.money) : "not known",
               Percent(design.smallest), design.estimates,
               design.confounds.empty() ? "nothing" : design.confounds});
  }
  return table.Render();
}

std::string AffordableText(const Affordable& affordable) {
  bool reused = false;
  for (const AffordableDesign& design : affordable.designs) {
    reused |= design.runs_to_make < design.runs;
  }
  return fmt::format(
      "What {} buy\n\n{}\nNoise between runs of a scenario: {}. Effects are found with 80 % power "
      "at 5 %.\n{}\n{}\n",
      ToString(affordable.limit), AffordableTable(affordable), Describe(affordable.noise),
      reused ? "Time and price are of the runs that are not there yet.\n" : "",
      ForTerminal(Describe(affordable)));
}

}  // namespace

std::shared_ptr<PlanQuestions> AddPlanQuestions(CLI::App& app) {
  auto questions = std::make_shared<PlanQuestions>();
  app.add_option("--within", questions->within, "what would this buy? 20USD or 3h")
      ->type_name("LIMIT");
  app.add_option("--detect", questions->detect, "how many replications find this effect? 5%")
      ->type_name("EFFECT");
  app.add_option("--noise", questions->noise, "how much runs of a scenario differ: 3%")
      ->type_name("PERCENT");
  app.add_option("--run-takes", questions->run_takes,
                 "a run's length, where none was measured: 90s")
      ->type_name("TIME");
  return questions;
}

Result<PlanAnswers> ParseQuestions(const PlanQuestions& questions) {
  PlanAnswers asked;
  TRENA_CHECK(ParseOption("--detect", questions.detect, ParsePercent, asked.detect));
  TRENA_CHECK(ParseOption("--noise", questions.noise, ParsePercent, asked.noise));
  TRENA_CHECK(ParseOption("--within", questions.within, ParseLimit, asked.within));
  TRENA_CHECK(ParseOption("--run-takes", questions.run_takes, ParseSeconds, asked.run_takes));
  if (asked.run_takes && asked.run_takes->value <= 0) {
    return InputError("--run-takes: a run takes more than no time");
  }
  return asked;
}

Status PrintAffordable(const Workspace& workspace, const StudyOptions& options,
                       const PlanAnswers& asked, const std::vector<RunRecord>& runs) {
  FrameworkVersions versions = VersionsOf(workspace.runners);
  AffordableRequest request{&workspace.study, &versions,       &runs,       *asked.within,
                            asked.noise,      asked.run_takes, asked.detect};
  TRENA_ASSIGN(Affordable affordable, FindAffordable(request));
  if (!affordable.recommended) return InputError(Describe(affordable));
  if (options.json) {
    fmt::print("{}\n", Dump(ToJson(affordable), 1));
  } else {
    fmt::print("{}", AffordableText(affordable));
  }
  return Done{};
}

}  // namespace trena
