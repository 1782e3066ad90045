// SPDX-License-Identifier: Apache-2.0
#include "plan/added_blocks.h"

#include <fmt/format.h>

#include <limits>
#include <set>

#include "core/text/text.h"
#include "plan/forecast/forecast.h"
#include "plan/forecast/noise_level.h"
#include "plan/run_order.h"
#include "plan/work_left.h"

namespace trena {
namespace {

// Of an hour, where every environment has a price; else time is what is spent.
double HourlyPrice(const Study& study, const Scenario& scenario) {
  for (const Environment& environment : study.environments) {
    if (!environment.price || environment.price->per_hour <= 0) return 1;
  }
  const Environment* environment = study.environment(scenario.environment());
  if (environment == nullptr) return 1;
  Money hour{environment->price->per_hour, environment->price->currency};
  return InReportCurrency(study, hour).value_or(hour).amount;
}

// The run, where it has ended for good.
const RunRecord* FindFinal(const Plan& plan, const LastAttempts& last, const PlannedRun& planned) {
  auto found = last.find({plan.scenarios[planned.scenario].key, planned.replication});
  return found != last.end() && IsFinal(found->second->outcome) ? found->second : nullptr;
}

// Of the first replications, `most` of them.
std::vector<ScenarioProgress> ProgressOf(const Study& study, const Plan& plan,
                                         const LastAttempts& last,
                                         int most = std::numeric_limits<int>::max()) {
  std::vector<ScenarioProgress> scenarios(plan.scenarios.size());
  std::vector<double> seconds(plan.scenarios.size(), 0);
  for (const PlannedRun& planned : plan.runs) {
    const RunRecord* run = FindFinal(plan, last, planned);
    if (run == nullptr || planned.replication > most) continue;
    ++scenarios[planned.scenario].made;
    auto value = ResponseOf(study, *run);
    if (value) scenarios[planned.scenario].values.push_back(*value);
    seconds[planned.scenario] += run->metric("wall_s").value_or(0);
  }
  for (size_t i = 0; i < scenarios.size(); ++i) {
    if (scenarios[i].made == 0) continue;
    double mean = seconds[i] / static_cast<double>(scenarios[i].made);
    scenarios[i].cost = mean * HourlyPrice(study, plan.scenarios[i]);
  }
  return scenarios;
}

// Whether all is there that can be decided by: every planned run of the scenarios that were begun.
// One without any run may be of another machine.
bool IsDecidable(const Plan& plan, const LastAttempts& last, const std::set<size_t>& skipped,
                 const std::vector<ScenarioProgress>& progress) {
  bool any = false;
  for (size_t i = 0; i < plan.runs.size(); ++i) {
    if (progress[plan.runs[i].scenario].made == 0) continue;
    any = true;
    if (!skipped.contains(i) && FindFinal(plan, last, plan.runs[i]) == nullptr) return false;
  }
  return any;
}

const char* Name(StopReason reason) {
  switch (reason) {
    case StopReason::kReached:
      return "reached";
    case StopReason::kAtMost:
      return "at_most";
    case StopReason::kCannotReach:
      return "cannot_reach";
    case StopReason::kNothingEnds:
      return "nothing_ends";
    case StopReason::kBudget:
      return "budget";
    case StopReason::kDeadline:
      return "deadline";
    case StopReason::kGoesOn:
      break;
  }
  return "goes_on";
}

Told WhyText(const StopRule& rule, StopReason reason) {
  const Told most = std::to_string(rule.at_most);
  switch (reason) {
    case StopReason::kReached:
      return Tell({"known well enough", "conhecido o bastante"});
    case StopReason::kAtMost:
      return Tell({"ended at {most} runs, the most allowed",
                   "encerrado em {most} execuções, o máximo permitido"},
                  {{"most", most}});
    case StopReason::kCannotReach:
      return Tell({"ended: so noisy that {most} runs would not do either",
                   "encerrado: tão ruidoso que {most} execuções também não bastariam"},
                  {{"most", most}});
    case StopReason::kNothingEnds:
      return Tell({"ended: no run ended well, so more cannot help",
                   "encerrado: nenhuma execução terminou bem, então mais não ajudam"});
    case StopReason::kBudget:
      return Tell({"ended by the budget", "encerrado pelo orçamento"});
    case StopReason::kDeadline:
      return Tell({"ended by the deadline", "encerrado pelo prazo"});
    case StopReason::kGoesOn:
      break;
  }
  return Tell({"not known well enough yet", "ainda não conhecido o bastante"});
}

// What ends scenarios that would go on.
StopReason ReasonOf(Limit crossed) {
  if (crossed == Limit::kBudget) return StopReason::kBudget;
  return crossed == Limit::kDeadline ? StopReason::kDeadline : StopReason::kGoesOn;
}

// "C1 (±2.1 %, n = 5)".
Told PrecisionOf(const std::string& scenario, const Precision& precision) {
  const Told n = std::to_string(precision.n);
  if (!precision.half_width) {
    return Tell({"{scenario} (n = {n})", "{scenario} (n = {n})"},
                {{"scenario", scenario}, {"n", n}});
  }
  return Tell({"{scenario} (±{width} %, n = {n})", "{scenario} (±{width} %, n = {n})"},
              {{"scenario", scenario},
               {"width", Decimal(fmt::format("{:.2g}", *precision.half_width * 100))},
               {"n", n}});
}

}  // namespace

void AddDecidedBlocks(const Study& study, const std::vector<RunRecord>& runs, Plan& plan) {
  if (!study.design.stop) return;
  LastAttempts last = FindLastAttempts(runs);
  // By the first runs alone, so that it stays the same.
  std::optional<size_t> reference =
      ChooseReference(ProgressOf(study, plan, last, study.design.replications));
  // Every block has a run of a scenario that may have so many.
  size_t most = plan.scenarios.size() * static_cast<size_t>(study.design.stop->at_most);
  for (size_t i = 0; i < most; ++i) {
    std::set<size_t> skipped;
    for (const SkippedRun& run : SkippedAfterOom(study, plan, runs)) skipped.insert(run.run);
    std::vector<ScenarioProgress> progress = ProgressOf(study, plan, last);
    if (!IsDecidable(plan, last, skipped, progress)) return;
    std::vector<size_t> block = NextBlock(study.design, progress, reference);
    if (block.empty()) return;
    AddBlockOf(study, block, plan);
  }
}

std::vector<Precision> FindPrecisions(const Study& study, const Plan& plan,
                                      const std::vector<RunRecord>& runs, Limit crossed) {
  std::vector<Precision> precisions;
  for (const ScenarioProgress& scenario : ProgressOf(study, plan, FindLastAttempts(runs))) {
    Precision precision = JudgePrecision(study.design, scenario.made, scenario.values);
    if (precision.reason == StopReason::kGoesOn) precision.reason = ReasonOf(crossed);
    precisions.push_back(precision);
  }
  return precisions;
}

Told DescribePrecisions(const Study& study, const Plan& plan,
                        const std::vector<Precision>& precisions) {
  const StopRule& rule = *study.design.stop;
  std::vector<Told> lines = {
      Tell({"At least {least} and at most {most} runs of each scenario, until ±{width} %:",
            "Ao menos {least} e no máximo {most} execuções de cada cenário, até ±{width} %:"},
           {{"least", std::to_string(study.design.replications)},
            {"most", std::to_string(rule.at_most)},
            {"width", Decimal(fmt::format("{:.3g}", rule.half_width * 100))}})};
  for (StopReason reason : {StopReason::kReached, StopReason::kAtMost, StopReason::kCannotReach,
                            StopReason::kNothingEnds, StopReason::kBudget, StopReason::kDeadline,
                            StopReason::kGoesOn}) {
    std::vector<Told> names;
    for (size_t i = 0; i < precisions.size(); ++i) {
      if (precisions[i].reason == reason) {
        names.push_back(PrecisionOf(plan.scenarios[i].id, precisions[i]));
      }
    }
    if (names.empty()) continue;
    lines.push_back(Tell({"  {why}: {names}", "  {why}: {names}"},
                         {{"why", WhyText(rule, reason)}, {"names", JoinTold(names, ", ")}}));
  }
  return JoinTold({JoinTold(lines, "\n"), ""}, "\n");
}

Json PrecisionsJson(const Plan& plan, const std::vector<Precision>& precisions) {
  Json list = Json::array();
  for (size_t i = 0; i < precisions.size(); ++i) {
    auto percent =
        precisions[i].half_width ? std::optional(*precisions[i].half_width * 100) : std::nullopt;
    list.push_back({{"scenario", plan.scenarios[i].id},
                    {"n", precisions[i].n},
                    {"half_width_percent", OrNull(percent)},
                    {"reason", Name(precisions[i].reason)}});
  }
  return list;
}

}  // namespace trena
