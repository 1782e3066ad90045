// SPDX-License-Identifier: Apache-2.0
// All others against a baseline that a person named, "what we have today", by Dunnett's method
// (stats/comparisons/many_to_one.h): intervals and p of all of them together. A baseline is
//
//   a level of one factor (framework=pytorch): its other levels against it, by the means of the
//     model and the error that the factor is judged by; or
//   one scenario, a level of every factor (framework=pytorch, batch=64): the others against it, by
//     their own means in one analysis over scenarios and blocks, with its error, or the model's
//     where nothing was repeated. Of whole plots it is a mixed model (stats/model/strata/reml.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "stats/model/comparisons.h"

namespace trena {

struct StatedAnalysis;
struct NamedLevel;

struct BaselineOther {
  std::vector<uint32_t> levels;  // of StatedBaseline::factors
  PairComparison comparison;     // against the baseline; `first` and `second` say nothing
  bool depends = false;          // on StatedBaseline::by, as LevelPair::depends
};

struct StatedBaseline {
  std::vector<size_t> factors;    // of the cells, as they were named; one, or all treatments
  std::vector<uint32_t> levels;   // of the baseline
  std::optional<size_t> by = {};  // a factor that a single one interacts with
  std::vector<BaselineOther> others = {};
  std::string problem = {};  // why it cannot be compared; empty: it was
};

// Never fails: what names no level that was measured, or neither one factor nor all of them, is a
// problem in words.
StatedBaseline CompareWithBaseline(const StatedAnalysis& stated,
                                   const std::vector<NamedLevel>& baseline);

}  // namespace trena
