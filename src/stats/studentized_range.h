// SPDX-License-Identifier: Apache-2.0
// The distribution of the studentized range: the largest less the least of `means` standard
// normal numbers, over an independent estimate of their standard deviation with `df` degrees of
// freedom. Tukey's comparisons of all pairs rest on it. Computed as the integral it is (Copenhaver
// and Holland, J. Statistical Computation and Simulation 30, 1988), by Gauss-Legendre panels
// narrow enough for 1e-10.
#pragma once

#include <cstddef>
#include <optional>

namespace trena {

// P(Q > q). Missing for fewer than two means, df not above 0, or a q that is NaN.
std::optional<double> StudentizedRangeTail(double q, size_t means, double df);

// The q with P(Q <= q) = p, for 0 < p < 1.
std::optional<double> StudentizedRangeQuantile(double p, size_t means, double df);

}  // namespace trena
