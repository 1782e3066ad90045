// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/crossing.h"

namespace trena {

double CrossingSize(const Study& study) {
  double size = 1;
  for (const Axis& axis : AxesOf(study)) size *= static_cast<double>(axis.size);
  return size;
}

LevelIndices IndicesOf(const std::vector<Axis>& axes, Combination combination) {
  LevelIndices indices(axes.size());
  for (size_t i = axes.size(); i-- > 0;) {
    indices[i] = combination % axes[i].size;
    combination /= axes[i].size;
  }
  return indices;
}

Combination CombinationOf(const std::vector<Axis>& axes, const LevelIndices& indices) {
  Combination combination = 0;
  for (size_t i = 0; i < axes.size(); ++i) combination = combination * axes[i].size + indices[i];
  return combination;
}

Values LevelsOf(const Study& study, Combination combination) {
  return LevelsOf(study, AxesOf(study), combination);
}

Values LevelsOf(const Study& study, const std::vector<Axis>& axes, Combination combination) {
  LevelIndices indices = IndicesOf(axes, combination);
  std::vector<size_t> level(study.factors.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    for (size_t factor : axes[i].factors) level[factor] = indices[i];
  }
  Values levels;
  levels.reserve(level.size());
  for (size_t i = 0; i < level.size(); ++i) {
    levels.emplace_back(study.factors[i].name, study.factors[i].levels[level[i]]);
  }
  return levels;
}

}  // namespace trena
