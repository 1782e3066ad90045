// SPDX-License-Identifier: Apache-2.0
#include "stats/studentized_range.h"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>

#include "stats/distributions.h"

namespace trena {
namespace {

using Gauss = boost::math::quadrature::gauss<double, 15>;

constexpr double kFarNormal = 8.5;  // beyond it a normal density is below 1e-16
constexpr double kFarRange = 17;    // a range beyond it has no probability left
constexpr double kFarTail = 1e-17;  // probabilities not worth integrating over

double Density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }
double Normal(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

// Over [from, to] in panels of at most `width`.
template <typename Function>
double Integrate(const Function& function, double from, double to, double width) {
  if (!(to > from)) return 0;
  const int panels = static_cast<int>(std::ceil((to - from) / width));
  const double step = (to - from) / panels;
  double sum = 0;
  for (int i = 0; i < panels; ++i) {
    sum += Gauss::integrate(function, from + i * step, from + (i + 1) * step);
  }
  return sum;
}

// P(range of `means` normal numbers <= w).
double RangeProbability(double w, double means) {
  if (w <= 0) return 0;
  if (w >= kFarRange) return 1;
  const auto largest_at = [&](double z) {
    return Density(z) * std::pow(Normal(z) - Normal(z - w), means - 1);
  };
  const double panel = means > 10 ? 1 : 2;  // of many means the largest varies less
  const double around = std::pow(std::erf(w / 2 / std::numbers::sqrt2), means);
  return std::min(1.0, around + 2 * means * Integrate(largest_at, w / 2, kFarNormal, panel));
}

}  // namespace

StudentizedRange::StudentizedRange(size_t means, double df)
    : means_(static_cast<double>(means)), df_(df) {
  if (means < 2 || !(df > 0)) means_ = 0;
  if (means_ <= 2) return;
  FitCurve();
  least_scale_ = std::sqrt(boost::math::gamma_p_inv(df / 2, kFarTail) * 2 / df);
  most_scale_ = std::sqrt(boost::math::gamma_q_inv(df / 2, kFarTail) * 2 / df);
}

// Of the scale s = √(chi² ÷ df).
double StudentizedRange::Density(double s) const {
  return s > 0 ? boost::math::gamma_p_derivative(df_ / 2, df_ * s * s / 2) * df_ * s : 0;
}

// Coefficients of Chebyshev's polynomials through 1 - RangeProbability at their nodes.
void StudentizedRange::FitCurve() {
  std::array<double, kNodes> values{};
  std::array<double, 4 * kNodes> cosines{};
  for (size_t i = 0; i < cosines.size(); ++i) {
    cosines[i] = std::cos(std::numbers::pi * static_cast<double>(i) / (2.0 * kNodes));
  }
  for (size_t i = 0; i < kNodes; ++i) {
    values[i] = 1 - RangeProbability(kFarRange * (cosines[2 * i + 1] + 1) / 2, means_);
  }
  for (size_t j = 0; j < kNodes; ++j) {
    double sum = 0;
    for (size_t i = 0; i < kNodes; ++i) sum += values[i] * cosines[j * (2 * i + 1) % (4 * kNodes)];
    curve_[j] = sum * (j == 0 ? 1.0 : 2.0) / kNodes;
  }
}

// P(range > w) by Clenshaw's recurrence.
double StudentizedRange::Beyond(double w) const {
  if (w <= 0) return 1;
  if (w >= kFarRange) return 0;
  const double x = 2 * w / kFarRange - 1;
  double next = 0, after = 0;
  for (size_t j = kNodes - 1; j > 0; --j) {
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
  const double from = least_scale_;
  const double to = std::min(most_scale_, kFarRange / q);
  const auto integrand = [&](double s) { return Density(s) * Beyond(q * s); };
  return std::clamp(Integrate(integrand, from, to, (to - from) / 8), 0.0, 1.0);
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

std::optional<double> StudentizedRangeTail(double q, size_t means, double df) {
  return StudentizedRange(means, df).Tail(q);
}

std::optional<double> StudentizedRangeQuantile(double p, size_t means, double df) {
  return StudentizedRange(means, df).Quantile(p);
}

}  // namespace trena
