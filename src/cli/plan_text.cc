// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/price_text.h"
#include "cli/steps/verify_step.h"
#include "cli/talk.h"
#include "configure/configuration.h"
#include "core/csv.h"
#include "core/text/text.h"
#include "plan/twins.h"
#include "report/words/labels.h"

namespace trena {
namespace {

// Of more scenarios than a screen takes, the first few.
constexpr size_t kMostScenarios = 18;
constexpr size_t kFirstScenarios = 10;
constexpr size_t kMostOrderLines = 3;
constexpr size_t kMostNoteLines = 14;
constexpr size_t kOrderWidth = 96;

// "1 scenario", "12 scenarios".
std::string Counted(size_t count, Sentence noun) {
  return Talk().Say(noun, {{"count", std::to_string(count)}});
}

std::string ScenarioTable(const Plan& plan, bool all) {
  std::vector<TextTable::Column> columns = {{Talk().Say({"scenario", "cenário"})}};
  for (const auto& [name, value] : plan.scenarios[0].levels) {
    bool number = value.number().has_value();
    columns.push_back({name, number ? TextTable::Align::kRight : TextTable::Align::kLeft});
  }
  TextTable table(columns);
  const size_t count = plan.scenarios.size();
  const size_t shown = all || count <= kMostScenarios ? count : kFirstScenarios;
  for (size_t i = 0; i < shown; ++i) {
    std::vector<std::string> cells = {plan.scenarios[i].id};
    for (const auto& [name, value] : plan.scenarios[i].levels) cells.push_back(value.ToString());
    table.Add(cells);
  }
  return table.Render() + MoreText(count, shown);
}

// A line (wrapped) per block, or per plot of it, with the number of runs up to its end.
struct OrderLine {
  std::string text;
  size_t runs = 0;
};

std::vector<OrderLine> OrderLines(const Plan& plan) {
  std::vector<OrderLine> lines;
  int block = 0, plot = 0;
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    std::string id = " " + plan.scenarios[run.scenario].id;
    const bool another = run.block != block || run.plot != plot;
    block = run.block;
    plot = run.plot;
    if (another) {
      const Words::Argument number{"block", std::to_string(block)};
      lines.push_back(
          {plan.plots > 0
               ? Talk().Say({"  block {block}, plot {plot}:", "  bloco {block}, parcela {plot}:"},
                            {number, {"plot", std::to_string(plot)}})
               : Talk().Say({"  block {block}:", "  bloco {block}:"}, {number})});
    } else if (lines.back().text.size() + id.size() > kOrderWidth) {
      lines.push_back({"          "});
    }
    lines.back().text += id;
    lines.back().runs = i + 1;
  }
  return lines;
}

std::string OrderText(const Plan& plan, bool all) {
  const std::vector<OrderLine> lines = OrderLines(plan);
  const size_t shown = all ? lines.size() : std::min(lines.size(), kMostOrderLines);
  std::string out;
  for (size_t i = 0; i < shown; ++i) out += lines[i].text + "\n";
  return out + MoreText(plan.runs.size(), shown > 0 ? lines[shown - 1].runs : 0);
}

size_t CountWithoutTwins(const Plan& plan) {
  return static_cast<size_t>(
      std::count_if(plan.scenarios.begin(), plan.scenarios.end(),
                    [](const Scenario& scenario) { return scenario.twin_of.empty(); }));
}

// "5 scenarios (of 6 in the full crossing) × 2 replications = 10 runs".
std::string CountsWith(const Plan& plan, const std::string& of) {
  const size_t count = CountWithoutTwins(plan);
  const std::string scenarios =
      Counted(count, {"{count} [scenario|scenarios]", "{count} [cenário|cenários]"});
  const std::string replications =
      Counted(static_cast<size_t>(plan.replications),
              {"{count} [replication|replications]", "{count} [repetição|repetições]"});
  const bool even = count * static_cast<size_t>(plan.replications) == plan.runs.size();
  if (even) {
    return fmt::format("{}{} × {} = {}", scenarios, of, replications, Runs(plan.runs.size()));
  }
  return Talk().Say(
      {"{scenarios}, {runs} in {replications}", "{scenarios}, {runs} em {replications}"},
      {{"scenarios", scenarios + of},
       {"runs", Runs(plan.runs.size())},
       {"replications", replications}});
}

// "C1 twice more, as C1b: …".
std::string TwinsText(const Plan& plan, size_t runs) {
  if (runs == 0) return "";
  std::vector<std::string> names;
  for (const Scenario& scenario : plan.scenarios) {
    if (!scenario.twin_of.empty()) names.push_back(scenario.twin_of + " = " + scenario.id);
  }
  const size_t others = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
  if (others > 0) names.resize(kMostNamed);
  return Talk().Say(
             {"{runs} more: the same measured twice, under a second label ({names}).",
              "Mais {runs}: o mesmo medido duas vezes, com um segundo rótulo ({names})."},
             {{"runs", Runs(runs)}, {"names", Join(names, ", ") + (others > 0 ? ", …" : "")}}) +
         "\n";
}

// With the order: ", in random order within each block (seed 7).".
std::string CountsText(const Plan& with_twins) {
  const WithoutTwins without(with_twins);
  const Plan& plan = without.plan();
  const std::string of = plan.scenarios.size() == plan.crossing
                             ? ""
                             : Talk().Say({" (of {count} in the full crossing)",
                                           " (de {count} no cruzamento completo)"},
                                          {{"count", std::to_string(plan.crossing)}});
  const std::string within =
      plan.plots > 0 ? Talk().Say({"plot", "parcela"}) : Talk().Say({"block", "bloco"});
  const std::string order =
      plan.random_order ? Talk().Say({"in random order within each {part} (seed {seed})",
                                      "em ordem aleatória dentro de cada {part} (semente {seed})"},
                                     {{"part", within}, {"seed", std::to_string(plan.seed)}})
                        : Talk().Say({"in the order listed", "na ordem da lista"});
  return fmt::format("{}, {}.\n{}", CountsWith(plan, of), order,
                     TwinsText(with_twins, with_twins.runs.size() - plan.runs.size()));
}

// What the design can and cannot tell.
std::string DesignText(const Plan& plan, bool all) {
  std::vector<std::string> lines;
  for (const Told& note : plan.notes) {
    const std::string& text = note.In(Talk().language());
    for (const std::string& line : Split(text, '\n')) lines.push_back(ForTerminal(line));
  }
  if (lines.empty()) return "";
  const size_t shown = all ? lines.size() : std::min(lines.size(), kMostNoteLines);
  return "\n" + Join({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(shown)}, "\n") +
         "\n" + MoreText(lines.size(), shown);
}

std::string FixedText(const Study& study) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : study.fixed) parts.push_back(name + " " + value.ToString());
  return ForTerminal(Join(parts, ", "));
}

