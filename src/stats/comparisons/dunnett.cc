// SPDX-License-Identifier: Apache-2.0
#include "stats/comparisons/dunnett.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

#include "stats/distributions.h"

namespace trena {
namespace {

using GaussPanel = boost::math::quadrature::gauss<double, 15>;

constexpr double kFarOut = 8;        // of a normal number
constexpr double kUnlikely = 1e-12;  // of a scale
constexpr int kDunnettPanels = 6;

double BelowNormal(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

template <typename Function>
double Integral(Function function, double low, double high) {
  const double width = (high - low) / kDunnettPanels;
  double sum = 0;
  for (int i = 0; i < kDunnettPanels; ++i) {
    sum += GaussPanel::integrate(function, low + i * width, low + (i + 1) * width);
  }
  return sum;
}

// P(all Z + … <= bound): given the control's deviation z the others are independent.
double AllBelow(double bound, const std::vector<double>& lambdas) {
  return Integral(
      [&](double z) {
        double product = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
        for (double lambda : lambdas) {
          product *= BelowNormal((bound + lambda * z) / std::sqrt(1 - lambda * lambda));
        }
        return product;
      },
      -kFarOut, kFarOut);
}

// Of the scale s = √(chi² ÷ df).
double ScaleDensity(double s, double df) {
  if (!(s > 0)) return 0;
  return std::exp(std::log(2) + df / 2 * std::log(df / 2) - std::lgamma(df / 2) +
                  (df - 1) * std::log(s) - df * s * s / 2);
}

// Whether P(max T > t) is below the significance. One comparison alone bounds it from below and the
// sum of all (Bonferroni) from above, so that the integral is seldom needed.
bool IsBeyond(double t, double control, const std::vector<double>& others, double df,
              double significance) {
  const auto both = StudentTail(t, df);
  if (!both || *both / 2 >= significance) return false;
  if (*both / 2 * static_cast<double>(others.size()) < significance) return true;
  const auto p = DunnettTail(t, control, others, df);
  return p && *p < significance;
}

}  // namespace

std::optional<double> DunnettTail(double t, double control, std::span<const double> others,
                                  double df) {
  if (others.empty() || !(df > 0) || !(control > 0) || !std::isfinite(t)) return std::nullopt;
  // Of one it is Student's.
  if (others.size() == 1) {
    const auto both = StudentTail(t, df);
    if (!both) return std::nullopt;
    return t > 0 ? *both / 2 : 1 - *both / 2;
  }
  std::vector<double> lambdas;
  for (double other : others) lambdas.push_back(std::sqrt(other / (other + control)));
  const double least = std::sqrt(boost::math::gamma_p_inv(df / 2, kUnlikely) * 2 / df);
  const double most = std::sqrt(boost::math::gamma_q_inv(df / 2, kUnlikely) * 2 / df);
  const double below = Integral(
      [&](double s) { return ScaleDensity(s, df) * AllBelow(t * s, lambdas); }, least, most);
  return std::clamp(1 - below, 0.0, 1.0);
}

std::vector<bool> CandidatesForLeast(std::span<const MeanOfSample> means, double sd, double df,
                                     double confidence) {
  std::vector<bool> candidates(means.size(), true);
  for (size_t i = 0; i < means.size(); ++i) {
    double largest = 0;  // how far it is above any other, in standard errors
    bool above = false;
    std::vector<double> others;
    for (size_t j = 0; j < means.size(); ++j) {
      if (j == i) continue;
      others.push_back(means[j].n);
      const double error = sd * std::sqrt(1 / means[i].n + 1 / means[j].n);
      const double difference = means[i].mean - means[j].mean;
      above |= difference > 0;
      if (error > 0) largest = std::max(largest, difference / error);
    }
    if (!above) continue;
    candidates[i] = sd > 0 && !IsBeyond(largest, means[i].n, others, df, 1 - confidence);
  }
  return candidates;
}

}  // namespace trena
