// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/design.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "plan/designs/blocks.h"
#include "plan/designs/centre.h"

namespace trena {
namespace {

// The largest crossing whose combinations still have numbers.
constexpr double kMostNumbered = 9e18;

Status CheckSize(const Study& study) {
  bool listed = study.design.kind == "full";
  double most = listed ? static_cast<double>(kMostScenarios) : kMostNumbered;
  double size = CrossingSize(study);
  if (size <= most) return Done{};
  std::vector<std::string> counts;
  for (const Axis& axis : AxesOf(study)) {
    counts.push_back(fmt::format("{} {}", axis.size, axis.name));
  }
  return InputError(fmt::format(
      "the factors cross to {:.6g} scenarios ({}); at most {:.0f} can be planned. Fix some "
      "factors, "
      "or give them fewer levels{}",
      size, Shorten(Join(counts, " × "), 200), most,
      listed ? "; `kind: fraction`, `plackett_burman` and `optimal` take a part of more" : ""));
}

// A crossing of factors with two levels each is a 2^k.
void MarkRegular(const std::vector<Axis>& axes, Design& design) {
  int factors = 0;
  for (const Axis& axis : axes) {
    if (axis.size > 2) return;
    if (axis.size == 2) ++factors;
  }
  if (factors == 0 || factors > kMostFractionFactors) return;
  design.regular = Fraction{factors, {}};
  for (DesignPoint& point : design.points) {
    LevelIndices indices = IndicesOf(axes, *point.combination);
    FactorWord bit = 1;
    for (size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].size < 2) continue;
      if (indices[i] == 1) point.high |= bit;
      bit <<= 1;
    }
  }
}

}  // namespace

void SortPoints(std::vector<DesignPoint>& points) {
  std::stable_sort(points.begin(), points.end(), [](const DesignPoint& a, const DesignPoint& b) {
    return a.combination < b.combination;
  });
}

Result<Design> ChooseFull(const DesignRequest& request) {
  Design design;
  auto size = static_cast<size_t>(CrossingSize(request.study));
  for (Combination i = 0; i < size; ++i) design.points.push_back({i, 1, 0});
  MarkRegular(request.axes, design);
  return design;
}

const std::vector<DesignKind>& DesignKinds() {
  static const std::vector<DesignKind> kinds = {
      {"full", "every combination of levels", ChooseFull},
      {"simple", "one factor at a time from a base", ChooseSimple},
      {"two_level", "every combination of two levels of each factor", ChooseTwoLevel},
      {"fraction", "a regular part of the two-level combinations", ChooseFraction},
      {"plackett_burman", "main effects of many two-level factors", ChoosePlackettBurman},
      {"latin_square", "three factors with equally many levels", ChooseLatinSquare},
      {"optimal", "the most informative runs of a given number", ChooseOptimal},
  };
  return kinds;
}

const DesignKind* FindDesign(const std::string& name) {
  for (const DesignKind& kind : DesignKinds()) {
    if (name == kind.name) return &kind;
  }
  return nullptr;
}

Result<Design> MakeDesign(const DesignRequest& request) {
  const Study& study = request.study;
  const DesignKind* kind = FindDesign(study.design.kind);
  if (kind == nullptr) return study.ErrorAt("design.kind", "unknown design " + study.design.kind);
  TRENA_CHECK(CheckSize(study));
  TRENA_ASSIGN(Design design, kind->choose(request));
  if (study.design.blocks > 1) TRENA_CHECK(AddBlocks(request, design));
  if (study.design.centre_points > 0) TRENA_CHECK(AddCentrePoints(request, design));
  return design;
}

}  // namespace trena
