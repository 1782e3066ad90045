// SPDX-License-Identifier: Apache-2.0
// Ratios with their uncertainty: of two estimates (speed-ups), and the geometric mean of several.
// Ratios multiply, so their mean is the geometric one (Jain 1991, section 12.4 and 12.7): the
// arithmetic mean of a : b and that of b : a can both be above 1.
#pragma once

#include <optional>
#include <span>

namespace trena {

struct RatioInterval {
  double ratio = 0;
  std::optional<double> low;
  std::optional<double> high;
};

// Two estimates and how they vary: variances and their covariance.
struct EstimatePair {
  double numerator = 0;
  double denominator = 0;
  double numerator_variance = 0;
  double denominator_variance = 0;
  double covariance = 0;
};

// Fieller's interval (J. Royal Statistical Society B 16, 1954): the ratios r for which numerator -
// r · denominator is within `critical` standard errors of zero. Exact for normal estimates. No
// interval when the denominator itself may be zero; no ratio when it is zero.
std::optional<RatioInterval> FiellerRatio(const EstimatePair& pair, double critical);

// Student's t interval of the logarithms' mean, taken back. Missing without values or for a value
// that is not above zero; no interval for a single value.
std::optional<RatioInterval> GeometricMean(std::span<const double> ratios,
                                           double confidence = 0.95);

}  // namespace trena
