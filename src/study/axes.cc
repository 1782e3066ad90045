// SPDX-License-Identifier: Apache-2.0
#include "study/axes.h"

#include <algorithm>

namespace trena {
namespace {

// The group that a factor moves in, or nullptr.
const std::vector<std::string>* GroupOf(const Study& study, const std::string& factor) {
  for (const auto& group : study.together) {
    if (std::find(group.begin(), group.end(), factor) != group.end()) return &group;
  }
  return nullptr;
}

}  // namespace

bool Follows(const Study& study, const std::string& factor) {
  const auto* group = GroupOf(study, factor);
  if (group == nullptr) return false;
  for (const Factor& other : study.factors) {
    if (std::find(group->begin(), group->end(), other.name) == group->end()) continue;
    return other.name != factor;
  }
  return false;
}

std::vector<Axis> AxesOf(const Study& study) {
  std::vector<Axis> axes;
  for (size_t i = 0; i < study.factors.size(); ++i) {
    const Factor& factor = study.factors[i];
    if (Follows(study, factor.name)) continue;
    Axis axis{{i}, factor.levels.size(), factor.name};
    const auto* group = GroupOf(study, factor.name);
    for (size_t j = i + 1; group != nullptr && j < study.factors.size(); ++j) {
      bool in_step = std::find(group->begin(), group->end(), study.factors[j].name) != group->end();
      if (in_step) axis.factors.push_back(j);
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

}  // namespace trena
