// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/pilot_hint.h"
#include "cli/price_text.h"
#include "cli/steps/pilot_step.h"
#include "cli/steps/verify_step.h"
#include "configure/configuration.h"
#include "core/csv.h"
#include "core/text/text.h"

namespace trena {
namespace {

// Of more scenarios than a screen takes, the first few.
constexpr size_t kMostScenarios = 18;
constexpr size_t kFirstScenarios = 10;
constexpr size_t kMostOrderLines = 3;
constexpr size_t kMostNoteLines = 14;
constexpr size_t kMostPilots = 6;
constexpr size_t kOrderWidth = 96;

// "1 scenario", "12 scenarios".
std::string Counted(size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string ScenarioTable(const Plan& plan, bool all) {
  std::vector<TextTable::Column> columns = {{"scenario"}};
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
      lines.push_back({plan.plots > 0 ? fmt::format("  block {}, plot {}:", block, plot)
                                      : fmt::format("  block {}:", block)});
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

// "5 scenarios (of 6 in the full crossing) × 2 replications = 10 runs".
std::string CountsWith(const Plan& plan, const std::string& of) {
  const std::string scenarios = Counted(plan.scenarios.size(), "scenario");
  const auto replications = static_cast<size_t>(plan.replications);
  const bool even = plan.scenarios.size() * replications == plan.runs.size();
  return even ? fmt::format("{}{} × {} = {}", scenarios, of, Counted(replications, "replication"),
                            Runs(plan.runs.size()))
              : fmt::format("{}{}, {} in {}", scenarios, of, Runs(plan.runs.size()),
                            Counted(replications, "replication"));
}

// With the order: ", in random order within each block (seed 7).".
std::string CountsText(const Plan& plan) {
  const std::string of = plan.scenarios.size() == plan.crossing
                             ? ""
                             : fmt::format(" (of {} in the full crossing)", plan.crossing);
  const std::string within = plan.plots > 0 ? "plot" : "block";
  const std::string order =
      plan.random_order ? fmt::format("in random order within each {} (seed {})", within, plan.seed)
                        : std::string("in the order listed");
  return fmt::format("{}, {}.\n", CountsWith(plan, of), order);
}

// What the design can and cannot tell.
std::string DesignText(const Plan& plan, bool all) {
  std::vector<std::string> lines;
  for (const std::string& note : plan.notes) {
    for (const std::string& line : Split(note, '\n')) lines.push_back(ForTerminal(line));
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
  return fmt::format(
      "Not this machine, so their runs stay pending: {}\n",
      ForTerminal(Join({absent.environments.begin(), absent.environments.end()}, ", ")));
}

std::vector<std::string> Obstacles(const Workspace& workspace,
                                   const std::vector<const Scenario*>& scenarios) {
  return Configuration(workspace.study, workspace.installation, workspace.runners)
      .Obstacles(scenarios);
}

// In the words in which `trena run` would refuse it.
std::string ToText(const std::vector<std::string>& obstacles) {
  if (obstacles.empty()) return "";
  std::string out = "Cannot run:\n";
  for (const std::string& obstacle : obstacles) {
    for (const std::string& line : Split(obstacle, '\n')) out += "  " + ForTerminal(line) + "\n";
  }
  return out;
}

bool CanRun(const Workspace& workspace, const Forecast& forecast) {
  const bool refused = !Obstacles(workspace, ScenariosHere(workspace)).empty();
  return forecast.remaining_runs > 0 && !refused && !FindAbsent(workspace).everything;
}

// What it takes, what limits it, and what stands in its way.
std::string ExpectedText(const Workspace& workspace, const PriceTag& tag, bool can_run,
                         const NextCommands& next) {
  const Forecast& forecast = tag.forecast;
  std::string out = PriceText(forecast);
  if (can_run) out += PilotHint(workspace, tag, ForTerminal(next.pilot));
  for (const std::string& name : forecast.without_price) {
    out += fmt::format(
        "No price for {}: its cost is not known (add `price: 0.10 USD/h` or `price: "
        "free`).\n",
        ForTerminal(name));
  }
  return out + SpendingLimitsText(tag.limits, forecast, next.plan) + ToText(FindAbsent(workspace)) +
         ToText(PlanObstacles(workspace));
}

}  // namespace

std::vector<std::string> PlanObstacles(const Workspace& workspace) {
  std::vector<const Scenario*> all;
  for (const Scenario& scenario : workspace.plan.scenarios) all.push_back(&scenario);
  return Obstacles(workspace, all);
}

// As the report's screen says it.
std::string MoreText(size_t all, size_t shown) {
  return all > shown ? fmt::format("  and {} more: --all\n", all - shown) : "";
}

std::string Runs(size_t count) { return Counted(count, "run"); }

std::string PlanCounts(const Plan& plan) { return CountsWith(plan, ""); }

std::string PlanText(const Workspace& workspace, const PriceTag& tag, const Terminal& terminal,
                     const PlanView& view) {
  const Study& study = workspace.study;
  const Plan& plan = workspace.plan;
  const bool can_run = CanRun(workspace, tag.forecast);
  std::string out = terminal.Styled(Style::kBold, ForTerminal(study.name)) + "\n";
  if (!study.question.empty()) out += ForTerminal(study.question) + "\n";
  out += "\n" + CountsText(plan) + ExpectedText(workspace, tag, can_run, view.next);
  out += DesignText(plan, view.all);
  out += "\n" + ScenarioTable(plan, view.all);
  out += "\nFixed: " + FixedText(study) + "\n";
  out += "\nOrder\n" + OrderText(plan, view.all) + view.findings;
  for (const std::string& part :
       {PlacesText(tag.forecast),
        PilotsText(workspace, tag.pilots, view.all ? tag.pilots.size() : kMostPilots)}) {
    if (!part.empty()) out += "\n" + part;
  }
  if (can_run) out += fmt::format("\nNext: {}\n", ForTerminal(view.next.run));
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
