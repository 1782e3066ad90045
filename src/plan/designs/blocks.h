// SPDX-License-Identifier: Apache-2.0
// Each replication in blocks: groups of runs made close together, so that drift between groups is
// not mistaken for an effect. A regular two-level design gives up its highest interactions for that
// (confounding: Jain 1991, chapter 19; Box, Hunter & Hunter 2005, chapter 6); in any other, the
// levels of every factor are spread over the blocks as evenly as they can be.
#pragma once

#include <vector>

#include "plan/designs/design.h"

namespace trena {

// Gives every point its block of the `blocks:` asked for. An error with its place for a number that
// cannot be.
Status AddBlocks(const DesignRequest& request, Design& design);

// The effects, as columns over the base factors, to give up for 2^`count` blocks: of all choices,
// the one whose shortest confounded words are longest and fewest. Never a main effect: empty when
// that cannot be.
std::vector<uint32_t> BlockColumns(const Fraction& fraction, int count);

// The words lost to blocks: the shortest of each column that the chosen ones multiply to.
std::vector<FactorWord> ConfoundedWords(const Fraction& fraction,
                                        const std::vector<uint32_t>& columns);

// Blocks of a design that has no algebra to confound by: every level of every factor is spread over
// the blocks as evenly as swaps of runs between blocks can make it.

// Gives every point one of design.blocks blocks, whose sizes differ by one at most, and notes
// whether main effects stay clear of blocks.
Status SpreadOverBlocks(const DesignRequest& request, Design& design);

}  // namespace trena
