// SPDX-License-Identifier: Apache-2.0
#include "plan/holes.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/optimal_search.h"

namespace trena {
namespace {

constexpr double kMostWork = 2e8;     // multiplications for the efficiency
constexpr double kOrthogonal = 99.9;  // percent

// The factors that still vary, by the levels that are left of them.
struct Remainder {
  std::vector<size_t> sizes;
  std::vector<LevelIndices> points;
  double crossed = 1;  // combinations of the levels left
};

Remainder RemainderOf(const std::vector<Axis>& axes, const std::vector<Combination>& left) {
  std::vector<std::vector<size_t>> place;  // by axis and level; the first pass only marks levels
  for (const Axis& axis : axes) place.emplace_back(axis.size, 0);
  for (Combination combination : left) {
    LevelIndices indices = IndicesOf(axes, combination);
    for (size_t i = 0; i < axes.size(); ++i) place[i][indices[i]] = 1;
  }
  Remainder remainder;
  std::vector<size_t> varying;
  for (size_t i = 0; i < axes.size(); ++i) {
    size_t size = 0;
    for (size_t& level : place[i]) level = level == 1 ? size++ : 0;
    remainder.crossed *= static_cast<double>(size);
    if (size < 2) continue;
    varying.push_back(i);
    remainder.sizes.push_back(size);
  }
  for (Combination combination : left) {
    LevelIndices indices = IndicesOf(axes, combination);
    LevelIndices& point = remainder.points.emplace_back();
    for (size_t i : varying) point.push_back(place[i][indices[i]]);
  }
  return remainder;
}

// Of so many runs that some are left to judge the error by, but no more than there are now.
std::string OfferOptimal(size_t parameters, size_t left) {
  size_t runs = std::max(parameters, std::min(left, parameters + parameters / 2));
  return fmt::format("`design: {{ kind: optimal, runs: {} }}` plans around what is excluded.",
                     runs);
}

std::string CostOfHoles(const Remainder& remainder, const std::string& offer) {
  const size_t left = remainder.points.size();
  const size_t parameters = CountParameters(remainder.sizes, false);
  const std::string together = "effects are estimated partly together, and less sharply";
  const double work = static_cast<double>(left) * static_cast<double>(parameters * parameters);
  if (work > kMostWork) return together + ". " + offer;
  SearchSpace space;
  space.sizes = remainder.sizes;
  auto efficiency = EfficiencyOf(space, remainder.points);
  if (!efficiency) return "some main effects cannot be told apart any more. Exclude less.";
  if (*efficiency > kOrthogonal) {
    return "main effects stay orthogonal, but interactions cannot all be told apart.";
  }
  return fmt::format(
      "{} (main effects {:.1f} % as efficiently as by an orthogonal design of {} runs). {}",
      together, *efficiency, left, offer);
}

}  // namespace

std::optional<std::string> DescribeHoles(const std::vector<Axis>& axes,
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
  return fmt::format(
      "What is excluded leaves {} of {:.0f} combinations, so the factors are no longer crossed in "
      "full: {}",
      left.size(), remainder.crossed,
      CostOfHoles(remainder, OfferOptimal(parameters, left.size())));
}

}  // namespace trena