// What of the plan belongs to other machines.
struct Absent {
  std::set<std::string> environments;
  bool everything = true;  // no scenario is of this machine
};

Absent FindAbsent(const Workspace& workspace) {
  Absent absent;
  for (const Scenario& scenario : workspace.plan.scenarios) {
    bool here = workspace.here.Has(workspace.study, scenario);
    if (here) absent.everything = false;
    if (!here) absent.environments.insert(scenario.environment());
  }
  return absent;
}

std::string ToText(const Absent& absent) {
  if (absent.environments.empty()) return "";
  return Talk().Say(
             {"Not this machine, so their runs stay pending: {list}",
              "Não é esta máquina, então suas execuções ficam pendentes: {list}"},
             {{"list", ForTerminal(Join({absent.environments.begin(), absent.environments.end()},
                                        ", "))}}) +
         "\n";
}

std::vector<std::string> Obstacles(const Workspace& workspace,
                                   const std::vector<const Scenario*>& scenarios) {
  return Configuration(workspace.study, workspace.installation, workspace.runners)
      .Obstacles(scenarios);
}

// In the words in which `trena run` would refuse it.
std::string ToText(const std::vector<std::string>& obstacles) {
  if (obstacles.empty()) return "";
  std::string out = Talk().Say({"Cannot run:", "Não pode rodar:"}) + "\n";
  for (const std::string& obstacle : obstacles) {
    for (const std::string& line : Split(obstacle, '\n')) out += "  " + ForTerminal(line) + "\n";
  }
  return out;
}

// "Iterations of a training: 4 (C5) to 16 (C1)": steps, where the images of every scenario are
// known.
std::string IterationsText(const Workspace& workspace) {
  Configuration configuration(workspace.study, workspace.installation, workspace.runners);
  std::optional<std::pair<int64_t, std::string>> least, most;
  for (const Scenario& scenario : workspace.plan.scenarios) {
    const auto count = configuration.Iterations(scenario);
    if (!count) return "";
    if (!least || *count < least->first) least = {*count, scenario.id};
    if (!most || *count > most->first) most = {*count, scenario.id};
  }
  const auto shown = [](const auto& one) {
    return fmt::format("{} ({})", std::to_string(one.first), one.second);
  };
  if (!least) return "";
  const std::string range = least->first == most->first
                                ? std::to_string(least->first)
                                : Talk().Say({"{least} to {most}", "{least} a {most}"},
                                             {{"least", shown(*least)}, {"most", shown(*most)}});
  return Talk().Say({"Iterations of a training, ⌊images ÷ batch⌋ × epochs: {range}",
                     "Iterações de um treinamento, ⌊images ÷ batch⌋ × epochs: {range}"},
                    {{"range", range}}) +
         "\n";
}

bool CanRun(const Workspace& workspace, const Forecast& forecast) {
  const bool refused = !Obstacles(workspace, ScenariosHere(workspace)).empty();
  return forecast.remaining_runs > 0 && !refused && !FindAbsent(workspace).everything;
}

