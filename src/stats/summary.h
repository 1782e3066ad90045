// SPDX-License-Identifier: Apache-2.0
// One sample of numbers in a few figures, with Student's t interval of its mean on its own n
// (Jain 1991, section 13.2).
//
//   Summary s = Summarize(seconds);
//   if (s.low) Print("{} [{}, {}], n = {}", *s.mean, *s.low, *s.high, s.n);
#pragma once

#include <cmath>
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

// A normal distribution's standard deviation over its median absolute deviation.
inline constexpr double kDeviationOfMad = 1.4826;

// sd / |mean|; missing without an sd or for a mean of 0.
std::optional<double> CoefficientOfVariation(const Summary& summary);

// A sample's middle and spread from its pairs: nearly as good as mean and standard deviation on a
// normal sample, and hardly moved by one wild value in it.

// The median of the means of all pairs, each value with itself too (Hodges and Lehmann 1963; R's
// wilcox.test calls it the pseudomedian). NaN without values.
double PseudoMedian(std::span<const double> values);

// A normal sample's standard deviation from Gini's mean difference: √π ÷ 2 times the mean distance
// of two values (David 1968, Biometrika 55). Unbiased; NaN below two values.
double GiniDeviation(std::span<const double> values);

// A summary that grows by one value at a time without keeping them (Welford 1962): the mean, the
// standard deviation and the interval; median, least and largest stay missing.

class RunningSummary {
 public:
  // `value` must be finite.
  void Add(double value);
  Summary Now(double confidence = 0.95) const;

 private:
  size_t n_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations from the mean
};

// Sums and means that keep their digits when numbers are large and their differences small, as
// in the NIST SmLs07-09 sets, where values near 1e12 differ by 0.1.

// Neumaier's compensated sum (ZAMM 54, 1974): what each addition drops is added up apart.
class CompensatedSum {
 public:
  void Add(double x) {
    const double total = sum_ + x;
    dropped_ += std::abs(sum_) >= std::abs(x) ? (sum_ - total) + x : (x - total) + sum_;
    sum_ = total;
  }
  double Total() const { return sum_ + dropped_; }

 private:
  double sum_ = 0;
  double dropped_ = 0;
};

// A mean as the unevaluated sum of two doubles: near 1e12 one double holds only four decimals,
// too few to take deviations from.
struct SplitMean {
  double high = 0;
  double low = 0;

  double Value() const { return high + low; }
  // x - mean. Exactly 0 when all the numbers averaged were x.
  double Deviation(double x) const { return (x - high) - low; }
  double Deviation(const SplitMean& mean) const { return (mean.high - high) + (mean.low - low); }
};

// In two passes: the mean, then the mean of what it left over. `values` must not be empty.
SplitMean MeanOf(std::span<const double> values);

// Sum of squared deviations from `mean`.
double SquaredDeviations(std::span<const double> values, const SplitMean& mean);

}  // namespace trena
