// SPDX-License-Identifier: Apache-2.0
// Orthogonal arrays of two levels in N runs, N a multiple of 4 (Plackett & Burman 1946): by
// quadratic residues (Paley 1933) for N − 1 or N/2 − 1 prime, and by doubling (Sylvester 1867).
// For 12, 20 and 24 runs they are the cyclic designs as Plackett and Burman printed them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace trena {

// Rows are runs, columns factors: N rows of N − 1 entries, +1 or −1, every two columns orthogonal
// and each with as many + as −. Empty where none of the constructions gives it.
using SignTable = std::vector<std::vector<int>>;
std::optional<SignTable> OrthogonalSigns(size_t runs);

}  // namespace trena
