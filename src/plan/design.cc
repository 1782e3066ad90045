// SPDX-License-Identifier: Apache-2.0
#include "plan/design.h"

#include <algorithm>
#include <numeric>

namespace trena {
namespace {

Result<std::vector<Combination>> ChooseFull(const Study& study) {
  std::vector<Combination> all(static_cast<size_t>(CrossingSize(study)));
  std::iota(all.begin(), all.end(), Combination{0});
  return all;
}

}  // namespace

const std::vector<DesignKind>& DesignKinds() {
  static const std::vector<DesignKind> kinds = {
      {"full", "every combination of levels", ChooseFull},
  };
  return kinds;
}

const DesignKind* FindDesign(const std::string& name) {
  for (const DesignKind& kind : DesignKinds()) {
    if (name == kind.name) return &kind;
  }
  return nullptr;
}

double CrossingSize(const Study& study) {
  double size = 1;
  for (const Factor& factor : study.factors) size *= static_cast<double>(factor.levels.size());
  return size;
}

Values LevelsOf(const Study& study, Combination combination) {
  Values levels;
  for (auto factor = study.factors.rbegin(); factor != study.factors.rend(); ++factor) {
    size_t count = factor->levels.size();
    levels.emplace_back(factor->name, factor->levels[combination % count]);
    combination /= count;
  }
  std::reverse(levels.begin(), levels.end());
  return levels;
}

}  // namespace trena
