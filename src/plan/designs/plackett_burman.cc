// SPDX-License-Identifier: Apache-2.0
// `kind: plackett_burman`: the main effects of up to N − 1 two-level factors in N runs.
#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "plan/designs/design.h"
#include "plan/designs/hadamard.h"
#include "plan/designs/two_level.h"

namespace trena {
namespace {

constexpr size_t kMostAsked = 1024;

// The sizes next to `runs` that hold the factors, for an error.
std::string Nearest(size_t factors, size_t runs) {
  std::vector<std::string> sizes;
  size_t start = std::max((factors / 4 + 1) * 4, runs / 4 * 4 > 8 ? runs / 4 * 4 - 8 : 4);
  for (size_t size = start; size <= kMostAsked && sizes.size() < 4; size += 4) {
    if (OrthogonalSigns(size)) sizes.push_back(std::to_string(size));
  }
  return Join(sizes, ", ");
}

Result<SignTable> FindTable(const DesignRequest& request, size_t factors) {
  const auto& asked = request.study.design.runs;
  if (asked) {
    auto runs = static_cast<size_t>(*asked);
    auto table = runs > factors && runs <= kMostAsked ? OrthogonalSigns(runs) : std::nullopt;
    if (table) return *table;
    return request.study.ErrorAt(
        "design.runs",
        fmt::format("{} factors have no Plackett–Burman design in {} runs", factors, runs),
        "there are: " + Nearest(factors, runs));
  }
  for (size_t runs = (factors / 4 + 1) * 4; runs <= kMostAsked; runs += 4) {
    auto table = OrthogonalSigns(runs);
    if (table) return *table;
  }
  return request.study.ErrorAt("design.kind", fmt::format("{} factors are too many", factors),
                               fmt::format("at most {}", kMostAsked - 1));
}

}  // namespace

Result<Design> ChoosePlackettBurman(const DesignRequest& request) {
  TRENA_ASSIGN(std::vector<TwoLevelAxis> varying, TwoLevelAxes(request));
  TRENA_ASSIGN(SignTable table, FindTable(request, varying.size()));
  Design design;
  design.needs_all_points = true;
  for (const std::vector<int>& row : table) {
    LevelIndices indices(request.axes.size(), 0);
    for (size_t i = 0; i < varying.size(); ++i) {
      indices[varying[i].axis] = row[i] > 0 ? varying[i].high : varying[i].low;
    }
    design.points.push_back({CombinationOf(request.axes, indices), 1, 0});
  }
  SortPoints(design.points);
  size_t runs = table.size();
  design.details = {{"runs", runs}, {"factors", LettersJson(request, varying)}};
  bool regular = (runs & (runs - 1)) == 0;
  design.notes.push_back(fmt::format(
      "Plackett–Burman in {} runs: the main effects of {} factors are clear of each other, but not "
      "of interactions: {}.",
      runs, varying.size(),
      regular ? "as in a fraction of resolution III, some two-factor interactions are whole in a "
                "main effect"
              : "each two-factor interaction leaks in part into many main effects"));
  return design;
}

}  // namespace trena
