// SPDX-License-Identifier: Apache-2.0
#include "analyze/find_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analyze/metrics.h"
#include "analyze/noise/find_noise.h"
#include "analyze/verdict.h"
#include "analyze/warnings.h"
#include "configure/runners/speed.h"
#include "core/text/text.h"
#include "stats/outliers.h"
#include "store/notes.h"
#include "store/results.h"

namespace trena {
namespace {

// With fewer, intervals are so wide that it is worth a word.
constexpr size_t kEnoughReplications = 5;

using Warnings = std::vector<Warning>;
using Names = std::set<std::string>;

std::vector<std::string> ListOf(const Names& names) { return {names.begin(), names.end()}; }

// Scenarios with last attempts that are so, after the number of those runs.
template <typename IsSo>
void WarnWhere(const RunGroups& groups, IsSo is_so, const char* code, Warnings& warnings) {
  size_t count = 0;
  std::vector<std::string> arguments = {""};
  for (const ScenarioRuns& group : groups.scenarios) {
    const auto runs = std::count_if(group.last.begin(), group.last.end(),
                                    [&](const auto& entry) { return is_so(*entry.second); });
    if (runs > 0) arguments.push_back(group.scenario->id);
    count += static_cast<size_t>(runs);
  }
  if (count == 0) return;
  arguments[0] = std::to_string(count);
  warnings.push_back({code, std::move(arguments)});
}

void WarnOfOutcome(const RunGroups& groups, Outcome outcome, const char* code, Warnings& warnings) {
  auto ended_so = [&](const RunRecord& run) { return run.outcome == outcome; };
  WarnWhere(groups, ended_so, code, warnings);
}

// A note is known by the code of its warning.
void WarnOfNote(const RunGroups& groups, const char* code, Warnings& warnings) {
  auto noted = [&](const RunRecord& run) {
    bool there = std::find(run.notes.begin(), run.notes.end(), code) != run.notes.end();
    return run.outcome == Outcome::kOk && there;
  };
  WarnWhere(groups, noted, code, warnings);
}

// trena's own runners train on a cross-entropy; what a person's own program calls its loss may well
// be below zero.
void WarnOfLosses(const RunGroups& groups, Warnings& warnings) {
  const auto negative = [](const RunRecord& run) {
    const auto& notes = run.notes;
    return run.outcome == Outcome::kOk && run.framework != "command" &&
           std::find(notes.begin(), notes.end(), warning::kNegativeLoss) != notes.end();
  };
  WarnWhere(groups, negative, warning::kNegativeLoss, warnings);
}

// What cannot be, once for each metric of a scenario, with the first value.
void WarnOfImpossible(const RunGroups& groups, Warnings& warnings) {
  size_t runs = 0;
  std::vector<std::string> arguments = {""};
  for (const ScenarioRuns& group : groups.scenarios) {
    Names named;
    for (const auto& [replication, run] : group.last) {
      if (!run->impossible.empty()) ++runs;
      for (const auto& [metric, value] : run->impossible) {
        if (!named.insert(metric).second) continue;
        arguments.push_back(fmt::format("{} {:g} ({})", metric, value, group.scenario->id));
      }
    }
  }
  if (runs == 0) return;
  arguments[0] = std::to_string(runs);
  warnings.push_back({warning::kImpossibleValues, std::move(arguments)});
}

// One for each pattern.
void WarnOfPatterns(const RunGroups& groups, Warnings& warnings) {
  Names notes;
  for (const ScenarioRuns& group : groups.scenarios) {
    for (const auto& [replication, run] : group.last) {
      for (const std::string& note : run->notes) {
        if (note.starts_with(kUnmatchedNote)) notes.insert(note);
      }
    }
  }
  for (const std::string& note : notes) {
    const size_t before = warnings.size();
    WarnOfNote(groups, note.c_str(), warnings);
    if (warnings.size() == before) continue;
    Warning& warning = warnings.back();
    warning.code = warning::kUnmatchedPattern;
    warning.arguments.insert(warning.arguments.begin(),
                             note.substr(std::string_view(kUnmatchedNote).size()));
  }
}

void WarnOfSkipped(const Analysis& analysis, Warnings& warnings) {
  int runs = 0;
  Names after;
  std::vector<std::string> scenarios;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (scenario.skipped == 0) continue;
    runs += scenario.skipped;
    after.insert(scenario.skipped_after);
    scenarios.push_back(scenario.id);
  }
  if (runs == 0) return;
  scenarios.insert(scenarios.begin(), {std::to_string(runs), Join(ListOf(after), ", ")});
  warnings.push_back({warning::kSkippedAfterOom, std::move(scenarios)});
}

void WarnOfRuns(const RunGroups& groups, const Analysis& analysis, Warnings& warnings) {
  WarnOfOutcome(groups, Outcome::kFailed, warning::kFailedRuns, warnings);
  WarnOfOutcome(groups, Outcome::kOutOfMemory, warning::kOutOfMemory, warnings);
  WarnOfSkipped(analysis, warnings);
  WarnOfOutcome(groups, Outcome::kTimedOut, warning::kTimedOut, warnings);
  WarnOfOutcome(groups, Outcome::kRefused, warning::kRefusedRuns, warnings);
  if (analysis.time == "wall_s") warnings.push_back({warning::kNoTrainingTime, {}});
  WarnOfNote(groups, warning::kImpossibleTime, warnings);
  WarnOfImpossible(groups, warnings);
  WarnOfNote(groups, warning::kRejectedEvents, warnings);
  WarnOfNote(groups, warning::kOddClock, warnings);
  WarnOfLosses(groups, warnings);
  WarnOfNote(groups, warning::kDiverged, warnings);
  WarnOfNote(groups, warning::kImported, warnings);
  WarnOfNote(groups, warning::kUnfinishedLog, warnings);
  WarnOfNote(groups, warning::kRepeatedSteps, warnings);
  WarnOfPatterns(groups, warnings);
  WarnOfNote(groups, warning::kFirstEpochUntimed, warnings);
  WarnOfNote(groups, warning::kShortRun, warnings);
  if (const int missing = MissingRuns(analysis); missing > 0) {
    warnings.push_back(
        {warning::kMissingRuns, {std::to_string(missing), std::to_string(analysis.planned_runs)}});
  }
  if (!analysis.pending_environments.empty()) {
    warnings.push_back({warning::kPendingEnvironments, analysis.pending_environments});
  }
}

void WarnOfLeftOut(const RunGroups& groups, const Analysis& analysis, Warnings& warnings) {
  if (groups.foreign > 0) {
    warnings.push_back({warning::kForeignRuns, {std::to_string(groups.foreign)}});
  }
  if (groups.extra > 0) {
    warnings.push_back({warning::kExtraReplications, {std::to_string(groups.extra)}});
  }
  if (!analysis.set_aside.empty()) {
    warnings.push_back({warning::kSetAside, FirstFew(analysis.set_aside)});
  }
}

// One warning per environment, with all that `names_of` finds in its finished runs.
template <typename NamesOf>
std::map<std::string, Names> ByEnvironment(const RunGroups& groups, NamesOf names_of) {
  std::map<std::string, Names> found;
  for (const ScenarioRuns& group : groups.scenarios) {
    for (const RunRecord* run : group.Finished()) found[group.environment].merge(names_of(*run));
  }
  return found;
}

void WarnPerEnvironment(const std::map<std::string, Names>& found, size_t at_least,
                        const char* code, Warnings& warnings) {
  for (const auto& [environment, names] : found) {
    if (names.size() < at_least) continue;
    std::vector<std::string> arguments = {environment};
    arguments.insert(arguments.end(), names.begin(), names.end());
    warnings.push_back({code, std::move(arguments)});
  }
}

Names CpuModel(const RunRecord& run) {
  const Json& facts = run.facts;
  if (!facts.is_object() || !facts.contains("cpu")) return {};
  const auto model = Get<std::string>(facts["cpu"], "model");
  return model ? Names{*model} : Names{};
}

std::string DatasetOf(const RunRecord& run) {
  const Value* level = Find(run.levels, "dataset");
  if (level == nullptr) level = Find(run.fixed, "dataset");
  const auto made_of = Get<std::string>(run.inputs, "made_of");
  const std::string name = level == nullptr ? "" : level->ToString();
  return made_of ? fmt::format("{} ({})", name, *made_of) : name;
}

void WarnOfOrigin(const RunGroups& groups, Warnings& warnings) {
  const auto stand_ins = ByEnvironment(
      groups, [](const RunRecord& run) { return Names(run.stand_in.begin(), run.stand_in.end()); });
  WarnPerEnvironment(stand_ins, 1, warning::kStandIn, warnings);
  WarnPerEnvironment(ByEnvironment(groups, CpuModel), 2, warning::kMixedMachines, warnings);
  Names synthetic;
  Names simulated;
  for (const RunRecord* run : groups.Finished()) {
    if (run->synthetic) synthetic.insert(DatasetOf(*run));
    if (run->simulated) simulated.insert(run->framework);
  }
  if (!synthetic.empty()) warnings.push_back({warning::kSyntheticData, ListOf(synthetic)});
  if (!simulated.empty()) warnings.push_back({warning::kSimulatedRunner, ListOf(simulated)});
}

void WarnOfVerification(const RunGroups& groups, const Analysis& analysis, Warnings& warnings) {
  Names different;
  for (const RunRecord* run : groups.Finished()) {
    const auto& notes = run->notes;
    if (std::find(notes.begin(), notes.end(), warning::kNotEqual) == notes.end()) continue;
    different.insert(run->framework + "@" + run->framework_version);
  }
  if (!different.empty()) warnings.push_back({warning::kNotEqual, ListOf(different)});
  if (analysis.verification.unknown > 0) {
    warnings.push_back({warning::kNotVerified, {std::to_string(analysis.verification.unknown)}});
  }
}

// One for each framework and cause; of several runs, by what their record says last.
void WarnOfHandicaps(const RunGroups& groups, Warnings& warnings) {
  std::map<std::string, Warning> found;
  for (const RunRecord* run : groups.Finished()) {
    const Json& installed = run->installed;
    if (!installed.is_object() || !installed.contains("handicap")) continue;
    const auto handicap = HandicapFromJson(installed["handicap"]);
    if (!handicap) continue;
    const std::string framework = run->framework + "@" + run->framework_version;
    Warning warning{warning::kHandicap,
                    {framework, fmt::format("{:.1f}", handicap->times), handicap->cause}};
    if (!handicap->beside.empty()) {
      warning.code = warning::kLikelyHandicap;
      warning.arguments.push_back(handicap->beside);
    }
    found[framework + handicap->cause] = std::move(warning);
  }
  for (auto& [key, warning] : found) warnings.push_back(std::move(warning));
}

void WarnOfReplications(const Analysis& analysis, Warnings& warnings) {
  std::vector<std::string> single;
  size_t fewest = kEnoughReplications;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const MetricAnalysis* metric = FindMetric(scenario, analysis.response);
    if (metric == nullptr) continue;
    if (metric->values.size() == 1) single.push_back(scenario.id);
    fewest = std::min(fewest, metric->values.size());
  }
  if (!single.empty()) {
    warnings.push_back({warning::kNoReplication, std::move(single)});
    return;
  }
  // Two are few, unless many scenarios share one error; three are often enough, and worth a word
  // where more would decide.
  const bool undecided = !AnyEffect(analysis) || !analysis.cost.not_told_apart.empty() ||
                         !analysis.fastest_not_told_apart.empty();
  if (TooFewReplications(analysis) || (fewest < kEnoughReplications && undecided)) {
    warnings.push_back({warning::kFewReplications, {std::to_string(fewest)}});
  }
}

