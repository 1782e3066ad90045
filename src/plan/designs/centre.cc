// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/centre.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"
#include "plan/designs/fraction/two_level.h"
#include "study/design_kinds.h"
#include "study/values.h"

namespace trena {
namespace {

// The levels in use: the two of a two-level design, else all.
Result<std::vector<std::vector<size_t>>> LevelsInUse(const DesignRequest& request) {
  std::vector<std::vector<size_t>> in_use(request.axes.size());
  for (size_t i = 0; i < request.axes.size(); ++i) {
    for (size_t level = 0; level < request.axes[i].size; ++level) in_use[i].push_back(level);
  }
  const DesignKind* kind = FindDesignKind(request.study.design.kind);
  if (kind == nullptr || !kind->two_level) return in_use;
  TRENA_ASSIGN(std::vector<TwoLevelAxis> varying, TwoLevelAxes(request));
  for (const TwoLevelAxis& axis : varying) in_use[axis.axis] = {axis.low, axis.high};
  return in_use;
}

// Half way between the smallest and the largest.
Result<Value> Middle(const DesignRequest& request, const Factor& factor,
                     const std::vector<size_t>& levels) {
  if (levels.size() == 1) return factor.levels[levels[0]];
  std::vector<double> numbers;
  for (size_t level : levels) {
    auto number = factor.levels[level].number();
    if (!number) {
      return request.study.ErrorAt(
          "design.centre_points",
          fmt::format("`{}` of {} is no number, so there is no centre of it",
                      factor.levels[level].ToString(), factor.name),
          "centre points need every factor that varies to be numbers");
    }
    numbers.push_back(*number);
  }
  auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
  Value middle = Value::Parse(fmt::format("{:.12g}", *low + (*high - *low) / 2));
  const KnownValue* known = FindKnownValue(factor.name);
  auto objection = known != nullptr ? Objection(*known, middle) : std::nullopt;
  if (!objection) return middle;
  return request.study.ErrorAt("design.centre_points", "no centre: " + *objection,
                               "choose levels whose middle can be run");
}

// The combination with these levels, if the crossing has it.
std::optional<Combination> InCrossing(const DesignRequest& request, const Values& levels) {
  LevelIndices indices;
  for (const Axis& axis : request.axes) {
    std::optional<size_t> level;
    for (size_t i = 0; i < axis.size && !level; ++i) {
      bool same = std::all_of(axis.factors.begin(), axis.factors.end(), [&](size_t index) {
        const Factor& factor = request.study.factors[index];
        return factor.levels[i] == *Find(levels, factor.name);
      });
      if (same) level = i;
    }
    if (!level) return std::nullopt;
    indices.push_back(*level);
  }
  return CombinationOf(request.axes, indices);
}

}  // namespace

Status AddCentrePoints(const DesignRequest& request, Design& design) {
  TRENA_ASSIGN(auto in_use, LevelsInUse(request));
  std::vector<Value> middle(request.study.factors.size());
  for (size_t i = 0; i < request.axes.size(); ++i) {
    for (size_t index : request.axes[i].factors) {
      TRENA_ASSIGN(middle[index], Middle(request, request.study.factors[index], in_use[i]));
    }
  }
  for (size_t i = 0; i < middle.size(); ++i) {
    design.centre.emplace_back(request.study.factors[i].name, middle[i]);
  }
  std::optional<Combination> combination = InCrossing(request, design.centre);
  int count = request.study.design.centre_points;
  for (int i = 0; i < count; ++i) {
    design.points.push_back({combination, i % design.blocks + 1, 0});
  }
  std::vector<std::string> words;
  for (const auto& [name, value] : design.centre) words.push_back(name + " " + value.ToString());
  const std::string label = combination ? fmt::format("C{}", *combination + 1) : "C0";
  design.centre_label = label;
  design.details["centre"] = label;
  design.notes.push_back(
      Tell({"{count} centre [point|points] a replication ({centre}: {levels}).",
            "{count} [ponto central|pontos centrais] por repetição ({centre}: {levels})."},
           {{"count", std::to_string(count)}, {"centre", label}, {"levels", Join(words, ", ")}}));
  return Done{};
}

}  // namespace trena
