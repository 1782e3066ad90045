// SPDX-License-Identifier: Apache-2.0
// Ratios with their uncertainty: of two estimates (speed-ups), and the geometric mean of several.
// Ratios multiply, so their mean is the geometric one (Jain 1991, section 12.4 and 12.7): the
// arithmetic mean of a : b and that of b : a can both be above 1.
#pragma once

#include <optional>
#include <span>

namespace trena {

struct RatioInterval {
  double ratio = 0;
  std::optional<double> low;
  std::optional<double> high;
};

// Two estimates and how they vary: variances and their covariance.
struct EstimatePair {
  double numerator = 0;
  double denominator = 0;
  double numerator_variance = 0;
  double denominator_variance = 0;
  double covariance = 0;
};

// Fieller's interval (J. Royal Statistical Society B 16, 1954): the ratios r for which numerator -
// r · denominator is within `critical` standard errors of zero. Exact for normal estimates. No
// interval when the denominator itself may be zero; no ratio when it is zero.
std::optional<RatioInterval> FiellerRatio(const EstimatePair& pair, double critical);

// Fieller's interval of two quantities that cannot be negative, such as times: what of it is not
// below 0. It leaves out 1 exactly where the difference is more than `critical` standard errors,
// also where the denominator may be zero: then the ratio may be as large as it likes, `high` is
// missing and `low` may stand alone. Both are missing where nothing is left out. No ratio when
// either estimate is not above zero.
std::optional<RatioInterval> PositiveRatio(const EstimatePair& pair, double critical);

// Student's t interval of the logarithms' mean, taken back. Missing without values or for a value
// that is not above zero; no interval for a single value, nor where values do not differ at all:
// nothing says how far chance goes then.
std::optional<RatioInterval> GeometricMean(std::span<const double> ratios,
                                           double confidence = 0.95);

// By what factor one sample of times or costs is above another: the ratio of their geometric means,
// which is Welch's t (Biometrika 34, 1947) on the logarithms, taken back. Variances need not be
// equal, a : b is one over b : a, and there is an interval however large the spread. The mean of
// several ratios is the geometric one (Jain 1991, section 12.4); the degrees of freedom of its
// error are Satterthwaite's (Biometrics Bulletin 2, 1946).

struct SampleRatio {
  RatioInterval interval;     // second ÷ first; no ends below two values in either, or no spread
  std::optional<double> p;    // of a ratio of 1; missing without an interval
  double standard_error = 0;  // of the ratio's logarithm, where there is an interval
  std::optional<double> df;   // of that error; missing without an interval
};

// Missing without values, or when one is not above zero. Where no value of either sample differs
// from the others nothing says how far chance goes: there is no interval.
std::optional<SampleRatio> RatioOfSamples(std::span<const double> first,
                                          std::span<const double> second, double confidence = 0.95);

// The geometric mean of ratios of independent samples. Its interval is about these very ratios:
// what it allows for is how the samples spread, not how the ratios differ. No ends when a ratio has
// none; missing without ratios.
std::optional<SampleRatio> MeanOfRatios(std::span<const SampleRatio> ratios,
                                        double confidence = 0.95);

}  // namespace trena