void WarnOfEqual(const Analysis& analysis, Warnings& warnings) {
  for (const EqualTrainings& equal : analysis.equal) {
    if (!equal.ratio || !equal.ratio->IsFalseAlarm()) continue;
    warnings.push_back(
        {warning::kEqualDiffered,
         {equal.scenario, equal.twin, fmt::format("{:.1f}", 100 * std::abs(equal.ratio->ratio - 1)),
          std::to_string(equal.pairs)}});
  }
}

void WarnOfOutliers(const Analysis& analysis, Warnings& warnings) {
  std::vector<const ScenarioAnalysis*> scenarios;
  std::vector<std::vector<double>> values;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const MetricAnalysis* metric = FindMetric(scenario, analysis.response);
    if (metric == nullptr) continue;
    scenarios.push_back(&scenario);
    values.push_back(metric->values);
  }
  for (const Outlier& outlier : FindOutliers(values, 1 - analysis.confidence)) {
    const MetricAnalysis& metric = *FindMetric(*scenarios[outlier.group], analysis.response);
    warnings.push_back({warning::kOutlier,
                        {scenarios[outlier.group]->id, metric.folders[outlier.index],
                         fmt::format("{}", metric.values[outlier.index]),
                         fmt::format("{}", *metric.summary.median)}});
  }
}

