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

constexpr double kMostReplications = 1e7;

constexpr double kGreatestShift = 1e5;  // beyond any doubt, and beyond the series' reach

double PowerAt(double df1, double df2, double shift, double significance) {
  const auto critical = FQuantile(1 - significance, df1, df2);
  if (!critical || !(shift > 0)) return significance;
  if (shift > kGreatestShift) return 1;
  return math::cdf(math::complement(math::non_central_f(df1, df2, shift), *critical));
}

// With all three of replications and variances there.
double PowerOf(const PowerQuestion& question) {
  const double df1 = question.groups - 1;
  const double df2 = (*question.replications - 1) * question.groups;
  const double shift =
      df1 * *question.replications * *question.between_variance / *question.within_variance;
  return PowerAt(df1, df2, shift, question.significance);
}

Status CheckQuestion(const PowerQuestion& question) {
  const int missing = !question.replications + !question.between_variance +
                      !question.within_variance + !question.power;
  if (missing != 1) {
    return InputError("of replications, variances and power exactly one must be missing");
  }
  if (question.groups < 2) return InputError("power needs at least two groups");
  if (question.replications && !(*question.replications >= 2)) {
    return InputError("power needs at least two replications");
  }
  const auto negative = [](const std::optional<double>& value) {
    return value && (!(*value >= 0) || !std::isfinite(*value));
  };
  if (negative(question.between_variance) || negative(question.within_variance) ||
      question.within_variance == 0.0) {
    return InputError("a variance must be above zero");
  }
  const auto is_probability = [](double p) { return p > 0 && p < 1; };
  if (!is_probability(question.significance) ||
      (question.power && !is_probability(*question.power))) {
    return InputError("significance and power must be between 0 and 1");
  }
  return Done{};
}

// The value of `missing` at which the power is reached, between two that bracket it. Searched on
// the logarithm, for the answer may be of any size.
Result<double> Search(PowerQuestion question, std::optional<double> PowerQuestion::* missing,
                      double least, double most) {
  const auto excess = [&](double log_value) {
    question.*missing = std::exp(log_value);
    return PowerOf(question) - *question.power;
  };
  double low = std::log(least);
  double high = std::log(most);
  if (excess(low) * excess(high) > 0) return InputError("no value reaches this power");
  std::uintmax_t steps = 200;
  const auto [from, to] =
      math::tools::toms748_solve(excess, low, high, math::tools::eps_tolerance<double>(48), steps);
  return std::exp((from + to) / 2);
}

}  // namespace

Result<PowerQuestion> SolvePower(const PowerQuestion& question) {
  TRENA_CHECK(CheckQuestion(question));
  PowerQuestion answer = question;
  try {
    if (!question.power) {
      answer.power = PowerOf(question);
    } else if (!question.replications) {
      TRENA_ASSIGN(answer.replications,
                   Search(question, &PowerQuestion::replications, 2, kMostReplications));
    } else if (!question.between_variance) {
      const double within = *question.within_variance;
      TRENA_ASSIGN(answer.between_variance,
                   Search(question, &PowerQuestion::between_variance, within * 1e-7, within * 1e4));
    } else {
      const double between = *question.between_variance;
      if (between == 0) return InputError("no value reaches this power");
      TRENA_ASSIGN(answer.within_variance, Search(question, &PowerQuestion::within_variance,
                                                  between * 1e-4, between * 1e7));
    }
  } catch (const std::exception& error) {  // Boost's, where a series does not converge
    return Error(std::string("computing power: ") + error.what());
  }
  return answer;
}

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
