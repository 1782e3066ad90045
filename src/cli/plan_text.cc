// SPDX-License-Identifier: Apache-2.0
#include "cli/plan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/price_text.h"
#include "cli/steps/pilot_step.h"
#include "cli/steps/verify_step.h"
#include "configure/configuration.h"
#include "core/csv.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kMostListed = 500;
constexpr size_t kOrderWidth = 96;

std::string ScenarioTable(const Plan& plan) {
  std::vector<TextTable::Column> columns = {{"scenario"}};
  for (const auto& [name, value] : plan.scenarios[0].levels) {
    bool number = value.number().has_value();
    columns.push_back({name, number ? TextTable::Align::kRight : TextTable::Align::kLeft});
  }
  TextTable table(columns);
  for (size_t i = 0; i < std::min(plan.scenarios.size(), kMostListed); ++i) {
    std::vector<std::string> cells = {plan.scenarios[i].id};
    for (const auto& [name, value] : plan.scenarios[i].levels) cells.push_back(value.ToString());
    table.Add(cells);
  }
  std::string out = table.Render();
  if (plan.scenarios.size() > kMostListed) {
    out += fmt::format("  … and {} more (all of them: --json or --csv)\n",
                       plan.scenarios.size() - kMostListed);
  }
  return out;
}

// The order, a line (wrapped) per block, or per plot of it.
std::string OrderText(const Plan& plan) {
  std::string out;
  std::string line;
  int block = 0, plot = 0;
  auto flush = [&] {
    if (!line.empty()) out += line + "\n";
    line.clear();
  };
  for (size_t i = 0; i < std::min(plan.runs.size(), kMostListed); ++i) {
    const PlannedRun& run = plan.runs[i];
    if (run.block != block || run.plot != plot) {
      flush();
      block = run.block;
      plot = run.plot;
      line = plan.plots > 0 ? fmt::format("  block {}, plot {}:", block, plot)
                            : fmt::format("  block {}:", block);
    }
    std::string id = " " + plan.scenarios[run.scenario].id;
    if (line.size() + id.size() > kOrderWidth) {
      flush();
      line = "          ";
    }
    line += id;
  }
  flush();
  if (plan.runs.size() > kMostListed) out += "  … (all of them: --csv)\n";
  return out;
}

// "5 scenarios (of 6 in the full crossing) × 2 replications = 10 runs, in random order …".
std::string CountsText(const Plan& plan) {
  std::string of = plan.scenarios.size() == plan.crossing
                       ? ""
                       : fmt::format(" (of {} in the full crossing)", plan.crossing);
  bool even = plan.scenarios.size() * static_cast<size_t>(plan.replications) == plan.runs.size();
  std::string runs =
      even ? fmt::format(" × {} replications = {} runs", plan.replications, plan.runs.size())
           : fmt::format(", {} runs in {} replications", plan.runs.size(), plan.replications);
  std::string within = plan.plots > 0 ? "plot" : "block";
  std::string order =
      plan.random_order ? fmt::format("in random order within each {} (seed {})", within, plan.seed)
                        : std::string("in the order listed");
  return fmt::format("{} scenarios{}{}, {}.\n", plan.scenarios.size(), of, runs, order);
}

// What the design can and cannot tell.
std::string DesignText(const Plan& plan) {
  std::string out = plan.notes.empty() ? "" : "\n";
  for (const std::string& note : plan.notes) {
    for (const std::string& line : Split(note, '\n')) out += ForTerminal(line) + "\n";
  }
  return out;
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

// How to know it before, where nothing tells how long runs take.
std::string PilotHint(const Plan& plan, const std::string& plan_command) {
  bool own_programs = std::all_of(plan.scenarios.begin(), plan.scenarios.end(),
                                  [](const Scenario& s) { return s.framework == "command"; });
  if (own_programs) return "";
  return fmt::format("Their first steps would tell, in a minute: {} --pilot 60s\n",
                     ForTerminal(plan_command));
}

}  // namespace

std::vector<std::string> PlanObstacles(const Workspace& workspace) {
  std::vector<const Scenario*> all;
  for (const Scenario& scenario : workspace.plan.scenarios) all.push_back(&scenario);
  return Obstacles(workspace, all);
}

std::string Runs(size_t count) { return fmt::format("{} run{}", count, count == 1 ? "" : "s"); }

std::string PlanText(const Workspace& workspace, const PriceTag& tag, const Terminal& terminal,
                     const std::string& findings, const NextCommands& next) {
  const Forecast& forecast = tag.forecast;
  const Study& study = workspace.study;
  const Plan& plan = workspace.plan;
  std::string out = terminal.Styled(Style::kBold, ForTerminal(study.name)) + "\n";
  if (!study.question.empty()) out += ForTerminal(study.question) + "\n";
  out += "\n" + CountsText(plan) + DesignText(plan);
  out += "\n" + ScenarioTable(plan);
  out += "\nFixed: " + FixedText(study) + "\n";
  out += "\nOrder\n" + OrderText(plan) + findings;
  out += "\n" + PriceText(forecast);
  Absent absent = FindAbsent(workspace);
  const bool refused = !Obstacles(workspace, ScenariosHere(workspace)).empty();
  bool can_run = forecast.remaining_runs > 0 && !refused && !absent.everything;
  if (can_run && !forecast.together.time) out += PilotHint(plan, next.plan);
  for (const std::string& name : forecast.without_price) {
    out += fmt::format(
        "No price for {}: its cost is not known (add `price: 0.10 USD/h` or `price: "
        "free`).\n",
        ForTerminal(name));
  }
  out += SpendingLimitsText(tag.limits, forecast, next.plan) + ToText(absent) +
         ToText(PlanObstacles(workspace));
  std::string pilots = PilotsText(workspace, tag.pilots);
  if (!pilots.empty()) out += "\n" + pilots;
  if (can_run) out += fmt::format("\nNext: {}\n", ForTerminal(next.run));
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
