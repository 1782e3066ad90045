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
std::string OfferOptimal(size_t parameters, size_t left) {
  size_t runs = std::max(parameters, std::min(left, parameters + parameters / 2));
  return fmt::format("`design: {{ kind: optimal, runs: {} }}` plans around what is excluded.",
                     runs);
}

std::string CostOfHoles(const std::vector<Axis>& axes, const std::vector<Combination>& left,
                        const Remainder& remainder, const std::string& offer) {
  const auto parameters = static_cast<double>(CountParameters(remainder.sizes, false));
  const std::string together = "effects are estimated partly together, and less sharply";
  if (static_cast<double>(left.size()) * parameters * parameters > kMostWork) {
    return together + ". " + offer;
  }
  auto efficiency = EfficiencyOfLeft(axes, left, remainder);
  if (!efficiency) return "some main effects cannot be told apart any more. Exclude less.";
  if (*efficiency > kOrthogonal) {
    return "main effects stay orthogonal, but interactions cannot all be told apart.";
  }
  return fmt::format(
      "{} (main effects {:.1f} % as efficiently as by an orthogonal design of {} runs). {}",
      together, *efficiency, left.size(), offer);
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
      CostOfHoles(axes, left, remainder, OfferOptimal(parameters, left.size())));
}

}  // namespace trena
