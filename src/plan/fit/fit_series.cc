// SPDX-License-Identifier: Apache-2.0
#include "plan/fit/fit_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/text/text.h"
#include "study/axes.h"

namespace trena {
namespace {

Error NoFactor(const Study& study, const std::string& name) {
  std::vector<std::string> names;
  for (const Factor& factor : study.factors) names.push_back(factor.name);
  const bool fixed = Find(study.fixed, name) != nullptr;
  const std::string what =
      fixed ? fmt::format("{} is fixed in this study", name)
            : fmt::format("the study has no factor `{}`{}", name, DidYouMean(name, names));
  return InputError(
      fmt::format("--factor: {}; try levels without touching the file: -P {}=1,2,4,8,16", what,
                  fixed ? name : "batch"));
}

Status CheckFactor(const Study& study, const std::string& name) {
  const Factor* factor = study.factor(name);
  if (factor == nullptr) return NoFactor(study, name);
  for (const Value& level : factor->levels) {
    if (level.number().value_or(0) > 0) continue;
    return InputError(fmt::format(
        "--factor: the level `{}` of {} is not a number above 0: nothing tells what is larger",
        level.ToString(), name));
  }
  if (factor->levels.size() > 1) return Done{};
  return InputError(fmt::format(
      "--factor: {} has one level only; the largest that fits is one of several, like -P {}=1,2,4",
      name, name));
}

// Whether it moves in step with the factor, so that its level says nothing more.
bool InStep(const Study& study, const std::string& factor, const std::string& other) {
  const auto holds = [](const std::vector<std::string>& group, const std::string& name) {
    return std::find(group.begin(), group.end(), name) != group.end();
  };
  return std::any_of(study.together.begin(), study.together.end(), [&](const auto& group) {
    return holds(group, factor) && holds(group, other);
  });
}

Values OthersOf(const Study& study, const Scenario& scenario, const std::string& factor) {
  Values others;
  for (const auto& [name, level] : scenario.levels) {
    const Factor* other = study.factor(name);
    const bool varies = other != nullptr && other->levels.size() > 1;
    const bool same = name == factor || InStep(study, factor, name) || Follows(study, name);
    if (varies && !same) others.emplace_back(name, level);
  }
  return others;
}

void Sort(FitSeries& series) {
  std::vector<size_t> order(series.levels.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return series.levels[a] < series.levels[b]; });
  const FitSeries unsorted = series;
  for (size_t i = 0; i < order.size(); ++i) {
    series.levels[i] = unsorted.levels[order[i]];
    series.scenarios[i] = unsorted.scenarios[order[i]];
  }
}

}  // namespace

Result<std::vector<FitSeries>> FitSeriesOf(const Study& study, const Plan& plan,
                                           const std::string& factor) {
  TRENA_CHECK(CheckFactor(study, factor));
  std::vector<FitSeries> all;
  for (const Scenario& scenario : plan.scenarios) {
    if (!scenario.twin_of.empty()) continue;
    const Values others = OthersOf(study, scenario, factor);
    auto found = std::find_if(all.begin(), all.end(),
                              [&](const FitSeries& series) { return series.others == others; });
    if (found == all.end()) found = all.insert(all.end(), FitSeries{others, {}, {}});
    found->levels.push_back(*Find(scenario.levels, factor)->number());
    found->scenarios.push_back(&scenario);
  }
  for (FitSeries& series : all) Sort(series);
  return all;
}

Values WithoutLimit(Values others) {
  std::erase_if(others, [](const auto& entry) { return entry.first == "memory_limit"; });
  return others;
}

bool SameButForLimit(const FitSeries& a, const FitSeries& b) {
  return WithoutLimit(a.others) == WithoutLimit(b.others);
}

}  // namespace trena
