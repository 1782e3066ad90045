// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace trena {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Summary, FiguresOfASmallSample) {
  // By hand: mean 5, squared deviations 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
  const std::vector<double> values = {9, 2, 4, 4, 5, 5, 4, 7};
  const Summary summary = Summarize(values);
  EXPECT_EQ(summary.n, 8u);
  EXPECT_DOUBLE_EQ(*summary.mean, 5);
  EXPECT_DOUBLE_EQ(*summary.sd, std::sqrt(32.0 / 7));
  EXPECT_EQ(*summary.median, 4.5);
  EXPECT_EQ(*summary.min, 2);
  EXPECT_EQ(*summary.max, 9);
  // t(0.975, 7) = 2.364624251592784 (any table).
  const double half_width = 2.364624251592784 * std::sqrt(32.0 / 7 / 8);
  EXPECT_NEAR(*summary.low, 5 - half_width, 1e-12);
  EXPECT_NEAR(*summary.high, 5 + half_width, 1e-12);
  EXPECT_DOUBLE_EQ(*CoefficientOfVariation(summary), std::sqrt(32.0 / 7) / 5);
}

TEST(Summary, ConfidenceWidensTheInterval) {
  // n = 2: t(p, 1) = tan(pi (p - 1/2)); mean 1, sd sqrt(2), standard error 1.
  const std::vector<double> values = {0, 2};
  const Summary half = Summarize(values, 0.5);
  EXPECT_NEAR(*half.low, 0, 1e-14);
  EXPECT_NEAR(*half.high, 2, 1e-14);
  EXPECT_EQ(half.confidence, 0.5);
  const Summary ninety = Summarize(values, 0.9);
  EXPECT_NEAR(*ninety.high, 1 + std::tan(M_PI * 0.45), 1e-12);
}

TEST(Summary, OfNothingIsMissing) {
  const Summary summary = Summarize({});
  EXPECT_EQ(summary.n, 0u);
  EXPECT_FALSE(summary.mean || summary.sd || summary.low || summary.high);
  EXPECT_FALSE(summary.median || summary.min || summary.max);
  EXPECT_FALSE(CoefficientOfVariation(summary));
}

TEST(Summary, OfOneHasNoSpread) {
  const Summary summary = Summarize(std::vector<double>{3.5});
  EXPECT_EQ(summary.n, 1u);
  EXPECT_EQ(*summary.mean, 3.5);
  EXPECT_EQ(*summary.median, 3.5);
  EXPECT_EQ(*summary.min, 3.5);
  EXPECT_EQ(*summary.max, 3.5);
  EXPECT_FALSE(summary.sd || summary.low || summary.high);
  EXPECT_FALSE(CoefficientOfVariation(summary));
}

TEST(Summary, TiesHaveNoWidth) {
  const Summary summary = Summarize(std::vector<double>(7, 0.1));
  EXPECT_EQ(*summary.mean, 0.1);
  EXPECT_EQ(*summary.sd, 0);
  EXPECT_EQ(*summary.low, 0.1);
  EXPECT_EQ(*summary.high, 0.1);
  EXPECT_EQ(*CoefficientOfVariation(summary), 0);
}

TEST(Summary, ZerosHaveNoCoefficientOfVariation) {
  const Summary summary = Summarize(std::vector<double>(4, 0.0));
  EXPECT_EQ(*summary.mean, 0);
  EXPECT_EQ(*summary.sd, 0);
  EXPECT_FALSE(CoefficientOfVariation(summary));
}

TEST(Summary, CoefficientOfVariationOfANegativeMeanIsPositive) {
  EXPECT_DOUBLE_EQ(*CoefficientOfVariation(Summarize(std::vector<double>{-1, -3})),
                   std::sqrt(2.0) / 2);
}

TEST(Summary, OfWhatIsNotFiniteIsMissing) {
  for (double bad : {kNan, kInfinity, -kInfinity}) {
    const Summary summary = Summarize(std::vector<double>{1, bad, 3});
    EXPECT_EQ(summary.n, 3u);
    EXPECT_FALSE(summary.mean || summary.sd || summary.low || summary.high);
    EXPECT_FALSE(summary.median || summary.min || summary.max);
  }
}

TEST(Summary, FiguresTooLargeForADoubleAreMissing) {
  const Summary wide = Summarize(std::vector<double>{-1e200, 1e200});
  EXPECT_EQ(*wide.mean, 0);
  EXPECT_FALSE(wide.sd || wide.low || wide.high);
  const double huge = std::numeric_limits<double>::max();
  const Summary summary = Summarize(std::vector<double>{huge, huge, huge});
  EXPECT_EQ(*summary.median, huge);
  EXPECT_FALSE(summary.mean || summary.sd || summary.low || summary.high);
}

TEST(Summary, NoIntervalAtAnImpossibleConfidence) {
  for (double confidence : {0.0, 1.0, -0.5, 1.5, kNan}) {
    const Summary summary = Summarize(std::vector<double>{1, 2, 3}, confidence);
    EXPECT_DOUBLE_EQ(*summary.sd, 1);
    EXPECT_FALSE(summary.low || summary.high) << confidence;
  }
}

// NIST StRD, univariate: NumAcc1 to NumAcc4 by their rules, with the certified mean and sd.
TEST(Summary, NistNumericalAccuracy) {
  const Summary first = Summarize(std::vector<double>{10000001, 10000003, 10000002});
  EXPECT_EQ(*first.mean, 10000002);
  EXPECT_EQ(*first.sd, 1);
  // Decimal digits lost when the numbers became doubles limit the rest.
  const double bases[] = {1, 1000000, 10000000};
  const double tolerances[] = {1e-14, 1e-9, 1e-8};
  for (int i = 0; i < 3; ++i) {
    std::vector<double> values = {(10 * bases[i] + 2) / 10};
    for (int pair = 0; pair < 500; ++pair) {
      values.push_back((10 * bases[i] + 1) / 10);
      values.push_back((10 * bases[i] + 3) / 10);
    }
    const Summary summary = Summarize(values);
    EXPECT_DOUBLE_EQ(*summary.mean, bases[i] + 0.2);
    EXPECT_NEAR(*summary.sd, 0.1, 0.1 * tolerances[i]);
  }
}

// Treatment 1 of NIST SmLs07-09: 1e12 + .4, then + .3 and + .5 in turn. As doubles (1/8192 apart)
// these are 1e12 + 3277, 2458 and 4096 over 8192, so the exact answer is had in whole numbers.
TEST(Summary, NistSmallestDifferencesAreExactOnTheDoubles) {
  for (int r : {21, 201, 2001}) {
    std::vector<double> values = {1e12 + 0.4};
    for (int i = 1; i < r; ++i) values.push_back(i % 2 ? 1e12 + 0.3 : 1e12 + 0.5);
    const double pairs = (r - 1) / 2;
    const double sum = 3277 + pairs * (2458 + 4096);
    const double squares = 3277. * 3277 + pairs * (2458. * 2458 + 4096. * 4096);
    const double sd = std::sqrt((squares * r - sum * sum) / r / (r - 1)) / 8192;
    const Summary summary = Summarize(values);
    EXPECT_NEAR(*summary.sd, sd, 1e-13 * sd) << r;
    EXPECT_EQ(*summary.mean, 1e12 + sum / r / 8192) << r;
  }
}

}  // namespace
}  // namespace trena
