// SPDX-License-Identifier: Apache-2.0
#include "stats/comparisons/many_to_one.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>

#include "stats/distributions.h"

namespace trena {
namespace {

using ManyPanel = boost::math::quadrature::gauss<double, 15>;

constexpr double kManyFarOut = 8.5;      // of a normal number
constexpr double kManyUnlikely = 1e-13;  // of a scale
constexpr int kManyPanels = 6;
constexpr double kSameCorrelation = 1e-9;
constexpr double kManyPointsInAll = 100'000;  // over the comparisons
constexpr size_t kMostByLattice = 60;         // comparisons
constexpr size_t kManyNodes = 64;             // of a polynomial

double ShareBelow(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

template <typename Function>
double PanelSum(Function function, double low, double high) {
  const double width = (high - low) / kManyPanels;
  double sum = 0;
  for (int i = 0; i < kManyPanels; ++i) {
    sum += ManyPanel::integrate(function, low + i * width, low + (i + 1) * width);
  }
  return sum;
}

double ScaleAt(double share, double df) {
  return std::sqrt(boost::math::gamma_p_inv(df / 2, share) * 2 / df);
}

double DensityOfScale(double s, double df) {
  if (!(s > 0)) return 0;
  return std::exp(std::log(2) + df / 2 * std::log(df / 2) - std::lgamma(df / 2) +
                  (df - 1) * std::log(s) - df * s * s / 2);
}

// Square roots of the first primes are the lattice's generators.
std::vector<double> Generators(size_t count) {
  std::vector<double> roots;
  for (int candidate = 2; roots.size() < count; ++candidate) {
    bool prime = true;
    for (int divisor = 2; divisor * divisor <= candidate && prime; ++divisor) {
      prime = candidate % divisor != 0;
    }
    if (prime) roots.push_back(std::sqrt(static_cast<double>(candidate)));
  }
  return roots;
}

// The point's coordinate, folded so that the integrand is periodic (the baker's transformation).
double Coordinate(size_t point, double generator) {
  const double whole = (static_cast<double>(point) + 0.5) * generator;
  return std::abs(2 * (whole - std::floor(whole)) - 1);
}

}  // namespace

ManyToOne::ManyToOne(std::vector<double> correlation, double df)
    : correlation_(std::move(correlation)), df_(df) {
  const auto size = static_cast<size_t>(std::lround(std::sqrt(correlation_.size())));
  const bool finite = std::all_of(correlation_.begin(), correlation_.end(),
                                  [](double one) { return std::isfinite(one); });
  if (!finite || size * size != correlation_.size() || !(df > 0)) return;
  size_ = size;
  if (size_ < 2) return;
  if (FindProducts()) {
    MakeCurve();
  } else if (size_ > kMostByLattice) {
    TakeAsIndependent();
  } else {
    Decompose();
  }
}

ManyToOne ManyToOne::Independent(size_t comparisons, double df) {
  ManyToOne independent(df);
  if (comparisons == 0 || !(df > 0)) return independent;
  independent.size_ = comparisons;
  independent.TakeAsIndependent();
  return independent;
}

void ManyToOne::TakeAsIndependent() {
  alike_ = {{0, static_cast<double>(size_)}};
  MakeCurve();
}

// λ of the first by a triple, the others by the first: rᵢⱼ = λᵢλⱼ for all pairs, or it is not so.
bool ManyToOne::FindProducts() {
  std::vector<double> lambdas(size_, 0);
  size_t second = 1;  // that correlates most with the first
  for (size_t i = 1; i < size_; ++i) {
    if (std::abs(Correlation(0, i)) > std::abs(Correlation(0, second))) second = i;
  }
  if (size_ == 2) {
    lambdas[0] = std::sqrt(std::abs(Correlation(0, 1)));
  } else {
    const size_t third = second == 1 ? 2 : 1;
    const double across = Correlation(second, third);
    const double square = across == 0 ? 0 : Correlation(0, second) * Correlation(0, third) / across;
    lambdas[0] = std::sqrt(std::max(0.0, square));
  }
  for (size_t i = 1; i < size_ && lambdas[0] > 0; ++i) lambdas[i] = Correlation(0, i) / lambdas[0];
  for (size_t i = 0; i < size_; ++i) {
    if (!(std::abs(lambdas[i]) < 1 - kSameCorrelation)) return false;
    for (size_t j = 0; j < i; ++j) {
      if (std::abs(Correlation(i, j) - lambdas[i] * lambdas[j]) > kSameCorrelation) return false;
    }
  }
  std::sort(lambdas.begin(), lambdas.end());
  for (double lambda : lambdas) {
    const bool new_one =
        alike_.empty() || std::abs(alike_.back().lambda - lambda) > kSameCorrelation;
    if (new_one) alike_.push_back({lambda, 0});
    alike_.back().count += 1;
  }
  return true;
}

void ManyToOne::Decompose() {
  root_.assign(size_ * size_, 0);
  for (size_t i = 0; i < size_; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double rest = Correlation(i, j);
      for (size_t k = 0; k < j; ++k) rest -= root_[i * size_ + k] * root_[j * size_ + k];
      const double pivot = root_[j * size_ + j];
      root_[i * size_ + j] = i == j ? std::sqrt(std::max(0.0, rest)) : pivot > 0 ? rest / pivot : 0;
    }
  }
  const double points = std::clamp(kManyPointsInAll / static_cast<double>(size_), 2000.0, 10'000.0);
  const double generator = Generators(size_ + 1).back();
  for (size_t i = 0; i < static_cast<size_t>(points); ++i) {
    const double share = std::clamp(Coordinate(i, generator), 1e-15, 1 - 1e-15);
    scales_.push_back(ScaleAt(share, df_));
  }
}

// P(all |Z| <= bound), by the deviation z that they share; what is at z is at -z as well.
double ManyToOne::WithinProducts(double bound) const {
  return 2 * PanelSum(
                 [&](double z) {
                   double product = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
                   for (const Alike& alike : alike_) {
                     const double own = std::sqrt(1 - alike.lambda * alike.lambda);
                     const double shared = alike.lambda * z;
                     const double within =
                         ShareBelow((bound - shared) / own) - ShareBelow((-bound - shared) / own);
                     product *= std::pow(within, alike.count);
                   }
                   return product;
                 },
                 0, kManyFarOut);
}

// P(max |Z| > w) as a Chebyshev polynomial in w, since every t asks for it at many scales.
void ManyToOne::MakeCurve() {
  std::vector<double> angles, values;
  for (size_t i = 0; i < kManyNodes; ++i) {
    angles.push_back(std::numbers::pi * (static_cast<double>(i) + 0.5) / kManyNodes);
    values.push_back(1 - WithinProducts(kManyFarOut * (std::cos(angles[i]) + 1) / 2));
  }
  for (size_t j = 0; j < kManyNodes; ++j) {
    double sum = 0;
    for (size_t i = 0; i < kManyNodes; ++i) {
      sum += values[i] * std::cos(static_cast<double>(j) * angles[i]);
    }
    curve_.push_back(sum * (j == 0 ? 1.0 : 2.0) / kManyNodes);
  }
}

// By Clenshaw's recurrence.
double ManyToOne::Beyond(double w) const {
  if (w >= kManyFarOut) return 0;
  const double x = 2 * w / kManyFarOut - 1;
  double next = 0, after = 0;
  for (size_t j = curve_.size() - 1; j > 0; --j) {
    const double here = curve_[j] + 2 * x * next - after;
    after = next;
    next = here;
  }
  return curve_[0] + x * next - after;
}

// Where t times the scale is far out, none is beyond it.
double ManyToOne::BeyondByConditioning(double t) const {
  const double least = ScaleAt(kManyUnlikely, df_);
  const double most = std::sqrt(boost::math::gamma_q_inv(df_ / 2, kManyUnlikely) * 2 / df_);
  return PanelSum([&](double s) { return DensityOfScale(s, df_) * Beyond(t * s); }, least,
                  std::clamp(kManyFarOut / t, least, most));
}

// One comparison after the other, each given those before it, at every point of the lattice.
double ManyToOne::WithinByLattice(double t) const {
  const std::vector<double> generators = Generators(size_);
  std::vector<double> z(size_);
  double sum = 0;
  for (size_t point = 0; point < scales_.size(); ++point) {
    const double bound = t * scales_[point];
    double product = 1;
    for (size_t i = 0; i < size_ && product > 0; ++i) {
      double shared = 0;
      for (size_t k = 0; k < i; ++k) shared += root_[i * size_ + k] * z[k];
      const double own = root_[i * size_ + i];
      if (own < 1e-9) {  // those before it say what it is
        product *= std::abs(shared) <= bound ? 1 : 0;
        z[i] = 0;
        continue;
      }
      const double low = ShareBelow((-bound - shared) / own);
      const double high = ShareBelow((bound - shared) / own);
      product *= high - low;
      const double share = low + Coordinate(point, generators[i]) * (high - low);
      z[i] = NormalQuantile(std::clamp(share, 1e-15, 1 - 1e-15)).value_or(0);
    }
    sum += product;
  }
  return sum / static_cast<double>(scales_.size());
}

std::optional<double> ManyToOne::Tail(double t) const {
  if (size_ == 0 || std::isnan(t)) return std::nullopt;
  if (t <= 0) return 1;
  if (std::isinf(t)) return 0;
  const auto alone = StudentTail(t, df_);
  if (size_ == 1 || !alone) return alone;
  const double beyond = root_.empty() ? BeyondByConditioning(t) : 1 - WithinByLattice(t);
  // One alone is beyond it as seldom at least, and all of them are at most as often as each
  // together.
  return std::clamp(beyond, *alone, std::min(1.0, *alone * static_cast<double>(size_)));
}

std::optional<double> ManyToOne::Quantile(double p) const {
  if (size_ == 0 || !(p > 0 && p < 1)) return std::nullopt;
  const auto low = StudentQuantile((1 + p) / 2, df_);
  const auto high = StudentQuantile(1 - (1 - p) / 2 / static_cast<double>(size_), df_);
  if (size_ == 1 || !low || !high) return low;
  const auto excess = [&](double t) { return *Tail(t) - (1 - p); };
  if (excess(*high) >= 0) return high;
  if (excess(*low) <= 0) return low;
  std::uintmax_t steps = 60;
  const auto [from, to] = boost::math::tools::toms748_solve(
      excess, *low, *high, boost::math::tools::eps_tolerance<double>(40), steps);
  return (from + to) / 2;
}

}  // namespace trena
