// SPDX-License-Identifier: Apache-2.0
// The distribution of the studentized range: the largest less the least of `means` standard
// normal numbers, over an independent estimate of their standard deviation with `df` degrees of
// freedom. Tukey's comparisons of all pairs rest on it. Computed as the integral it is (Copenhaver
// and Holland, J. Statistical Computation and Simulation 30, 1988), exact to 1e-10.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace trena {

// For several questions about the same means and degrees of freedom: the range of normal numbers is
// worked out once, as a polynomial (Chebyshev's, exact to rounding), and so are the points it is
// integrated over.
class StudentizedRange {
 public:
  // Without at least two means and df above 0 every answer is missing.
  StudentizedRange(size_t means, double df);

  // P(Q > q); missing for a q that is NaN.
  std::optional<double> Tail(double q) const;
  // The q with P(Q <= q) = p, for 0 < p < 1.
  std::optional<double> Quantile(double p) const;

 private:
  // A point of the integral over the scale √(chi² ÷ df), and its part of the probability.
  struct Point {
    double scale;
    double weight;
  };

  void FitCurve();
  double Beyond(double w) const;
  double Density(double s) const;
  std::vector<Point> PointsUpTo(double most) const;

  double means_;
  double df_;
  double least_scale_ = 0;  // below and above there is no probability left
  double most_scale_ = 0;
  std::vector<double> curve_;
  std::vector<Point> points_;  // up to most_scale_
};

}  // namespace trena
