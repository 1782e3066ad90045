// SPDX-License-Identifier: Apache-2.0
#include "stats/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace trena {
namespace {

constexpr double kSummaryNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSummaryInfinity = std::numeric_limits<double>::infinity();

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
  for (double bad : {kSummaryNan, kSummaryInfinity, -kSummaryInfinity}) {
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
  for (double confidence : {0.0, 1.0, -0.5, 1.5, kSummaryNan}) {
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

TEST(Pairs, TheMiddleOfHollanderAndWolfesPatients) {
  // Hollander and Wolfe 1973, page 29 (in R: ?wilcox.test); R 4.2: wilcox.test(y - x)$estimate.
  std::vector<double> before = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  std::vector<double> after = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  std::vector<double> apart;
  for (size_t i = 0; i < before.size(); ++i) apart.push_back(after[i] - before[i]);
  EXPECT_NEAR(PseudoMedian(apart), -0.46, 1e-12);
}

TEST(Pairs, OneWildValueHardlyMovesTheMiddle) {
  // R 4.2: wilcox.test(z)$estimate; sqrt(pi) / 2 * mean(dist(z)).
  std::vector<double> z = {4.11, 4.46, 17.42, 4.61, 3.68, 4.53};
  EXPECT_NEAR(PseudoMedian(z), 4.495, 1e-12);
  EXPECT_NEAR(GiniDeviation(z), 4.15167773677, 1e-10);
}

TEST(Pairs, FewValues) {
  EXPECT_TRUE(std::isnan(PseudoMedian({})));
  EXPECT_EQ(PseudoMedian(std::vector<double>{3}), 3);
  EXPECT_TRUE(std::isnan(GiniDeviation(std::vector<double>{3})));
  EXPECT_NEAR(GiniDeviation(std::vector<double>{0, 2}), 1.7724538509055159, 1e-15) << "√π";
}

TEST(RunningSummary, IsTheSummaryOfAllValues) {
  // At every length, near zero and far from it.
  for (double offset : {0.0, 1e6}) {
    std::mt19937 random(7);
    std::lognormal_distribution<double> values(0, 1);
    RunningSummary running;
    std::vector<double> all;
    for (int i = 0; i < 200; ++i) {
      all.push_back(offset + values(random));
      running.Add(all.back());
      Summary expected = Summarize(all);
      Summary now = running.Now();
      ASSERT_EQ(now.n, all.size());
      ASSERT_NEAR(*now.mean, *expected.mean, 1e-12 * *expected.mean);
      ASSERT_EQ(now.sd.has_value(), expected.sd.has_value());
      if (!now.sd) continue;
      ASSERT_NEAR(*now.sd, *expected.sd, 1e-7 * *expected.sd);
      ASSERT_NEAR(*now.low, *expected.low, 1e-9 * *expected.mean);
      ASSERT_NEAR(*now.high, *expected.high, 1e-9 * *expected.mean);
    }
  }
}

TEST(RunningSummary, WithoutValuesThereAreNoFigures) {
  Summary none = RunningSummary().Now();
  EXPECT_EQ(none.n, 0u);
  EXPECT_EQ(none.mean, std::nullopt);
  RunningSummary one;
  one.Add(3);
  EXPECT_EQ(one.Now().mean, 3);
  EXPECT_EQ(one.Now().high, std::nullopt);
  EXPECT_EQ(one.Now().median, std::nullopt) << "not kept, so not known";
}

TEST(CompensatedSum, KeepsWhatAdditionDrops) {
  CompensatedSum sum;
  for (double x : {1.0, 1e100, 1.0, -1e100}) sum.Add(x);
  EXPECT_EQ(sum.Total(), 2);
}

TEST(SplitMean, HoldsMoreDigitsThanADouble) {
  // Near 2^53 the doubles are 2 apart: the mean of the three is 2^53 + 8/3.
  const double base = 9007199254740992;
  const SplitMean mean = MeanOf(std::vector<double>{base, base + 2, base + 6});
  EXPECT_NEAR((mean.high - base) + mean.low, 8.0 / 3, 1e-15);
  EXPECT_NEAR(mean.Deviation(base + 2), 2 - 8.0 / 3, 1e-15);
}

TEST(SplitMean, EqualNumbersDoNotDeviate) {
  for (size_t n = 1; n <= 50; ++n) {
    const std::vector<double> values(n, 0.1);
    const SplitMean mean = MeanOf(values);
    EXPECT_EQ(mean.Value(), 0.1) << n;
    EXPECT_EQ(SquaredDeviations(values, mean), 0) << n;
    EXPECT_EQ(mean.Deviation(MeanOf(std::vector<double>(3, 0.1))), 0) << n;
  }
}

}  // namespace

}  // namespace trena
