// SPDX-License-Identifier: Apache-2.0
// Blocks of a design that has no algebra to confound by: every level of every factor is spread over
// the blocks as evenly as swaps of runs between blocks can make it.
#pragma once

#include "plan/designs/design.h"

namespace trena {

// Gives every point one of design.blocks blocks, whose sizes differ by one at most, and notes
// whether main effects stay clear of blocks.
Status SpreadOverBlocks(const DesignRequest& request, Design& design);

}  // namespace trena
