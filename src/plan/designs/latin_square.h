// SPDX-License-Identifier: Apache-2.0
// Random Latin squares: n symbols in n × n cells, each once in every row and column.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/random.h"

namespace trena {

using LatinSquare = std::vector<std::vector<size_t>>;

// Drawn by the moves of Jacobson & Matthews (1996), whose chain is uniform over all squares of the
// size, then standardised (first row and column in order) and its rows, columns and symbols
// permuted at random, as Fisher & Yates (1934) prescribe.
LatinSquare RandomLatinSquare(size_t size, Random& random);

// First row and first column in ascending order.
LatinSquare Standardised(const LatinSquare& square);

inline constexpr size_t kMostLatinLevels = 100;

}  // namespace trena
