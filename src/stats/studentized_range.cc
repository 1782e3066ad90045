// SPDX-License-Identifier: Apache-2.0
#include "stats/studentized_range.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>

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

// The scale s = sqrt(chi² / df): its density, and where it has any probability.
class Scale {
 public:
  explicit Scale(double df) : df_(df) {
    least_ = std::sqrt(boost::math::gamma_p_inv(df / 2, kFarTail) * 2 / df);
    most_ = std::sqrt(boost::math::gamma_q_inv(df / 2, kFarTail) * 2 / df);
  }
  double Density(double s) const {
    return s > 0 ? boost::math::gamma_p_derivative(df_ / 2, df_ * s * s / 2) * df_ * s : 0;
  }
  double least() const { return least_; }
  double most() const { return most_; }

 private:
  double df_;
  double least_;
  double most_;
};

// P(Q > q) as the integral over s of P(range > q s): exact also where it is small. Below s = least
// there is no probability; above kFarRange / q no range is that large.
double Tail(double q, double means, double df) {
  if (q <= 0) return 1;
  if (std::isinf(q)) return 0;
  if (df > 1e7) return 1 - RangeProbability(q, means);
  const Scale scale(df);
  const double from = scale.least();
  const double to = std::min(scale.most(), kFarRange / q);
  const auto integrand = [&](double s) {
    return scale.Density(s) * (1 - RangeProbability(q * s, means));
  };
  return std::clamp(Integrate(integrand, from, to, (to - from) / 8), 0.0, 1.0);
}

}  // namespace

std::optional<double> StudentizedRangeTail(double q, size_t means, double df) {
  if (means < 2 || !(df > 0) || std::isnan(q)) return std::nullopt;
  return Tail(q, static_cast<double>(means), df);
}

std::optional<double> StudentizedRangeQuantile(double p, size_t means, double df) {
  if (means < 2 || !(df > 0) || !(p > 0 && p < 1)) return std::nullopt;
  const auto excess = [&](double q) { return Tail(q, static_cast<double>(means), df) - (1 - p); };
  double high = 4;
  while (excess(high) > 0 && high < 1e9) high *= 2;
  std::uintmax_t steps = 100;
  const auto [low, top] = boost::math::tools::toms748_solve(
      excess, 0.0, high, boost::math::tools::eps_tolerance<double>(45), steps);
  return (low + top) / 2;
}

}  // namespace trena
