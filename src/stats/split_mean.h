// SPDX-License-Identifier: Apache-2.0
// Sums and means that keep their digits when numbers are large and their differences small, as
// in the NIST SmLs07-09 sets, where values near 1e12 differ by 0.1.
#pragma once

#include <cmath>
#include <span>

namespace trena {

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
