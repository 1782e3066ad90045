// SPDX-License-Identifier: Apache-2.0
// Minimum-aberration fractions for 3 to 11 factors in up to 128 runs, by the generators of Box,
// Hunter & Hunter (2005), table 6.22, and Montgomery (2013), table 8.14; the word-length patterns
// are those of Chen, Sun & Wu (1993). fraction_table_test.cc searches all fractions of each size
// and finds none with less aberration.
#pragma once

#include <vector>

#include "plan/designs/fraction/fraction.h"

namespace trena {

// All of that many factors, the fewest runs first; none for numbers the table does not have.
std::vector<Fraction> KnownFractions(int factors);

inline constexpr int kMostTableFactors = 11;

}  // namespace trena
