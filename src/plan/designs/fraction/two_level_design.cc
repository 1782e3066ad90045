// SPDX-License-Identifier: Apache-2.0
// Every combination of two levels of each factor, a 2^k (Jain 1991, chapter 17).
#include <fmt/format.h>

#include "plan/designs/design.h"
#include "plan/designs/fraction/two_level.h"

namespace trena {
namespace {

constexpr size_t kMostTwoLevel = 19;  // 2^19 scenarios

}  // namespace

Result<Design> ChooseTwoLevel(const DesignRequest& request) {
  TRENA_ASSIGN(std::vector<TwoLevelAxis> varying, TwoLevelAxes(request));
  if (varying.size() > kMostTwoLevel) {
    return request.study.ErrorAt(
        "design.kind",
        fmt::format("two levels of {} factors are 2^{} scenarios; at most 2^{} can be planned",
                    varying.size(), varying.size(), kMostTwoLevel),
        "`kind: fraction` or `kind: plackett_burman` take a part of them");
  }
  Design design;
  design.regular = Fraction{static_cast<int>(varying.size()), {}};
  for (FactorWord high = 0; high < FactorWord{1} << varying.size(); ++high) {
    design.points.push_back({TwoLevelCombination(request, varying, high), 1, high});
  }
  SortPoints(design.points);
  design.details = {{"factors", LettersJson(request, varying)}};
  return design;
}

}  // namespace trena