// What it takes, what limits it, and what stands in its way.
std::string ExpectedText(const Workspace& workspace, const PriceTag& tag, bool can_run,
                         const PlanView& view) {
  const Forecast& forecast = tag.forecast;
  std::string out = PriceText(forecast);
  if (can_run) out += view.hint;
  for (const std::string& name : forecast.without_price) {
    out += Talk().Say({"No price for {name}: its cost is not known (add `price: 0.10 USD/h` or "
                       "`price: free`).",
                       "Sem preço para {name}: não se sabe quanto custa (acrescente `price: 0.10 "
                       "USD/h` ou `price: free`)."},
                      {{"name", ForTerminal(name)}}) +
           "\n";
  }
  return out + SpendingLimitsText(tag.limits, forecast, view.next.plan) +
         ToText(FindAbsent(workspace)) + ToText(PlanObstacles(workspace));
}

}  // namespace

std::vector<std::string> PlanObstacles(const Workspace& workspace) {
  std::vector<const Scenario*> all;
  for (const Scenario& scenario : workspace.plan.scenarios) all.push_back(&scenario);
  return Obstacles(workspace, all);
}

// As the report's screen says it.
std::string MoreText(size_t all, size_t shown) {
  if (all <= shown) return "";
  return "  " + Talk().Say(label::kAndMoreWithAll, {{"count", std::to_string(all - shown)}}) + "\n";
}

std::string Runs(size_t count) {
  return Counted(count, {"{count} [run|runs]", "{count} [execução|execuções]"});
}

std::string SameTwiceHint(const Workspace& workspace, const PriceTag& tag) {
  const Plan& plan = workspace.plan;
  const bool asked = workspace.study.design.same_twice > 0;
  if (asked || plan.replications < 2 || tag.forecast.remaining_runs == 0) return "";
  const auto runs = static_cast<double>(plan.replications);
  const Words words = Talk();
  std::string price;
  for (const ScenarioForecast& forecast : tag.scenarios) {
    if (forecast.scenario != 0 || forecast.estimate.source == TimeSource::kNothing) continue;
    const double seconds = forecast.estimate.seconds;
    price = ", " + words.Time(runs * seconds);
    const Environment* environment = workspace.study.environment(plan.scenarios[0].environment());
    if (environment == nullptr || !environment->price || environment->price->free) continue;
    const Money money = environment->price->For(Seconds{runs * seconds});
    price += ", " + words.Money(money.amount, money.currency);
  }
  return words.Say(
             {"What do equal trainings differ by here? {setting} measures {scenario} under two "
              "labels: {runs} more{price}.",
              "Quanto diferem aqui treinamentos iguais? {setting} mede {scenario} com dois "
              "rótulos: "
              "mais {runs}{price}."},
             {{"setting", "`design: { same_twice: 1 }`"},
              {"scenario", plan.scenarios[0].id},
              {"runs", Runs(static_cast<size_t>(plan.replications))},
              {"price", price}}) +
         "\n";
}

std::string PlanCounts(const Plan& plan) { return CountsWith(plan, ""); }

std::string PlanText(const Workspace& workspace, const PriceTag& tag, const Terminal& terminal,
                     const PlanView& view) {
  const Study& study = workspace.study;
  const Plan& plan = workspace.plan;
  const bool can_run = CanRun(workspace, tag.forecast);
  std::string out = terminal.Styled(Style::kBold, ForTerminal(study.name)) + "\n";
  if (!study.question.empty()) out += ForTerminal(study.question) + "\n";
  out += "\n" + CountsText(plan) + ExpectedText(workspace, tag, can_run, view);
  out += DesignText(plan, view.all);
  out += "\n" + ScenarioTable(plan, view.all);
  out += "\n" + Talk().Say({"Fixed: {values}", "Fixo: {values}"}, {{"values", FixedText(study)}});
  out += "\n" + IterationsText(workspace);
  out += "\n" + Talk().Say({"Order", "Ordem"}) + "\n" + OrderText(plan, view.all) + view.findings;
  for (const std::string& part : {PlacesText(tag.forecast), view.previews}) {
    if (!part.empty()) out += "\n" + part;
  }
  if (can_run) {
    out += "\n" +
           Talk().Say({"Next: {command}", "A seguir: {command}"},
                      {{"command", ForTerminal(view.next.run)}}) +
           "\n";
  }
  return out;
}

std::string PlanCsv(const Plan& plan) {
  std::string out = "position,scenario,replication,block,plot";
  for (const auto& [name, value] : plan.scenarios[0].levels) out += "," + CsvCell(name);
  out += "\n";
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    const PlannedRun& run = plan.runs[i];
    const Scenario& scenario = plan.scenarios[run.scenario];
    out += fmt::format("{},{},{},{},{}", i + 1, scenario.id, run.replication, run.block, run.plot);
    for (const auto& [name, value] : scenario.levels) out += "," + CsvCell(value.ToString());
    out += "\n";
  }
  return out;
}

}  // namespace trena
