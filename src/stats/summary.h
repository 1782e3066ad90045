// SPDX-License-Identifier: Apache-2.0
// One sample of numbers in a few figures, with Student's t interval of its mean on its own n
// (Jain 1991, section 13.2).
//
//   Summary s = Summarize(seconds);
//   if (s.low) Print("{} [{}, {}], n = {}", *s.mean, *s.low, *s.high, s.n);
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace trena {

// A figure that the sample cannot give is missing: all of them for n = 0; sd and interval below
// n = 2; whatever is too large for a double.
struct Summary {
  size_t n = 0;
  std::optional<double> mean;
  std::optional<double> sd;   // of the sample, with n - 1
  std::optional<double> low;  // interval of the mean, at `confidence`
  std::optional<double> high;
  std::optional<double> median;
  std::optional<double> min;
  std::optional<double> max;
  double confidence = 0.95;
};

// `values` must be finite: a NaN or an infinity among them is the caller's error and leaves every
// figure missing (n still counts them all). A confidence outside (0, 1) gives no interval.
Summary Summarize(std::span<const double> values, double confidence = 0.95);

// sd / |mean|; missing without an sd or for a mean of 0.
std::optional<double> CoefficientOfVariation(const Summary& summary);

}  // namespace trena
