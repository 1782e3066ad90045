// SPDX-License-Identifier: Apache-2.0
// Which scenario is least, and which others may be it as well: comparisons with the best by Hsu's
// method (stats/comparisons/dunnett.h), all scenarios together. The least of all is among those
// named, or it is the one found, in at least 95 % of the studies. The standard deviation is the
// pooled one of the metric's stated analysis (Jain 1991, chapter 20), else that of all replications
// about their scenarios' means. Of whole plots there is none, nor where nothing was repeated: then
// each two scenarios are compared by Welch's one-sided t on their own deviations, at 5 % divided by
// the number of the others (Bonferroni). With a single value on either side nothing is told.
//
// Pooling takes the spread to be alike everywhere. Where slow scenarios spread more, it errs for
// the fast ones towards "may be as fast".
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

// Whether `other` is above `least` beyond chance, as one of so many comparisons, by their own
// deviations. False also where it cannot be known.
bool IsAbove(const Summary& least, const Summary& other, size_t comparisons, double confidence);

}  // namespace trena
