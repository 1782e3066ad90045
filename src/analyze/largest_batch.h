// SPDX-License-Identifier: Apache-2.0
// The largest batch that fitted into memory, for every combination of the other factors, where some
// run of the study was out of memory. Of what was measured, and nothing foretold: that is what
// `trena fit` does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/value.h"

namespace trena {

struct Analysis;
struct Study;

struct LargestBatch {
  Values others;                   // levels of the other factors that vary
  std::optional<double> fits;      // the largest that all runs ended well with; empty: none did
  std::optional<double> does_not;  // the smallest that a run was out of memory with; empty: none
};

// None where batch does not vary, or every run fitted. Needs the analysis' scenarios.
std::vector<LargestBatch> FindLargestBatches(const Study& study, const Analysis& analysis);

}  // namespace trena
