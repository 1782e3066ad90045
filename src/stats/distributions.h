// SPDX-License-Identifier: Apache-2.0
// The distributions that intervals, analyses of variance and counts of false alarms need. Pure
// functions, safe from any thread. What is undefined (a NaN, a probability outside its range, no
// degrees of freedom) is missing; no function throws.
//
//   StudentQuantile(0.975, 4)   // 2.776…: half-width of a 95 % interval from n = 5, in standard
//   errors
#pragma once

#include <cstddef>
#include <optional>

namespace trena {

// The t with P(T <= t) = p, for 0 < p < 1 and df > 0.
std::optional<double> StudentQuantile(double p, double df);

// P(|T| >= |t|): the two-sided p-value of a t.
std::optional<double> StudentTail(double t, double df);

// P(F >= f): the p-value of an analysis of variance, for f >= 0.
std::optional<double> FTail(double f, double df1, double df2);

// The f with P(F <= f) = p, for 0 < p < 1.
std::optional<double> FQuantile(double p, double df1, double df2);

// P(X >= k) of n tries that each succeed with probability p.
std::optional<double> BinomialTail(size_t k, size_t n, double p);

// The z with P(Z <= z) = p, for 0 < p < 1.
std::optional<double> NormalQuantile(double p);

}  // namespace trena
