// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_questions.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/parse_option.h"
#include "cli/previews.h"
#include "cli/stoppable_search.h"
#include "cli/talk.h"
#include "core/terminal/output.h"
#include "core/terminal/terminal.h"
#include "core/text/text.h"
#include "core/text/units.h"

namespace trena {
namespace {

std::string Percent(const std::optional<double>& part) {
  return part ? Decimal(fmt::format("{:.2g}", *part * 100)).In(Talk().language()) + " %"
              : Talk().Say({"none", "nenhum"});
}

bool AnyOf(const Affordable& affordable, bool (*is)(const AffordableDesign&)) {
  return std::any_of(affordable.designs.begin(), affordable.designs.end(), is);
}

bool IsPartlyThere(const AffordableDesign& design) { return design.runs_to_make < design.runs; }
bool IsPartlyAtMean(const AffordableDesign& design) { return design.runs_at_mean > 0; }
bool WasStopped(const AffordableDesign& design) { return design.search_stopped; }

// "1 h 20 min", or where part of it is only the mean, "1 h 20 min (12 at the mean)".
std::string TimeOf(const AffordableDesign& design) {
  const std::string time = ToString(design.time);
  if (!IsPartlyAtMean(design)) return time;
  return Talk().Say({"{time} ({count} at the mean)", "{time} ({count} pela média)"},
                    {{"time", time}, {"count", std::to_string(design.runs_at_mean)}});
}

std::string AffordableTable(const Affordable& affordable) {
  using Align = TextTable::Align;
  const Words words = Talk();
  TextTable table({{words.Say({"design", "plano"})},
                   {words.Say({"runs", "execuções"}), Align::kRight},
                   {words.Say({"time", "tempo"}), Align::kRight},
                   {words.Say({"price", "preço"}), Align::kRight},
                   {words.Say({"finds from", "encontra desde"}), Align::kRight},
                   {words.Say({"estimates", "estima"})},
                   {words.Say({"confounds", "confunde"})}});
  for (const AffordableDesign& design : affordable.designs) {
    table.Add({design.written.substr(2, design.written.size() - 4),
               fmt::format("{} × {} = {}", design.runs_each, design.replications, design.runs),
               TimeOf(design),
               design.money ? ToString(*design.money) : words.Say({"not known", "não conhecido"}),
               Percent(design.smallest), design.estimates.In(words.language()),
               design.confounds.empty() ? words.Say({"nothing", "nada"})
                                        : design.confounds.In(words.language())});
  }
  return table.Render();
}

std::string AffordableText(const Affordable& affordable) {
  const Words words = Talk();
  std::string out =
      words.Say({"What {limit} buy", "O que {limit} pagam"},
                {{"limit", ToString(affordable.limit)}}) +
      "\n\n" + AffordableTable(affordable) + "\n" +
      words.Say({"Noise between runs of a scenario: {noise}. Effects are found with 80 % power at "
                 "5 %.",
                 "Ruído entre execuções de um cenário: {noise}. Efeitos são encontrados com poder "
                 "de 80 % a 5 %."},
                {{"noise", Describe(affordable.noise).In(words.language())}}) +
      "\n";
  if (AnyOf(affordable, IsPartlyThere)) {
    out += words.Say({"Time and price are of the runs that are not there yet.",
                      "Tempo e preço são das execuções que ainda não existem."}) +
           "\n";
  }
  if (AnyOf(affordable, IsPartlyAtMean)) {
    out += words.Say({"At the mean: nothing tells how long these runs take, so they count at the "
                      "mean of what was measured or piloted.",
                      "Pela média: nada diz quanto duram estas execuções, então contam pela média "
                      "do que foi medido ou pilotado."}) +
           "\n";
  }
  if (AnyOf(affordable, WasStopped)) {
    out += words.Say({"The search for optimal designs was stopped: with more time they may find "
                      "smaller effects.",
                      "A busca por planos ótimos foi interrompida: com mais tempo eles podem "
                      "encontrar efeitos menores."}) +
           "\n";
  }
  return out + "\n" + ForTerminal(Describe(affordable).In(words.language())) + "\n";
}

Result<Affordable> FindStoppable(AffordableRequest request) {
  StoppableSearch search;
  request.progress = search.progress();
  return FindAffordable(request);
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

Status CheckQuestions(const PlanAnswers& asked, const StudyOptions& options, const Study& study) {
  if (!asked.within) return Done{};
  if (options.only) {
    return InputError(
        "--within looks for designs of the whole study; to plan a part of it, write `only:` into "
        "the study file instead of --only");
  }
  TRENA_CHECK(LimitFor(study, *asked.within));
  return Done{};
}

Status PrintAffordable(const Workspace& workspace, const StudyOptions& options,
                       const PlanAnswers& asked, const std::vector<RunRecord>& runs) {
  FrameworkVersions versions = VersionsOf(workspace.runners);
  AffordableRequest request{&workspace.study, &versions,       &runs,       *asked.within,
                            asked.noise,      asked.run_takes, asked.detect};
  request.plan = &workspace.plan;
  request.pilots = FindPreviews(workspace)->Told();
  TRENA_ASSIGN(Affordable affordable, FindStoppable(request));
  if (!affordable.recommended) return InputError(Describe(affordable).english);
  if (options.json) {
    Print("{}\n", Dump(ToJson(affordable), 1));
  } else {
    PrintText(AffordableText(affordable));
  }
  return Done{};
}

}  // namespace trena
