// SPDX-License-Identifier: Apache-2.0
// Which terms a linear model over factors has: main effects and interactions, each a list of
// factors. Written by a person as a formula, in the notation of Wilkinson and Rogers (Applied
// Statistics 22, 1973) as R has it:
//
//   a + b + a:b     main effects of a and b, and their interaction
//   a*b             the same
//   (a + b + c)^2   main effects and interactions of two of the three
//   a*b*c - a:b:c   all but the last
//
// A name with spaces or signs stands between backticks: `batch size`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "stats/model/cells.h"

namespace trena {

using ModelTerm = std::vector<size_t>;  // indices of factors, ascending

// Interactions of up to `order` of `factors`: main effects first, then by order, as listed. Factors
// that have a single level in the cells have no effect and are left out.
std::vector<ModelTerm> TermsUpTo(const Cells& cells, const std::vector<size_t>& factors,
                                 size_t order);

// Of all factors, or of some: main effects and all interactions. What the data cannot estimate of
// them the analysis finds and names. It goes to the highest order of which all terms together have
// no more than a few thousand parameters.
std::vector<ModelTerm> FullTerms(const Cells& cells);
std::vector<ModelTerm> FullTerms(const Cells& cells, const std::vector<size_t>& factors);

// Fails for a name that is no factor (with the nearest), a factor of a single level, and what is
// not a formula. An optional "response ~" or "~" in front is passed over.
Result<std::vector<ModelTerm>> ParseFormula(std::string_view formula, const Cells& cells);

// "framework:image".
std::string TermName(const Cells& cells, const ModelTerm& term);

// Main effects first, then by order; otherwise as they were; none twice.
void SortTerms(std::vector<ModelTerm>& terms);

// For each factor the levels that occur, ascending.
std::vector<std::vector<uint32_t>> LevelsInUse(const Cells& cells);

}  // namespace trena
