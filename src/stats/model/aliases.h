// SPDX-License-Identifier: Apache-2.0
// Aliases of a two-level design: terms whose columns of signs are the same, or opposite, over the
// runs that are there, so that no analysis can tell their effects apart (Jain 1991, chapter 19;
// Box, Hunter and Hunter 2005, chapter 6). Found from the runs, not from how they were planned, so
// that a run that failed is seen. Only factors of two levels take part.
#pragma once

#include <vector>

#include "stats/model/cells.h"
#include "stats/model/model_terms.h"

namespace trena {

struct SignedTerm {
  ModelTerm factors;
  int sign = 1;  // of its column against that of the chain's first term
};

// Lowest order first: by the usual reading the first is meant. A chain of the mean is the defining
// relation: its terms are constant.
struct AliasChain {
  bool of_mean = false;
  std::vector<SignedTerm> terms;
};

// Chains of the mean first, then in the order of their first terms; a term that is alone is a
// chain of one. Terms of up to `order` factors, and never more than 65,536 terms.
std::vector<AliasChain> AliasChains(const Cells& cells, size_t order);

}  // namespace trena
