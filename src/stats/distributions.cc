// SPDX-License-Identifier: Apache-2.0
#include "stats/distributions.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace trena {
namespace {

namespace math = boost::math;
namespace policies = boost::math::policies;

// Boost answers with NaN or infinity where it would otherwise throw. In double: in long double, as
// it would compute, it takes several times as long for digits that are then rounded away.
using Quiet = policies::policy<
    policies::promote_double<false>, policies::domain_error<policies::ignore_error>,
    policies::pole_error<policies::ignore_error>, policies::overflow_error<policies::ignore_error>,
    policies::underflow_error<policies::ignore_error>,
    policies::denorm_error<policies::ignore_error>,
    policies::rounding_error<policies::ignore_error>,
    policies::evaluation_error<policies::ignore_error>,
    policies::indeterminate_result_error<policies::ignore_error>>;
using Student = math::students_t_distribution<double, Quiet>;
using Fisher = math::fisher_f_distribution<double, Quiet>;
using Binomial = math::binomial_distribution<double, Quiet>;
using Normal = math::normal_distribution<double, Quiet>;

std::optional<double> Finite(double x) {
  if (!std::isfinite(x)) return std::nullopt;
  return x;
}

bool IsProbability(double p) { return p > 0 && p < 1; }

bool IsDegrees(double df) { return df > 0 && std::isfinite(df); }

}  // namespace

std::optional<double> StudentQuantile(double p, double df) {
  if (!IsProbability(p) || !IsDegrees(df)) return std::nullopt;
  return Finite(math::quantile(Student(df), p));
}

std::optional<double> StudentTail(double t, double df) {
  if (std::isnan(t) || !IsDegrees(df)) return std::nullopt;
  if (std::isinf(t)) return 0;
  return Finite(2 * math::cdf(math::complement(Student(df), std::abs(t))));
}

std::optional<double> FTail(double f, double df1, double df2) {
  if (!(f >= 0) || !IsDegrees(df1) || !IsDegrees(df2)) return std::nullopt;
  if (std::isinf(f)) return 0;
  return Finite(math::cdf(math::complement(Fisher(df1, df2), f)));
}

std::optional<double> FQuantile(double p, double df1, double df2) {
  if (!IsProbability(p) || !IsDegrees(df1) || !IsDegrees(df2)) return std::nullopt;
  return Finite(math::quantile(Fisher(df1, df2), p));
}

std::optional<double> BinomialTail(size_t k, size_t n, double p) {
  if (!IsProbability(p)) return std::nullopt;
  if (k == 0) return 1;
  if (k > n) return 0;
  const Binomial tries(static_cast<double>(n), p);
  return Finite(math::cdf(math::complement(tries, static_cast<double>(k - 1))));
}

std::optional<double> NormalQuantile(double p) {
  if (!IsProbability(p)) return std::nullopt;
  return Finite(math::quantile(Normal(), p));
}

}  // namespace trena
