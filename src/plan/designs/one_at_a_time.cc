// SPDX-License-Identifier: Apache-2.0
// One factor at a time from a base (Jain 1991, section 16.3, "simple designs"): 1 + Σ(nᵢ − 1) runs.
// It cannot see interactions, and says so.
#include <fmt/format.h>

#include <algorithm>

#include "core/text/text.h"
#include "plan/designs/design.h"

namespace trena {
namespace {

LevelIndices BaseOf(const DesignRequest& request) {
  LevelIndices base(request.axes.size(), 0);
  for (size_t i = 0; i < request.axes.size(); ++i) {
    for (size_t index : request.axes[i].factors) {
      const Factor& factor = request.study.factors[index];
      const Value* named = Find(request.study.design.base, factor.name);
      if (named == nullptr) continue;
      auto same = [&](const Value& level) { return level.ToString() == named->ToString(); };
      auto found = std::find_if(factor.levels.begin(), factor.levels.end(), same);
      base[i] = static_cast<size_t>(found - factor.levels.begin());
    }
  }
  return base;
}

}  // namespace

Result<Design> ChooseSimple(const DesignRequest& request) {
  LevelIndices base = BaseOf(request);
  std::vector<Combination> chosen = {CombinationOf(request.axes, base)};
  for (size_t axis = 0; axis < request.axes.size(); ++axis) {
    for (size_t level = 0; level < request.axes[axis].size; ++level) {
      if (level == base[axis]) continue;
      LevelIndices indices = base;
      indices[axis] = level;
      chosen.push_back(CombinationOf(request.axes, indices));
    }
  }
  Combination first = chosen[0];
  TRENA_ASSIGN(bool base_allowed, request.allowed(first));
  if (!base_allowed) {
    return request.study.ErrorAt("design.kind",
                                 fmt::format("the base (C{}) is excluded, and every other scenario "
                                             "is compared with it",
                                             first + 1),
                                 "name another with `base: { … }` under design");
  }
  std::sort(chosen.begin(), chosen.end());
  Design design;
  for (Combination combination : chosen) design.points.push_back({combination, 1, 0});
  design.details = {{"base", fmt::format("C{}", first + 1)}};
  design.notes.push_back(Tell(
      {"One factor at a time from {base}: what two factors do together cannot be seen, and each "
       "effect holds only at the base's levels of the others.",
       "Um fator de cada vez a partir de {base}: não se vê o que dois fatores fazem juntos, e cada "
       "efeito vale só nos níveis da base para os demais."},
      {{"base", fmt::format("C{}", first + 1)}}));
  return design;
}

}  // namespace trena
