// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/fraction/two_level.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"

namespace trena {
namespace {

size_t IndexOf(const Factor& factor, const Value& level) {
  auto same = [&](const Value& known) { return known.ToString() == level.ToString(); };
  auto found = std::find_if(factor.levels.begin(), factor.levels.end(), same);
  return static_cast<size_t>(found - factor.levels.begin());
}

bool AllNumbers(const Factor& factor) {
  return std::all_of(factor.levels.begin(), factor.levels.end(),
                     [](const Value& level) { return level.number().has_value(); });
}

Result<TwoLevelAxis> TwoLevelsOf(const DesignRequest& request, size_t axis) {
  for (size_t index : request.axes[axis].factors) {
    const Factor& factor = request.study.factors[index];
    auto named = request.study.design.levels.find(factor.name);
    if (named == request.study.design.levels.end()) continue;
    return TwoLevelAxis{axis, IndexOf(factor, named->second[0]), IndexOf(factor, named->second[1])};
  }
  const Factor& factor = request.study.factors[request.axes[axis].factors[0]];
  if (AllNumbers(factor)) {
    auto less = [](const Value& a, const Value& b) { return *a.number() < *b.number(); };
    auto [low, high] = std::minmax_element(factor.levels.begin(), factor.levels.end(), less);
    return TwoLevelAxis{axis, static_cast<size_t>(low - factor.levels.begin()),
                        static_cast<size_t>(high - factor.levels.begin())};
  }
  if (factor.levels.size() == 2) return TwoLevelAxis{axis, 0, 1};
  return request.study.ErrorAt(
      "factors." + factor.name,
      fmt::format("{} has {} levels, and a design of kind {} takes two", factor.name,
                  factor.levels.size(), request.study.design.kind),
      fmt::format("name two with `levels: {{ {}: [{}, {}] }}` under design, or use `kind: optimal`",
                  factor.name, factor.levels[0].ToString(), factor.levels[1].ToString()));
}

std::string LevelText(const DesignRequest& request, size_t axis, size_t level) {
  return request.study.factors[request.axes[axis].factors[0]].levels[level].ToString();
}

}  // namespace

Result<std::vector<TwoLevelAxis>> TwoLevelAxes(const DesignRequest& request) {
  std::vector<TwoLevelAxis> varying;
  for (size_t i = 0; i < request.axes.size(); ++i) {
    if (request.axes[i].size < 2) continue;
    TRENA_ASSIGN(TwoLevelAxis axis, TwoLevelsOf(request, i));
    axis.letter = static_cast<char>('A' + varying.size());
    if (axis.letter >= 'I') ++axis.letter;
    varying.push_back(axis);
  }
  if (varying.empty()) {
    return request.study.ErrorAt("design.kind", "no factor has two levels, so nothing varies",
                                 "give a factor two levels, or use `kind: full`");
  }
  return varying;
}

Combination TwoLevelCombination(const DesignRequest& request,
                                const std::vector<TwoLevelAxis>& varying, FactorWord high) {
  LevelIndices indices(request.axes.size(), 0);
  for (size_t i = 0; i < varying.size(); ++i) {
    indices[varying[i].axis] = (high >> i & 1) != 0 ? varying[i].high : varying[i].low;
  }
  return CombinationOf(request.axes, indices);
}

Json LettersJson(const DesignRequest& request, const std::vector<TwoLevelAxis>& varying) {
  Json letters = Json::array();
  for (const TwoLevelAxis& axis : varying) {
    letters.push_back({{"letter", std::string(1, axis.letter)},
                       {"factor", request.axes[axis.axis].name},
                       {"low", LevelText(request, axis.axis, axis.low)},
                       {"high", LevelText(request, axis.axis, axis.high)}});
  }
  return letters;
}

std::string LettersText(const DesignRequest& request, const std::vector<TwoLevelAxis>& varying) {
  std::vector<std::string> parts;
  for (const TwoLevelAxis& axis : varying) {
    parts.push_back(fmt::format("{} {}", axis.letter, request.axes[axis.axis].name));
  }
  return Join(parts, ", ");
}

}  // namespace trena
