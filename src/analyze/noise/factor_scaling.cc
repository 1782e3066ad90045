// SPDX-License-Identifier: Apache-2.0
#include "analyze/noise/factor_scaling.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analyze/analysis.h"
#include "analyze/metrics.h"
#include "analyze/noise/bottlenecks.h"
#include "study/axes.h"

namespace trena {
namespace {

constexpr size_t kFewestLevels = 3;

struct Points {
  std::vector<double> levels;
  std::vector<double> values;
};

struct GroupPoints {
  Values others;
  Points time;
  Points image;  // time per image
};

std::vector<double> LevelsOf(const Analysis& analysis, const std::string& factor) {
  std::vector<double> levels;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Value* level = Find(scenario.levels, factor);
    const auto number = level == nullptr ? std::nullopt : level->number();
    if (!number || !(*number > 0)) return {};
    if (FindMetric(scenario, analysis.time) != nullptr) levels.push_back(*number);
  }
  std::sort(levels.begin(), levels.end());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

// Levels of what varies beside the factor and those that move in step with it.
Values OthersOf(const ScenarioAnalysis& scenario, const Study& study, const Analysis& analysis,
                const std::string& factor) {
  Values others;
  for (const auto& [name, level] : scenario.levels) {
    if (name == factor || Follows(study, name)) continue;
    const bool varies = std::any_of(
        analysis.scenarios.begin(), analysis.scenarios.end(),
        [&](const ScenarioAnalysis& other) { return *Find(other.levels, name) != level; });
    if (varies) others.emplace_back(name, level);
  }
  return others;
}

void Add(const ScenarioAnalysis& scenario, const std::string& metric, double level,
         Points& points) {
  const MetricAnalysis* found = FindMetric(scenario, metric);
  if (found == nullptr) return;
  for (double value : found->values) {
    points.levels.push_back(level);
    points.values.push_back(value);
  }
}

std::vector<GroupPoints> GroupsOf(const Study& study, const Analysis& analysis,
                                  const std::string& factor) {
  std::vector<GroupPoints> groups;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    const Values others = OthersOf(scenario, study, analysis, factor);
    const double level = *Find(scenario.levels, factor)->number();
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const GroupPoints& g) { return g.others == others; });
    if (group == groups.end()) {
      groups.push_back({others, {}, {}});
      group = groups.end() - 1;
    }
    Add(scenario, analysis.time, level, group->time);
    Add(scenario, "image_s", level, group->image);
  }
  return groups;
}

// Jumps are looked for in every group: all of them together keep to the confidence (Bonferroni).
std::optional<ScalingGroup> FitLaw(const GroupPoints& points, double confidence, size_t groups) {
  auto time = AnalyzeScaling(points.time.levels, points.time.values, confidence);
  if (!time.ok()) return std::nullopt;
  ScalingGroup group{points.others, points.time.values.size(), std::move(time).value(), {}, false};
  auto change = FindChangePoint(points.image.levels, points.image.values,
                                (1 - confidence) / static_cast<double>(groups));
  if (change.ok()) group.change = std::move(change).value();
  return group;
}

struct SwapCount {
  size_t runs = 0, swapping = 0;
  bool Mostly() const { return 2 * swapping > runs; }
};

// The runs of one group on one side of a change. Simulated runs did not live the machine's time.
bool IsSwapping(const Study& study, const Analysis& analysis, const std::string& factor,
                const ScalingGroup& group) {
  SwapCount before, after;
  for (const ScenarioAnalysis& scenario : analysis.scenarios) {
    if (OthersOf(scenario, study, analysis, factor) != group.others) continue;
    const double level = *Find(scenario.levels, factor)->number();
    SwapCount& side = level < group.change->first_after ? before : after;
    for (const RunRecord& run : analysis.runs) {
      if (run.key != scenario.key || run.outcome != Outcome::kOk || run.simulated) continue;
      ++side.runs;
      if (FindLimit(run).limit == LimitKind::kSwapping) ++side.swapping;
    }
  }
  return after.Mostly() && !before.Mostly();
}

std::optional<ScalingChoice> CommonLaw(const std::vector<ScalingGroup>& groups) {
  std::vector<const ScalingAnalysis*> times;
  for (const ScalingGroup& group : groups) times.push_back(&group.time);
  return ChooseCommonLaw(times);
}

// In logarithms, a slope for all and a height for each group.
std::optional<Coefficient> CommonExponent(const std::vector<GroupPoints>& groups,
                                          double confidence) {
  RegressionData data{.names = {"exponent"}, .columns = {{}}, .y = {}};
  std::vector<size_t> group_of;
  for (size_t g = 0; g < groups.size(); ++g) {
    for (size_t i = 0; i < groups[g].time.values.size(); ++i) {
      if (!(groups[g].time.values[i] > 0)) return std::nullopt;
      data.columns[0].push_back(std::log(groups[g].time.levels[i]));
      data.y.push_back(std::log(groups[g].time.values[i]));
      group_of.push_back(g);
    }
  }
  for (size_t g = 1; g < groups.size(); ++g) {
    data.names.push_back("group " + std::to_string(g));
    std::vector<double>& column = data.columns.emplace_back();
    for (size_t of : group_of) column.push_back(of == g ? 1 : 0);
  }
  auto fit = FitRegression(data, confidence);
  if (!fit.ok()) return std::nullopt;
  for (const Coefficient& coefficient : fit.value().coefficients) {
    if (coefficient.name == "exponent") return coefficient;
  }
  return std::nullopt;
}

}  // namespace

std::vector<FactorScaling> FindScaling(const Study& study, const Analysis& analysis) {
  std::vector<FactorScaling> all;
  for (const Factor& factor : study.factors) {
    if (Follows(study, factor.name)) continue;
    FactorScaling scaling;
    scaling.factor = factor.name;
    scaling.levels = LevelsOf(analysis, factor.name);
    if (scaling.levels.size() < kFewestLevels) continue;
    const std::vector<GroupPoints> groups = GroupsOf(study, analysis, factor.name);
    for (const GroupPoints& points : groups) {
      if (auto group = FitLaw(points, analysis.confidence, groups.size()))
        scaling.groups.push_back(std::move(*group));
    }
    if (scaling.groups.empty()) continue;
    for (ScalingGroup& group : scaling.groups) {
      group.swapping = group.change && IsSwapping(study, analysis, factor.name, group);
    }
    scaling.law = CommonLaw(scaling.groups);
    if (scaling.law && scaling.law->law == ScalingLaw::kPower) {
      scaling.exponent = CommonExponent(groups, analysis.confidence);
    }
    all.push_back(std::move(scaling));
  }
  return all;
}

}  // namespace trena
