// SPDX-License-Identifier: Apache-2.0
// What a set of points tells of effects: the linear model of main effects, and if asked for of
// two-factor interactions, as rows of its matrix X, and the information X'X, whose determinant says
// how sharply all effects together are estimated.
//
// The same points give the same numbers on any machine: plain loops in double without contraction
// (CMakeLists.txt).
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "plan/designs/crossing.h"

namespace trena {

// X, a row per point; and square matrices made from it.
using ModelRows = std::vector<std::vector<double>>;

// How many effects the model has, with the mean. `sizes` are the levels of each factor.
size_t CountParameters(const std::vector<size_t>& sizes, bool two_way);

// A row of X: orthogonal contrasts of each factor's levels, scaled so that a balanced crossing has
// X'X = runs × I, and their products.
std::vector<double> ModelRow(const std::vector<size_t>& sizes, bool two_way,
                             const LevelIndices& point);

// X'X.
ModelRows Information(const ModelRows& rows);

// The lower triangle L of a positive matrix LL'; empty when a pivot is not above `least`.
std::optional<ModelRows> Cholesky(const ModelRows& matrix, double least);

// A determinant as mantissa × 2^exponent, which no number of factors overflows.
struct Determinant {
  double mantissa = 0;
  long exponent = 0;

  bool operator<(const Determinant& other) const {
    if (mantissa == 0 || other.mantissa == 0) return mantissa < other.mantissa;
    return std::pair(exponent, mantissa) < std::pair(other.exponent, other.mantissa);
  }
};

// Of X'X / runs; nothing when it is singular.
std::optional<Determinant> DeterminantOf(const ModelRows& rows);

// Of a design in which all effects are orthogonal and of the same number of runs, which may not
// exist: the p-th root of |X'X| / runs^p.
double PercentOf(const Determinant& determinant, size_t parameters);

// The efficiency of any design, in percent; nothing where an effect cannot be estimated.
std::optional<double> EfficiencyOf(const std::vector<size_t>& sizes, bool two_way,
                                   const std::vector<LevelIndices>& points);

}  // namespace trena
