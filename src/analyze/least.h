// SPDX-License-Identifier: Apache-2.0
// Which scenario is least, and which others cannot be told from it. Two scenarios are told apart
// when the 95 % Student's t interval of the difference of their means leaves out 0. Its standard
// deviation is the pooled one of the metric's stated analysis (Jain 1991, chapter 20), which
// has more degrees of freedom than a few replications; without that analysis it is Welch's, of
// the two scenarios alone. With a single value on either side and no pooled deviation nothing is
// told apart. Comparisons are not adjusted for their number.
//
// Pooling takes the spread to be alike everywhere. Where slow scenarios spread more, it errs for
// the fast ones towards "cannot be told apart".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/analysis.h"

namespace trena {

struct Least {
  std::optional<std::string> scenario;      // empty when no scenario has the metric
  std::vector<std::string> not_told_apart;  // from it, in the plan's order
};

// By mean; of equal means the one with the lower mean train_s, then the first.
Least FindLeast(const Analysis& analysis, const std::string& metric);

struct PooledDeviation {
  double sd = 0;
  double df = 0;
};

// False also where it cannot be known. Both need at least one value.
bool ToldApart(const Summary& a, const Summary& b, const std::optional<PooledDeviation>& pooled,
               double confidence);

}  // namespace trena
