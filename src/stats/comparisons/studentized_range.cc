// SPDX-License-Identifier: Apache-2.0
#include "stats/comparisons/studentized_range.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>

#include "stats/distributions.h"

namespace trena {
namespace {

using Gauss = boost::math::quadrature::gauss<double, 15>;
// Not in long double, which takes several times as long (distributions.cc).
using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

constexpr double kFarNormal = 8.5;  // beyond it a normal density is below 1e-16
constexpr double kFarRange = 13;    // a range beyond it has no probability left: below 1e-15
constexpr double kFarTail = 1e-17;  // probabilities not worth integrating over
constexpr int kPanels = 8;          // of the integral over the scale
// Of the curve: with 64 it is exact to 1e-14 up to ten means, with 128 up to a hundred.
constexpr double kFewMeans = 10;
constexpr size_t kNodesOfFew = 64;
constexpr size_t kNodes = 128;

double NormalDensity(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }
double NormalBelow(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

// Of a whole number, for which std::pow is slow.
double Power(double base, size_t exponent) {
  double power = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) power *= base;
    base *= base;
  }
  return power;
}

// The range of `means` normal numbers: the integral over z, the largest of them, by the trapezoidal
// rule. For such functions it is exact to rounding once its step is small enough (Trefethen and
// Weideman, SIAM Review 56, 2014), and here its points serve every range.
class RangeOfNormals {
 public:
  explicit RangeOfNormals(size_t means) : means_(means) {
    const double step = kStep / std::sqrt(static_cast<double>(means));
    for (double z = -kFarNormal; z < kFarNormal; z += step) {
      points_.push_back({z, NormalBelow(z), static_cast<double>(means) * step * NormalDensity(z)});
    }
  }

  // P(range <= w).
  double Within(double w) const {
    double sum = 0;
    for (const Point& point : points_) {
      const double below = point.z - w < -kFarNormal ? 0 : NormalBelow(point.z - w);
      sum += point.weight * Power(point.normal - below, means_ - 1);
    }
    return std::min(1.0, sum);
  }

 private:
  static constexpr double kStep = 0.65;  // for one number; errors are below 1e-15

  struct Point {
    double z;
    double normal;
    double weight;
  };
  size_t means_;
  std::vector<Point> points_;
};

}  // namespace

StudentizedRange::StudentizedRange(size_t means, double df)
    : means_(static_cast<double>(means)), df_(df) {
  if (means < 2 || !(df > 0)) means_ = 0;
  if (means_ <= 2) return;
  FitCurve();
  least_scale_ = std::sqrt(boost::math::gamma_p_inv(df / 2, kFarTail, Plain()) * 2 / df);
  most_scale_ = std::sqrt(boost::math::gamma_q_inv(df / 2, kFarTail, Plain()) * 2 / df);
  points_ = PointsUpTo(most_scale_);
}

// Of the scale s = √(chi² ÷ df).
double StudentizedRange::Density(double s) const {
  if (!(s > 0)) return 0;
  return boost::math::gamma_p_derivative(df_ / 2, df_ * s * s / 2, Plain()) * df_ * s;
}

// Gauss and Legendre's, panel by panel.
std::vector<StudentizedRange::Point> StudentizedRange::PointsUpTo(double most) const {
  std::vector<Point> points;
  const double half = (most - least_scale_) / kPanels / 2;
  for (int panel = 0; panel < kPanels && half > 0; ++panel) {
    const double middle = least_scale_ + (2 * panel + 1) * half;
    for (size_t i = 0; i < Gauss::abscissa().size(); ++i) {
      const double away = Gauss::abscissa()[i] * half;
      const double weight = Gauss::weights()[i] * half;
      points.push_back({middle + away, weight * Density(middle + away)});
      if (away > 0) points.push_back({middle - away, weight * Density(middle - away)});
    }
  }
  return points;
}

// Coefficients of Chebyshev's polynomials through P(range > w) at their nodes.
void StudentizedRange::FitCurve() {
  const size_t nodes = means_ > kFewMeans ? kNodes : kNodesOfFew;
  std::vector<double> cosines(4 * nodes);
  for (size_t i = 0; i < cosines.size(); ++i) {
    cosines[i] =
        std::cos(std::numbers::pi * static_cast<double>(i) / (2.0 * static_cast<double>(nodes)));
  }
  std::vector<double> values(nodes);
  const RangeOfNormals range(static_cast<size_t>(means_));
  for (size_t i = 0; i < nodes; ++i) {
    values[i] = 1 - range.Within(kFarRange * (cosines[2 * i + 1] + 1) / 2);
  }
  curve_.resize(nodes);
  for (size_t j = 0; j < nodes; ++j) {
    double sum = 0;
    for (size_t i = 0; i < nodes; ++i) sum += values[i] * cosines[j * (2 * i + 1) % (4 * nodes)];
    curve_[j] = sum * (j == 0 ? 1.0 : 2.0) / static_cast<double>(nodes);
  }
}

// P(range > w) by Clenshaw's recurrence.
double StudentizedRange::Beyond(double w) const {
  if (w <= 0) return 1;
  if (w >= kFarRange) return 0;
  const double x = 2 * w / kFarRange - 1;
  double next = 0, after = 0;
  for (size_t j = curve_.size() - 1; j > 0; --j) {
    const double here = curve_[j] + 2 * x * next - after;
    after = next;
    next = here;
  }
  return curve_[0] + x * next - after;
}

// P(Q > q) as the integral over s of P(range > q s). Below s = least there is no probability; above
// kFarRange / q no range is that large.
std::optional<double> StudentizedRange::Tail(double q) const {
  if (means_ == 0 || std::isnan(q)) return std::nullopt;
  if (q <= 0) return 1;
  if (std::isinf(q)) return 0;
  if (means_ == 2) return StudentTail(q / std::numbers::sqrt2, df_);
  if (df_ > 1e7) return Beyond(q);
  const bool shorter = kFarRange / q < most_scale_;
  const std::vector<Point> own = shorter ? PointsUpTo(kFarRange / q) : std::vector<Point>();
  double sum = 0;
  for (const Point& point : shorter ? own : points_) sum += point.weight * Beyond(q * point.scale);
  return std::clamp(sum, 0.0, 1.0);
}

std::optional<double> StudentizedRange::Quantile(double p) const {
  if (means_ == 0 || !(p > 0 && p < 1)) return std::nullopt;
  if (means_ == 2) {
    const auto t = StudentQuantile((1 + p) / 2, df_);
    if (!t) return std::nullopt;
    return *t * std::numbers::sqrt2;
  }
  const auto excess = [&](double q) { return *Tail(q) - (1 - p); };
  double high = 4;
  while (excess(high) > 0 && high < 1e9) high *= 2;
  std::uintmax_t steps = 100;
  const auto [low, top] = boost::math::tools::toms748_solve(
      excess, 0.0, high, boost::math::tools::eps_tolerance<double>(45), steps);
  return (low + top) / 2;
}

}  // namespace trena
