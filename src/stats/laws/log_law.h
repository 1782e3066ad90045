// SPDX-License-Identifier: Apache-2.0
// Least squares of the logarithm of a time, so that errors multiply: a time of 100 s is as far off
// by 2 s as one of 1 s by 0.02. The machinery behind scaling.h and change_point.h, which fit every
// law on this one scale so that what they leave over can be compared.
//
// Observations are sorted by size. From `split` on they may lie higher or lower by a factor of
// their own (a step); a split of 0 is no step.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/result.h"

namespace trena {

struct LogPoints {
  std::vector<double> x;
  std::vector<double> log_t;
};

// Sorted by size. Fails with fewer than three observations, one size only, and sizes or times that
// are not finite and above zero.
Result<LogPoints> MakeLogPoints(std::span<const double> sizes, std::span<const double> times);

// −2 log L of normal errors of the logarithm at their best, with the correction for few
// observations (Hurvich and Tsai, Biometrika 76, 1989). Parameters count the error's variance.
// Missing when there are too few observations. What is left over counts no less than the rounding
// of times, so that a perfect fit compares with others.
std::optional<double> LogAicc(double residual_ss, size_t observations, double parameters);

struct LogFit {
  double residual_ss = 0;
  double step = 0;  // of the logarithm, from the split on
};

// log t = height + coefficients · columns. Columns that say nothing new change nothing.
LogFit FitLogColumns(const LogPoints& points, std::vector<std::vector<double>> columns,
                     size_t split = 0);

// log t = height + log((1 − weight) + weight · z ÷ its geometric mean), which is t = a + b · z for
// any a and b that keep every time above zero: nonlinear in the weight alone, found by Gauss and
// Newton's steps from the best of several starts.
struct LogMixture {
  LogFit fit;
  double weight = 0;
  double z_mean = 1;            // geometric
  std::vector<double> shape;    // the second term at each observation
  std::vector<double> tangent;  // its derivative by the weight
};

LogMixture FitLogMixture(const LogPoints& points, const std::vector<double>& z, size_t split = 0);

}  // namespace trena
