// SPDX-License-Identifier: Apache-2.0
#include "plan/run_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text/text.h"
#include "plan/forecast/forecast.h"
#include "plan/power/error_degrees.h"
#include "plan/random.h"

namespace trena {
namespace {

using Group = std::vector<size_t>;  // scenarios, one entry per run

constexpr uint64_t kSeedsApart = 1'000'000'007;  // more than any seed of a study

class Ordering {
 public:
  // Goes on after the runs that the plan has.
  Ordering(const Study& study, Plan& plan, uint64_t seed)
      : study_(study), plan_(plan), random_(seed), done_(plan.scenarios.size(), 0) {
    for (const PlannedRun& run : plan.runs) {
      ++done_[run.scenario];
      block_ = std::max(block_, run.block);
    }
  }

  void AddReplication(const std::vector<Group>& blocks) {
    std::vector<size_t> order(blocks.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    Mix(order);
    for (size_t i : order) {
      if (blocks[i].empty()) continue;
      ++block_;
      AddBlock(blocks[i]);
    }
  }

 private:
  template <typename T>
  void Mix(std::vector<T>& items) {
    if (study_.design.random_order) Shuffle(items, random_);
  }

  void AddBlock(const Group& scenarios) {
    if (study_.design.hard_to_change.empty()) {
      AddInOrder(scenarios, 1);
      return;
    }
    std::vector<Group> plots = PlotsOf(scenarios);
    Mix(plots);
    for (const Group& plot : plots) AddInOrder(plot, static_cast<int>(++plan_.plots));
  }

  void AddInOrder(Group scenarios, int plot) {
    Mix(scenarios);
    for (size_t scenario : scenarios) {
      plan_.runs.push_back({scenario, ++done_[scenario], block_, plot});
    }
  }

  // By the levels of what is hard to change, in the order of their first scenarios.
  std::vector<Group> PlotsOf(const Group& scenarios) const {
    std::vector<Group> plots;
    std::map<std::string, size_t> known;
    for (size_t scenario : scenarios) {
      std::string levels;
      for (const std::string& name : study_.design.hard_to_change) {
        levels += Find(plan_.scenarios[scenario].levels, name)->ToString() + "\n";
      }
      auto [at, added] = known.emplace(levels, plots.size());
      if (added) plots.emplace_back();
      plots[at->second].push_back(scenario);
    }
    return plots;
  }

  const Study& study_;
  Plan& plan_;
  Random random_;
  std::vector<int> done_;  // runs of each scenario so far
  int block_ = 0;
};

// Of one environment. A machine is started once for each plot that has runs of it.
struct Starts {
  size_t runs = 0;
  size_t starts = 0;
  int last_plot = 0;
};

std::map<std::string, Starts> StartsOf(const Plan& plan) {
  std::map<std::string, Starts> environments;
  for (const PlannedRun& run : plan.runs) {
    const Value* name = Find(plan.scenarios[run.scenario].values, "environment");
    Starts& starts = environments[name->ToString()];
    ++starts.runs;
    if (run.plot != starts.last_plot) ++starts.starts;
    starts.last_plot = run.plot;
  }
  return environments;
}

// The set-up that is saved where runs do not start their machine.
struct Saving {
  size_t starts = 0;
  Seconds time;
  MoneySum money;
  std::vector<std::string> unknown;  // environments that do not say what a start takes
};

Saving SavingOf(const Study& study, const std::map<std::string, Starts>& environments) {
  Saving saving;
  for (const auto& [name, starts] : environments) {
    const size_t fewer = starts.runs - starts.starts;
    saving.starts += fewer;
    if (fewer == 0) continue;
    const Environment* environment = study.environment(name);
    if (environment == nullptr || !environment->billing.setup) {
      saving.unknown.push_back(name);
      continue;
    }
    const Seconds time{static_cast<double>(fewer) * environment->billing.setup->value};
    saving.time.value += time.value;
    saving.money.Add(environment->price ? InReportCurrency(study, environment->price->For(time))
                                        : std::nullopt);
  }
  return saving;
}

Told And() { return {" and ", " e "}; }

// " 18 starts fewer save 1 h 30 min of set-up (0.300 USD). …".
Told SavingText(const Saving& saving) {
  if (saving.starts == 0) return "";
  const std::string starts = std::to_string(saving.starts);
  if (saving.time.value <= 0) {
    return Tell({" How much time {starts} starts fewer save is not said: {setting} of an "
                 "environment says it.",
                 " Quanto tempo {starts} partidas a menos poupam não foi dito: {setting} de um "
                 "ambiente o diz."},
                {{"starts", starts}, {"setting", "`bill: { setup: 5min }`"}});
  }
  const auto money = saving.money.total();
  const bool priced = money && money->amount > 0;
  Told others;
  if (!saving.unknown.empty()) {
    others = Tell({"; {names} has no `bill: setup`", "; {names} não tem `bill: setup`"},
                  {{"names", JoinNames(saving.unknown, And())}});
  }
  return Tell({" {starts} starts fewer save {time} of set-up{money}{others}. The forecast and the "
               "bill count "
               "a start for every run: what is saved is not taken off there.",
               " {starts} partidas a menos poupam {time} de preparação{money}{others}. A previsão "
               "e a conta "
               "têm uma partida por execução: o que se poupa não é descontado lá."},
              {{"starts", starts},
               {"time", Decimal(ToString(saving.time))},
               {"money", priced ? Decimal(" (" + ToString(*money) + ")") : Told()},
               {"others", others}});
}

Told StartsText(const Study& study, const Plan& plan) {
  const std::map<std::string, Starts> environments = StartsOf(plan);
  size_t starts = 0;
  for (const auto& [name, of] : environments) starts += of.starts;
  const auto& hard = study.design.hard_to_change;
  const Told change = hard.size() == 1 ? Told("changes", "muda") : Told("change", "mudam");
  return Tell(
      {"Split-plot: {hard} {change} {plots} times instead of with every run: {starts} starts of a "
       "machine for {runs} runs.{saving}",
       "Parcelas subdivididas: {hard} {change} {plots} vezes em vez de a cada execução: {starts} "
       "partidas de máquina para {runs} execuções.{saving}"},
      {{"hard", JoinNames(hard, And())},
       {"change", change},
       {"plots", std::to_string(plan.plots)},
       {"starts", std::to_string(starts)},
       {"runs", std::to_string(plan.runs.size())},
       {"saving", SavingText(SavingOf(study, environments))}});
}

// Of what is hard to change.
Told BetweenText(const Study& study, const Plan& plan, double degrees) {
  const Told hard = JoinNames(study.design.hard_to_change, And());
  if (degrees <= 0) {
    const Told few = plan.replications == 1 ? Told("one replication", "uma repetição")
                                            : Told("so few", "tão poucas");
    return Tell(
        {"The price is certainty about {hard}: its levels are compared between whole plots, and "
         "with {few} nothing says how much plots differ by chance.",
         "O preço é a certeza sobre {hard}: seus níveis são comparados entre parcelas inteiras, e "
         "com {few} nada diz quanto as parcelas diferem por acaso."},
        {{"hard", hard}, {"few", few}});
  }
  return Tell(
      {"The price is certainty about {hard}: its levels are compared between {plots} whole plots "
       "({df} degrees of freedom for their error), not between {runs} runs.",
       "O preço é a certeza sobre {hard}: seus níveis são comparados entre {plots} parcelas "
       "inteiras ({df} graus de liberdade para seu erro), não entre {runs} execuções."},
      {{"hard", hard},
       {"plots", std::to_string(plan.plots)},
       {"df", fmt::format("{:.0f}", degrees)},
       {"runs", std::to_string(plan.runs.size())}});
}

Told TurnsNote(Seconds turn) {
  return Tell(
      {"The runs of a block are started together and take turns of {turn}, each while the others "
       "stand "
       "still: what slows the machine slows them alike, and the analysis takes it out.",
       "As execuções de um bloco começam juntas e se alternam em turnos de {turn}, cada uma "
       "enquanto as outras ficam paradas: o que torna a máquina lenta atinge todas igualmente, e a "
       "análise o desconta."},
      {{"turn", ToString(turn)}});
}

}  // namespace

void AddRuns(const Study& study, const Design& design,
             const std::vector<std::optional<size_t>>& scenario_of, Plan& plan) {
  std::vector<Group> blocks(static_cast<size_t>(design.blocks));
  for (size_t i = 0; i < design.points.size(); ++i) {
    if (!scenario_of[i]) continue;
    blocks[static_cast<size_t>(design.points[i].block) - 1].push_back(*scenario_of[i]);
  }
  Ordering ordering(study, plan, study.design.seed);
  for (int i = 0; i < study.design.replications; ++i) ordering.AddReplication(blocks);
  if (!study.design.hard_to_change.empty()) AddPlotNotes(study, plan);
  const bool together = std::any_of(blocks.begin(), blocks.end(),
                                    [](const Group& block) { return block.size() > 1; });
  if (study.design.turn && together) plan.notes.push_back(TurnsNote(*study.design.turn));
}

void AddBlockOf(const Study& study, const std::vector<size_t>& scenarios, Plan& plan) {
  // An order of its own for every block, and none of the first ones'.
  uint64_t seed = study.design.seed + kSeedsApart * (plan.runs.size() + 1);
  Ordering(study, plan, seed).AddReplication({scenarios});
}

void AddPlotNotes(const Study& study, Plan& plan) {
  plan.notes.push_back(StartsText(study, plan));
  int blocks = 0;
  for (const PlannedRun& run : plan.runs) blocks = std::max(blocks, run.block);
  const ErrorDegrees degrees(study, plan);
  std::vector<Told> price;
  if (plan.plots > static_cast<size_t>(blocks)) {
    price.push_back(BetweenText(study, plan, degrees.BetweenPlots(plan.replications)));
  }
  const double without = degrees.WithoutPlots(plan.replications);
  if (plan.runs.size() > plan.plots && without > 0) {
    price.push_back(
        Tell({"All else is compared within plots: {within} degrees of freedom, not {without}.",
              "Todo o resto é comparado dentro das parcelas: {within} graus de liberdade, não "
              "{without}."},
             {{"within", fmt::format("{:.0f}", std::max(0.0, degrees.Within(plan.replications)))},
              {"without", fmt::format("{:.0f}", without)}}));
  }
  if (!price.empty()) plan.notes.push_back(JoinTold(price, " "));
}

}  // namespace trena
