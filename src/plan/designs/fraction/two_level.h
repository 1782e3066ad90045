// SPDX-License-Identifier: Apache-2.0
// Factors at two levels (Jain 1991, chapter 17): the two named under `design: levels:`, the two
// there are, or the extremes of numbers. Factors with one level stay as they are.
#pragma once

#include <vector>

#include "plan/designs/design.h"

namespace trena {

struct TwoLevelAxis {
  size_t axis = 0;  // of DesignRequest::axes
  size_t low = 0, high = 0;
  char letter = 'A';  // A, B, … without I, which stands for the mean
};

// The axes that vary, in order. An error with its place for a factor of words with more than two
// levels, or where nothing varies.
Result<std::vector<TwoLevelAxis>> TwoLevelAxes(const DesignRequest& request);

// The combination with the high level of each axis whose bit is set, the low of the others.
Combination TwoLevelCombination(const DesignRequest& request,
                                const std::vector<TwoLevelAxis>& varying, FactorWord high);

// [{letter, factor, low, high}], and "A batch, B image" for people.
Json LettersJson(const DesignRequest& request, const std::vector<TwoLevelAxis>& varying);
std::string LettersText(const DesignRequest& request, const std::vector<TwoLevelAxis>& varying);

}  // namespace trena
