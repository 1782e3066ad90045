// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/holes.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/designs/information.h"

namespace trena {
namespace {

constexpr double kMostWork = 2e8;     // multiplications for the efficiency
constexpr double kOrthogonal = 99.9;  // percent

// The axes that still vary, by the levels that are left of them.
struct Remainder {
  std::vector<size_t> varying;             // axes
  std::vector<size_t> sizes;               // levels left of each
  std::vector<std::vector<size_t>> place;  // by axis and level: which of those left it is
  double crossed = 1;                      // combinations of the levels left
};

Remainder RemainderOf(const std::vector<Axis>& axes, const std::vector<Combination>& left) {
  Remainder remainder;
  for (const Axis& axis : axes) remainder.place.emplace_back(axis.size, 0);
  for (Combination combination : left) {
    LevelIndices indices = IndicesOf(axes, combination);
    for (size_t i = 0; i < axes.size(); ++i) remainder.place[i][indices[i]] = 1;  // is left
  }
  for (size_t i = 0; i < axes.size(); ++i) {
    size_t size = 0;
    for (size_t& level : remainder.place[i]) level = level == 1 ? size++ : 0;
    remainder.crossed *= static_cast<double>(size);
    if (size < 2) continue;
    remainder.varying.push_back(i);
    remainder.sizes.push_back(size);
  }
  return remainder;
}

// Of the main effects, in percent; missing where they cannot all be estimated.
std::optional<double> EfficiencyOfLeft(const std::vector<Axis>& axes,
                                       const std::vector<Combination>& left,
                                       const Remainder& remainder) {
  std::vector<LevelIndices> points;
  for (Combination combination : left) {
    LevelIndices indices = IndicesOf(axes, combination);
    LevelIndices& point = points.emplace_back();
    for (size_t i : remainder.varying) point.push_back(remainder.place[i][indices[i]]);
  }
  return EfficiencyOf(remainder.sizes, false, points);
}

// Of so many runs that some are left to judge the error by, but no more than there are now.
Told OfferOptimal(size_t parameters, size_t left) {
  size_t runs = std::max(parameters, std::min(left, parameters + parameters / 2));
  return Tell(
      {"{design} plans around what is excluded.", "{design} planeja sem o que foi excluído."},
      {{"design", fmt::format("`design: {{ kind: optimal, runs: {} }}`", runs)}});
}

Told CostOfHoles(const std::vector<Axis>& axes, const std::vector<Combination>& left,
                 const Remainder& remainder, const Told& offer) {
  const auto parameters = static_cast<double>(CountParameters(remainder.sizes, false));
  const Told together("effects are estimated partly together, and less sharply",
                      "os efeitos são estimados em parte juntos, e com menos nitidez");
  if (static_cast<double>(left.size()) * parameters * parameters > kMostWork) {
    return JoinTold({together, offer}, ". ");
  }
  auto efficiency = EfficiencyOfLeft(axes, left, remainder);
  if (!efficiency) {
    return Tell({"some main effects cannot be told apart any more. Exclude less.",
                 "alguns efeitos principais já não se distinguem. Exclua menos."});
  }
  if (*efficiency > kOrthogonal) {
    return Tell({"main effects stay orthogonal, but interactions cannot all be told apart.",
                 "os efeitos principais seguem ortogonais, mas nem todas as interações se "
                 "distinguem."});
  }
  return Tell({"{together} (main effects {efficiency} % as efficiently as by an orthogonal design "
               "of {runs} runs). {offer}",
               "{together} (os efeitos principais com {efficiency} % da eficiência de um plano "
               "ortogonal de {runs} execuções). {offer}"},
              {{"together", together},
               {"efficiency", Decimal(fmt::format("{:.1f}", *efficiency))},
               {"runs", std::to_string(left.size())},
               {"offer", offer}});
}

}  // namespace

std::optional<Told> DescribeHoles(const std::vector<Axis>& axes,
                                  const std::vector<Combination>& left, bool all_levels) {
  if (left.empty()) return std::nullopt;
  Remainder remainder = RemainderOf(axes, left);
  if (static_cast<double>(left.size()) == remainder.crossed) return std::nullopt;
  // What an optimal design would choose from.
  std::vector<size_t> sizes;
  for (const Axis& axis : axes) {
    if (axis.size > 1) sizes.push_back(axis.size);
  }
  size_t parameters = CountParameters(all_levels ? remainder.sizes : sizes, false);
  return Tell(
      {"What is excluded leaves {left} of {all} combinations, so the factors are no longer crossed "
       "in full: {cost}",
       "O que foi excluído deixa {left} de {all} combinações, e os fatores já não estão cruzados "
       "por inteiro: {cost}"},
      {{"left", std::to_string(left.size())},
       {"all", fmt::format("{:.0f}", remainder.crossed)},
       {"cost", CostOfHoles(axes, left, remainder, OfferOptimal(parameters, left.size()))}});
}

}  // namespace trena
