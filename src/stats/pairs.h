// SPDX-License-Identifier: Apache-2.0
// A sample's middle and spread from its pairs: nearly as good as mean and standard deviation on a
// normal sample, and hardly moved by one wild value in it.
#pragma once

#include <span>

namespace trena {

// The median of the means of all pairs, each value with itself too (Hodges and Lehmann 1963; R's
// wilcox.test calls it the pseudomedian). NaN without values.
double PseudoMedian(std::span<const double> values);

// A normal sample's standard deviation from Gini's mean difference: √π ÷ 2 times the mean distance
// of two values (David 1968, Biometrika 55). Unbiased; NaN below two values.
double GiniDeviation(std::span<const double> values);

}  // namespace trena
