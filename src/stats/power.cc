// SPDX-License-Identifier: Apache-2.0
#include "stats/power.h"

#include <boost/math/distributions/non_central_f.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>

#include "stats/distributions.h"

namespace trena {
namespace {

namespace math = boost::math;

constexpr double kGreatestShift = 1e5;  // beyond any doubt, and beyond the series' reach

double PowerAt(double df1, double df2, double shift, double significance) {
  const auto critical = FQuantile(1 - significance, df1, df2);
  if (!critical || !(shift > 0)) return significance;
  if (shift > kGreatestShift) return 1;
  return math::cdf(math::complement(math::non_central_f(df1, df2, shift), *critical));
}

}  // namespace

std::optional<double> FTestPower(double df1, double df2, double shift, double significance) {
  const bool defined = df1 > 0 && df2 > 0 && shift >= 0 && significance > 0 && significance < 1;
  if (!defined) return std::nullopt;
  try {
    return PowerAt(df1, df2, shift, significance);
  } catch (const std::exception&) {  // Boost's, where a series does not converge
    return std::nullopt;
  }
}

std::optional<double> ShiftForPower(double df1, double df2, double power, double significance) {
  const bool reachable = power > significance && power < 1;
  if (!reachable || !FTestPower(df1, df2, 0, significance)) return std::nullopt;
  const auto excess = [&](double log_shift) {
    return FTestPower(df1, df2, std::exp(log_shift), significance).value_or(1) - power;
  };
  const double low = std::log(1e-6);
  const double high = std::log(kGreatestShift);
  if (excess(low) > 0 || excess(high) < 0) return std::nullopt;
  std::uintmax_t steps = 200;
  const auto [from, to] =
      math::tools::toms748_solve(excess, low, high, math::tools::eps_tolerance<double>(40), steps);
  return std::exp((from + to) / 2);
}

}  // namespace trena
