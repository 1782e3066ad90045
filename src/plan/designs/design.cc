// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/text/text.h"
#include "plan/designs/blocks.h"
#include "plan/designs/centre.h"
#include "study/design_kinds.h"

namespace trena {

// The kinds beside the full crossing, each in a file of its own in this folder or below.
Result<Design> ChooseSimple(const DesignRequest& request);
Result<Design> ChooseTwoLevel(const DesignRequest& request);
Result<Design> ChooseFraction(const DesignRequest& request);
Result<Design> ChoosePlackettBurman(const DesignRequest& request);
Result<Design> ChooseLatinSquare(const DesignRequest& request);
Result<Design> ChooseOptimal(const DesignRequest& request);

namespace {

// The largest crossing whose combinations still have numbers.
constexpr double kMostNumbered = 9e18;

Status CheckSize(const Study& study, const DesignKind& kind) {
  bool listed = kind.TakesEverything();
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

Result<Design> ChooseFull(const DesignRequest& request) {
  Design design;
  auto size = static_cast<size_t>(CrossingSize(request.study));
  for (Combination i = 0; i < size; ++i) design.points.push_back({i, 1, 0});
  MarkRegular(request.axes, design);
  return design;
}

struct DesignFunction {
  std::string_view kind;
  Result<Design> (*choose)(const DesignRequest& request);
};

constexpr auto kDesignFunctions = std::to_array<DesignFunction>({
    {"full", ChooseFull},
    {"simple", ChooseSimple},
    {"two_level", ChooseTwoLevel},
    {"fraction", ChooseFraction},
    {"plackett_burman", ChoosePlackettBurman},
    {"latin_square", ChooseLatinSquare},
    {"optimal", ChooseOptimal},
});

static_assert(std::ranges::equal(kDesignFunctions, kDesignKinds, {}, &DesignFunction::kind,
                                 &DesignKind::name),
              "every row of study/design_kinds.h has its function here, in the same order");

}  // namespace

void SortPoints(std::vector<DesignPoint>& points) {
  std::stable_sort(points.begin(), points.end(), [](const DesignPoint& a, const DesignPoint& b) {
    return a.combination < b.combination;
  });
}

Result<Design> MakeDesign(const DesignRequest& request) {
  const Study& study = request.study;
  const DesignKind* kind = FindDesignKind(study.design.kind);
  if (kind == nullptr) {
    return study.ErrorAt("design.kind", "unknown design " + study.design.kind);
  }
  TRENA_CHECK(CheckSize(study, *kind));
  const DesignFunction& function =
      kDesignFunctions[static_cast<size_t>(kind - kDesignKinds.data())];
  TRENA_ASSIGN(Design design, function.choose(request));
  design.needs_all_points = kind->needs_all;
  if (study.design.blocks > 1) TRENA_CHECK(AddBlocks(request, design));
  if (study.design.centre_points > 0) TRENA_CHECK(AddCentrePoints(request, design));
  return design;
}

}  // namespace trena