// One warning for all noisy scenarios: they usually have one cause.
void WarnOfSpread(const Analysis& analysis, Warnings& warnings) {
  double widest = 0;
  std::vector<std::string> noisy;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const MetricAnalysis* metric = FindMetric(scenario, analysis.response);
    if (metric == nullptr) continue;
    const auto variation = CoefficientOfVariation(metric->summary);
    if (variation && *variation > kNoisyVariation) {
      widest = std::max(widest, *variation);
      noisy.push_back(scenario.id);
    }
  }
  if (noisy.empty()) return;
  noisy.insert(noisy.begin(), fmt::format("{:.1f}", 100 * widest));
  warnings.push_back({warning::kNoisy, noisy});
}

}  // namespace

std::vector<Warning> FindWarnings(const RunGroups& groups, const Analysis& analysis) {
  Warnings warnings;
  WarnOfRuns(groups, analysis, warnings);
  WarnOfOrigin(groups, warnings);
  WarnOfHandicaps(groups, warnings);
  WarnOfVerification(groups, analysis, warnings);
  WarnOfReplications(analysis, warnings);
  WarnOfOutliers(analysis, warnings);
  WarnOfEqual(analysis, warnings);
  WarnOfSpread(analysis, warnings);
  for (Warning& warning : FindNoise(groups, analysis)) warnings.push_back(std::move(warning));
  WarnOfLeftOut(groups, analysis, warnings);
  return warnings;
}

}  // namespace trena
