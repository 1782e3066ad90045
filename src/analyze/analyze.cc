// SPDX-License-Identifier: Apache-2.0
#include "analyze/analyze.h"

#include <algorithm>
#include <future>
#include <map>
#include <set>
#include <utility>

#include "analyze/cost/pareto.h"
#include "analyze/cost/pricing.h"
#include "analyze/find_warnings.h"
#include "analyze/least.h"
#include "analyze/metrics.h"
#include "analyze/model/response.h"
#include "analyze/noise/find_noise.h"
#include "analyze/run_groups.h"
#include "analyze/verdict.h"
#include "plan/stopping.h"
#include "plan/twins.h"
#include "plan/work_left.h"

namespace trena {
namespace {

// train_s, unless runs ended well and none of them tells it: then the whole run is what is known.
std::string TimeMetric(const RunGroups& groups) {
  bool any_ok = false;
  for (const ScenarioRuns& group : groups.scenarios) {
    for (const RunRecord* run : group.Ok()) {
      if (run->metric("train_s")) return "train_s";
      any_ok = true;
    }
  }
  return any_ok ? "wall_s" : "train_s";
}

// Into the analysis go the attempts of the plan's scenarios. The groups then point there, and know
// how many runs were left out.
void KeepAttempts(const Plan& plan, std::vector<RunRecord> runs, RunGroups& groups,
                  Analysis& analysis) {
  const size_t foreign = groups.foreign;
  if (foreign > 0) {
    std::set<std::string> keys;
    for (const ScenarioRuns& group : groups.scenarios) keys.insert(group.scenario->key);
    std::erase_if(runs, [&](const RunRecord& run) { return !keys.contains(run.key); });
    groups = GroupRuns(plan, runs);
    groups.foreign = foreign;
  }
  analysis.runs = std::move(runs);  // which leaves each run where it is
}

void AddScenarios(const Study& study, const Pricing& pricing, const RunGroups& groups,
                  const Bills& bills, Analysis& analysis) {
  for (const ScenarioRuns& group : groups.scenarios) {
    // After a stop rule, what is called 95 % takes a higher quantile.
    analysis.scenarios.push_back(AnalyzeScenario(group, study, pricing, bills,
                                                 IntervalConfidence(study.design), analysis.time));
    analysis.planned_runs += static_cast<int>(group.planned.size());
    analysis.finished_runs += static_cast<int>(group.PlannedFinished());
  }
  analysis.pending_environments = PendingEnvironments(study, groups);
}

void AddSkipped(const Study& study, const Plan& plan, Analysis& analysis) {
  for (const SkippedRun& skipped : SkippedAfterOom(study, plan, analysis.runs)) {
    ScenarioAnalysis& scenario = analysis.scenarios[plan.runs[skipped.run].scenario];
    ++scenario.skipped;
    scenario.skipped_after = plan.scenarios[skipped.after].id;
  }
}

// What does not stand on each other, side by side: of many runs each takes its time.
void AddResponses(const Study& study, const Plan& plan, const RunGroups& groups,
                  Analysis& analysis) {
  const Analysis& measured = analysis;
  auto others = std::async([&] { return AnalyzeOthers(study, plan, measured); });
  auto limits = std::async([&] { return FindBottlenecks(groups, measured); });
  ResponseAnalysis main =
      AnalyzeResponse(study, plan, measured, measured.response, study.analyze.scale);
  analysis.others = others.get();
  analysis.limits = limits.get();
  analysis.main = std::move(main);
  analysis.drivers = FindDrivers(analysis.main);
}

void AddLeast(Analysis& analysis) {
  Least fastest = FindLeast(analysis, analysis.time);
  analysis.fastest = std::move(fastest.scenario);
  analysis.fastest_not_told_apart = std::move(fastest.not_told_apart);
  Least cheapest = FindLeast(analysis, "cost");
  analysis.cost.cheapest = std::move(cheapest.scenario);
  analysis.cost.not_told_apart = std::move(cheapest.not_told_apart);
  analysis.cost.cheapest_bill = FindLeast(analysis, "bill").scenario;
  analysis.cost.pareto = FindPareto(analysis);
}

void AddVerdict(Analysis& analysis) {
  Judgement judgement = Judge(analysis);
  analysis.verdict = judgement.verdict;
  analysis.verdict_reasons = std::move(judgement.reasons);
  analysis.reservations = std::move(judgement.reservations);
  analysis.next = FindNextStep(analysis);
}

void SortByFolder(std::vector<RunRecord>& runs) {
  auto by_folder = [](const RunRecord& a, const RunRecord& b) { return a.folder < b.folder; };
  if (!std::is_sorted(runs.begin(), runs.end(), by_folder)) {
    std::stable_sort(runs.begin(), runs.end(), by_folder);
  }
}

// They are billed, and compared with their equals, and tell nothing of the design.
void SetTwinsAside(const std::vector<EqualTrainings>& equal, std::vector<RunRecord>& runs) {
  for (const EqualTrainings& pair : equal) {
    const Interned key(pair.key);
    std::erase_if(runs, [&](const RunRecord& run) { return run.key == key; });
  }
}

}  // namespace

Analysis Analyze(const Study& study, const Plan& planned, std::vector<RunRecord> runs,
                 const std::vector<std::string>& set_aside, Verification verification,
                 const RunEpochs& epochs, const std::vector<PaidTime>& pilots) {
  const WithoutTwins without_twins(planned);
  const Plan& plan = without_twins.plan();
  Analysis analysis;
  analysis.study = study.name;
  analysis.question = study.question;
  analysis.path = study.path.string();
  analysis.response = study.analyze.response;
  analysis.baseline = study.analyze.baseline;
  analysis.set_aside = set_aside;
  analysis.verification = std::move(verification);
  SortByFolder(runs);
  RunGroups groups = GroupRuns(plan, runs);
  analysis.time = TimeMetric(groups);
  if (analysis.response == "train_s") analysis.response = analysis.time;
  const Pricing pricing(study, groups.Environments());
  std::vector<Warning> about_money = pricing.warnings();
  auto with_failures = std::async([&] { return BillsWithFailures(study, pricing, runs); });
  analysis.cost = Bill(study, pricing, runs, pilots, about_money);
  const Bills bills = with_failures.get();
  if (HasTwins(planned)) {
    analysis.equal =
        FindEqualTrainings(planned, runs, analysis.response, IntervalConfidence(study.design));
    SetTwinsAside(analysis.equal, runs);
    groups = GroupRuns(plan, runs);
  }
  KeepAttempts(plan, std::move(runs), groups, analysis);
  AddScenarios(study, pricing, groups, bills, analysis);
  AddSkipped(study, plan, analysis);
  analysis.machine_speed = FindMachineSpeed(groups, analysis.time);
  AddResponses(study, plan, groups, analysis);
  AddLeast(analysis);
  analysis.cost.break_evens = FindBreakEvens(analysis, pricing);
  analysis.scaling = FindScaling(study, analysis);
  analysis.largest_batches = FindLargestBatches(study, analysis);
  if (const auto target = study.analyze.target_accuracy) {
    analysis.target = AnalyzeTarget(groups, epochs, pricing, *target, analysis.confidence);
  }
  analysis.disturbed_runs = CountDisturbed(groups, analysis);
  analysis.warnings = FindWarnings(groups, analysis);
  analysis.warnings.insert(analysis.warnings.end(), about_money.begin(), about_money.end());
  AddVerdict(analysis);
  return analysis;
}

}  // namespace trena
