// SPDX-License-Identifier: Apache-2.0
#include "analyze/compare/side_differences.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "analyze/compare/study_match.h"
#include "analyze/measured/run_values.h"
#include "analyze/metrics.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kShownDigits = 12;  // of a checksum

using Facts = std::map<std::pair<DifferenceKind, std::string>, std::set<std::string>>;

class FactsOf {
 public:
  explicit FactsOf(const std::vector<const RunRecord*>& runs) {
    for (const RunRecord* run : runs) AddRun(*run);
  }

  void AddPrices(const StudyMatch& match, MeasuredScenario MatchedPair::* side,
                 const CostAnalysis& cost) {
    for (const ExchangeRate& rate : cost.rates) {
      Add(DifferenceKind::kPrice, "1 " + rate.currency,
          fmt::format("{} {} ({})", rate.rate, cost.currency, rate.date.value_or("—")));
    }
    for (const MatchedPair& pair : match.pairs) {
      const auto& price = (pair.*side).scenario->price;
      if (price) Add(DifferenceKind::kPrice, "price", ToString(*price));
    }
  }

  const Facts& facts() const { return facts_; }

 private:
  void Add(DifferenceKind kind, const std::string& name, const std::string& value) {
    facts_[{kind, name}].insert(value);
  }

  // Every leaf of `json` under its path; what differs from run to run is left out.
  void AddLeaves(DifferenceKind kind, const std::string& name, const Json& json,
                 const std::set<std::string>& without = {}) {
    if (json.is_null() || without.contains(name)) return;
    if (!json.is_object()) {
      return Add(kind, name, json.is_string() ? json.get<std::string>() : Dump(json));
    }
    for (const auto& [key, value] : json.items()) {
      AddLeaves(kind, name.empty() ? key : name + "." + key, value, without);
    }
  }

  void AddFramework(const RunRecord& run) {
    Add(DifferenceKind::kFramework, run.framework, run.framework_version);
    if (run.versions->is_object()) {
      for (const auto& [name, value] : run.versions->items()) {
        const bool said = name == "framework" || name == "version" || name == "device";
        if (!said) AddLeaves(DifferenceKind::kFramework, run.framework + " " + name, value);
      }
    }
    AddInstalled(DifferenceKind::kFramework, "variables", run);
    AddInstalled(DifferenceKind::kPackage, "packages", run);
  }

  // Each entry of a part of what was installed.
  void AddInstalled(DifferenceKind kind, const char* part, const RunRecord& run) {
    const Json& installed = run.installed;
    const auto found = installed.is_object() ? installed.find(part) : installed.end();
    if (found == installed.end() || !found->is_object()) return;
    for (const auto& [name, value] : found->items()) {
      AddLeaves(kind, run.framework + " " + name, value);
    }
  }

  void AddRun(const RunRecord& run) {
    for (const auto& [name, value] : ValuesOf(run)) {
      const bool environment = name == "environment";
      Add(environment ? DifferenceKind::kEnvironment : DifferenceKind::kSetting, name,
          value.ToString());
    }
    if (run.scenario == "monitor") {  // of a study the values say it
      Add(DifferenceKind::kSetting, "command", Join(run.command, " "));
    }
    Add(DifferenceKind::kEnvironment, "device", run.device);
    for (const std::string& how : run.stand_in) {
      Add(DifferenceKind::kEnvironment, "stand_in", how);
    }
    AddFramework(run);
    AddLeaves(DifferenceKind::kMachine, "", run.facts, {"cpu.mhz"});
    for (const char* name : {"data", "network"}) {
      if (const auto checksum = Get<std::string>(run.inputs, name)) {
        Add(DifferenceKind::kInput, name, checksum->substr(0, kShownDigits));
      }
    }
    // Replication k has the design's seed + k; what was only monitored has none.
    if (run.scenario != "monitor") {
      Add(DifferenceKind::kSeed, "seed",
          fmt::format("{}", static_cast<int64_t>(run.seed) - run.replication));
    }
    Add(DifferenceKind::kTrena, "trena", run.trena_version);
  }

  Facts facts_;
};

std::optional<double> MedianSpeed(const std::vector<const RunRecord*>& runs,
                                  std::set<int>& versions) {
  std::vector<double> speeds;
  for (const RunRecord* run : runs) {
    const auto speed = run->metric("yardstick");
    if (!speed || !(*speed > 0)) continue;
    speeds.push_back(*speed);
    versions.insert(Get<int>(run->yardstick, "version").value_or(0));
  }
  return Summarize(speeds).median;
}

}  // namespace

std::vector<const RunRecord*> ComparedRuns(const StudyMatch& match, const Analysis& analysis,
                                           MeasuredScenario MatchedPair::* side) {
  std::set<std::string> folders;
  for (const MatchedPair& pair : match.pairs) {
    const MetricAnalysis* wall = FindMetric(*(pair.*side).scenario, "wall_s");
    if (wall != nullptr) folders.insert(wall->folders.begin(), wall->folders.end());
  }
  std::vector<const RunRecord*> runs;
  for (const RunRecord& run : analysis.runs) {
    if (folders.contains(run.folder)) runs.push_back(&run);
  }
  return runs;
}

std::vector<SideDifference> FindDifferences(const StudyMatch& match, const Analysis& first,
                                            const Analysis& second) {
  FactsOf a(ComparedRuns(match, first, &MatchedPair::first));
  FactsOf b(ComparedRuns(match, second, &MatchedPair::second));
  a.AddPrices(match, &MatchedPair::first, first.cost);
  b.AddPrices(match, &MatchedPair::second, second.cost);
  std::map<std::pair<DifferenceKind, std::string>, SideDifference> all;
  for (const auto& [key, values] : a.facts()) all[key].first = values;
  for (const auto& [key, values] : b.facts()) all[key].second = values;
  std::vector<SideDifference> differences;
  for (auto& [key, difference] : all) {
    if (difference.first == difference.second) continue;
    difference.kind = key.first;
    difference.name = key.second;
    differences.push_back(std::move(difference));
  }
  return differences;
}

std::optional<double> SpeedRatio(const StudyMatch& match, const Analysis& first,
                                 const Analysis& second) {
  std::set<int> versions;
  const auto a = MedianSpeed(ComparedRuns(match, first, &MatchedPair::first), versions);
  const auto b = MedianSpeed(ComparedRuns(match, second, &MatchedPair::second), versions);
  if (!a || !b || versions.size() != 1) return std::nullopt;
  return *b / *a;
}

}  // namespace trena
