// SPDX-License-Identifier: Apache-2.0
// A straight line y = a + b·x through observations, and what it is fitted for: the x at which y
// reaches a given value (calibration, or inverse prediction: Draper and Smith 1998, section 3.2;
// Seber and Lee 2003, section 6.1). Its interval holds every x whose prediction interval for one
// more observation holds that value, so that it is as careful about what lies beyond the
// observations as the prediction is.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/result.h"
#include "stats/model/regression.h"

namespace trena {

struct StraightLine {
  size_t n = 0;
  double confidence = 0.95;
  Coefficient intercept, slope;  // intervals are missing below three observations
  std::optional<double> residual_sd;
  double x_mean = 0;
  double x_ss = 0;  // squared deviations from it
  double x_least = 0, x_most = 0;
};

// Fails for fewer than two x, and numbers that are not finite.
Result<StraightLine> FitStraightLine(std::span<const double> x, std::span<const double> y,
                                     double confidence = 0.95);

struct ReachedAt {
  double x = 0;
  // Missing without degrees of freedom, and where the slope may as well be 0.
  std::optional<double> low, high;
};

// Where the line reaches `y`; empty where it does not rise.
std::optional<ReachedAt> Reaches(const StraightLine& line, double y);

}  // namespace trena
