// SPDX-License-Identifier: Apache-2.0
// Which terms the stated model has: by default all that the combinations measured can estimate; and
// what they are judged by.
//
// Of a two-level fraction one term of each alias chain is taken, the lowest (Jain 1991, chapter
// 19). Where combinations are so few that most interactions could not be estimated (screening
// designs), or cells differ in count and terms are very many, the order of interactions is lowered.
//
// Effects are judged by runs that repeat a combination. Where none was repeated there is one rule,
// for plans, studies and tables alike:
//
//   factors of two levels, as many effects as runs and at least seven, orthogonal: Lenth's pseudo
//     standard error (stats/lenth.h), which asks for no repetition and gives up no effect;
//   otherwise, unless the terms were written out, the highest interactions are taken for nothing:
//     they leave the model and are the error;
//   written out, or with main effects alone: what the terms leave over, if anything.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "stats/model/aliases.h"
#include "stats/model/cells.h"

namespace trena {

// What the terms are chosen by. A ModelRequest is one (analyze/model/model_request.h).
struct ModelDesign {
  std::string terms = {};      // "full", "main", "2way" or a formula; empty: full, with an error
  std::string block = {};      // a factor that has a main effect and no interactions; empty: none
  std::string plot = {};       // a factor whose levels are whole plots; empty: none
  std::string curvature = {};  // a factor that tells the centre of a design from its corners
};

struct ModelChoice {
  std::vector<ModelTerm> terms;     // the block's and the curvature's among them
  bool repeated = true;             // some combination was: otherwise …
  bool pseudo_error = false;        // … the effects are judged by each other (Lenth), or
  bool without_highest = false;     // the highest interaction serves as the error
  size_t highest_order = 0;         // of interactions in the model, where higher ones are left out
  std::vector<AliasChain> aliases;  // of a fraction: terms that cannot be told apart
  // Factors of more than two levels that always change together, one level of the one with one of
  // the other: the first is in the model and stands for all of them.
  std::vector<std::vector<size_t>> together = {};
  // Interactions that left the model because combinations of their levels were not measured, and
  // with them some level would have no mean (stated_analysis.cc).
  std::vector<ModelTerm> given_up = {};
};

// Fails for a formula that is none.
Result<ModelChoice> ChooseModel(const Cells& cells, const ModelDesign& design);

// Where `name` is among the factors; as many as there are when it is not.
size_t FactorIndex(const Cells& cells, const std::string& name);

// The factors whose effects are asked for: neither block, plot nor curvature.
std::vector<size_t> TreatmentsOf(const Cells& cells, const ModelDesign& design);

// The cells of the design's corners, with one level of all that is no treatment.
Cells TreatmentCells(const Cells& cells, const ModelDesign& design);

}  // namespace trena
