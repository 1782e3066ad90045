// SPDX-License-Identifier: Apache-2.0
// What exclusions cost a crossing. While whole levels go, what is left is a crossing still; a hole
// in it makes effects lean on each other: they are estimated together, and less sharply
// (Montgomery 2013, section 15.2). How much less is the D-efficiency for main effects beside an
// orthogonal design of as many runs (optimal_search.h).
#pragma once

#include <optional>
#include <vector>

#include "core/text/told.h"
#include "plan/designs/crossing.h"

namespace trena {

// In words, for a crossing of which these combinations are left, each once; nothing where they are
// a full crossing of their levels. `all_levels`: it was one of all levels of the axes, not of two
// of each.
std::optional<Told> DescribeHoles(const std::vector<Axis>& axes,
                                  const std::vector<Combination>& left, bool all_levels);

}  // namespace trena
