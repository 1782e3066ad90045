// SPDX-License-Identifier: Apache-2.0
// Against R's t.test of logarithms, and its lm (testdata/make_sample_ratios.R).
#include "stats/comparisons/ratio_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/model/test_table.h"

namespace trena {
namespace {

// Every r in Fieller's interval, and no other, has |n - r d| within the critical standard errors.
TEST(FiellerRatio, EndsAreWhereTheStatisticIsCritical) {
  const EstimatePair pair{.numerator = 12,
                          .denominator = 8,
                          .numerator_variance = 0.5,
                          .denominator_variance = 0.3,
                          .covariance = 0.1};
  const auto result = FiellerRatio(pair, 2.5);
  ASSERT_TRUE(result && result->low && result->high);
  EXPECT_EQ(result->ratio, 1.5);
  for (double r : {*result->low, *result->high}) {
    const double error = std::sqrt(0.5 - 2 * r * 0.1 + r * r * 0.3);
    EXPECT_NEAR(std::abs(12 - r * 8) / error, 2.5, 1e-12);
  }
  EXPECT_LT(*result->low, 1.5);
  EXPECT_GT(*result->high, 1.5);
}

TEST(FiellerRatio, NoIntervalWhenTheDenominatorMayBeZero) {
  const auto result = FiellerRatio({.numerator = 1,
                                    .denominator = 1,
                                    .numerator_variance = 1,
                                    .denominator_variance = 1,
                                    .covariance = 0},
                                   2);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->low || result->high);
  EXPECT_FALSE(FiellerRatio({.numerator = 1, .denominator = 0}, 2));
}

TEST(FiellerRatio, NoVarianceIsAPoint) {
  const auto result = FiellerRatio({.numerator = 3, .denominator = 2}, 2);
  EXPECT_NEAR(*result->low, 1.5, 1e-12);
  EXPECT_NEAR(*result->high, 1.5, 1e-12);
}

TEST(GeometricMean, InverseRatiosHaveInverseMeans) {
  const std::vector<double> ratios = {2, 8, 0.5};
  const std::vector<double> inverse = {0.5, 0.125, 2};
  const auto a = GeometricMean(ratios);
  const auto b = GeometricMean(inverse);
  EXPECT_NEAR(a->ratio, 2, 1e-12);  // the cube root of 8
  EXPECT_NEAR(a->ratio * b->ratio, 1, 1e-12);
  EXPECT_NEAR(*a->low * *b->high, 1, 1e-12);
  // log 2 ± 4.302653 (t of 2 df) · log 4 / sqrt 3
  EXPECT_NEAR(*a->high, std::exp(std::log(2) + 4.30265273 * std::log(4) / std::sqrt(3)), 1e-5);
}

TEST(GeometricMean, Edges) {
  EXPECT_FALSE(GeometricMean({}));
  EXPECT_FALSE(GeometricMean(std::vector<double>{1, 0}));
  EXPECT_FALSE(GeometricMean(std::vector<double>{1, -1}));
  const auto one = GeometricMean(std::vector<double>{3});
  EXPECT_NEAR(one->ratio, 3, 1e-12);
  EXPECT_FALSE(one->low);
}

std::vector<double> NumbersIn(const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& part : SplitText(text, ' ')) numbers.push_back(std::stod(part));
  return numbers;
}

void ExpectAs(const TestRow& row, const SampleRatio& found) {
  const auto near = [&](double actual, const char* column) {
    const double expected = std::stod(row.at(column));
    EXPECT_NEAR(actual, expected, 1e-9 * std::abs(expected))
        << column << ", case " << row.at("case");
  };
  ASSERT_TRUE(found.interval.low && found.interval.high && found.df && found.p);
  near(found.interval.ratio, "ratio");
  near(*found.interval.low, "low");
  near(*found.interval.high, "high");
  near(*found.df, "df");
  near(*found.p, "p");
}

// 0.9 ± 0.5 over 3 ± 0.5: the numerator may be zero, and below it is no time.
TEST(PositiveRatio, NothingIsBelowZero) {
  const EstimatePair noisy{.numerator = 0.9,
                           .denominator = 3,
                           .numerator_variance = 0.25,
                           .denominator_variance = 0.25,
                           .covariance = 0};
  const auto plain = FiellerRatio(noisy, 2);
  ASSERT_TRUE(plain->low);
  EXPECT_LT(*plain->low, 0);
  const auto bounded = PositiveRatio(noisy, 2);
  EXPECT_EQ(*bounded->low, 0);
  EXPECT_EQ(*bounded->high, *plain->high);
}

// (20 − r)² ≤ 9 (1 + r²) from r on: 8 r² + 40 r − 391 = 0 at (−40 + √14112) ÷ 16 = 4.92462.
TEST(PositiveRatio, ADenominatorThatMayBeZeroLeavesTheLowEnd) {
  const EstimatePair pair{.numerator = 20,
                          .denominator = 1,
                          .numerator_variance = 1,
                          .denominator_variance = 1,
                          .covariance = 0};
  EXPECT_FALSE(FiellerRatio(pair, 3)->low);
  const auto open = PositiveRatio(pair, 3);
  ASSERT_TRUE(open && open->low);
  EXPECT_NEAR(*open->low, (-40 + std::sqrt(14112)) / 16, 1e-12);
  EXPECT_FALSE(open->high);
  // 1 is left out where the difference is beyond 3 errors: 19 ÷ √2 is.
  EXPECT_GT(*open->low, 1);
}

TEST(PositiveRatio, NothingKnownIsNoInterval) {
  const auto nothing = PositiveRatio({.numerator = 1,
                                      .denominator = 1,
                                      .numerator_variance = 4,
                                      .denominator_variance = 4,
                                      .covariance = 0},
                                     3);
  EXPECT_FALSE(nothing->low || nothing->high);
  EXPECT_FALSE(PositiveRatio({.numerator = -1, .denominator = 1}, 3));
}

TEST(RatioOfSamples, AsR) {
  size_t compared = 0;
  for (const TestRow& row : ReadTestTable("sample_ratios.csv")) {
    if (row.at("kind") != "ratio") continue;
    const auto found = RatioOfSamples(NumbersIn(row.at("a")), NumbersIn(row.at("b")),
                                      std::stod(row.at("confidence")));
    ASSERT_TRUE(found);
    ExpectAs(row, *found);
    ++compared;
  }
  EXPECT_EQ(compared, 10u);
}

TEST(MeanOfRatios, AsTheMainEffectOfALinearModelInR) {
  std::vector<SampleRatio> ratios;
  TestRow expected;
  for (const TestRow& row : ReadTestTable("sample_ratios.csv")) {
    if (row.at("kind") != "mean") continue;
    ratios.push_back(*RatioOfSamples(NumbersIn(row.at("a")), NumbersIn(row.at("b"))));
    expected = row;
  }
  ASSERT_EQ(ratios.size(), 4u);
  ExpectAs(expected, *MeanOfRatios(ratios));
}

// Of a single ratio it is that ratio: Welch's degrees of freedom stay what they are.
TEST(MeanOfRatios, OfOneIsItself) {
  const std::vector<double> a = {1.369, 1.402};
  const std::vector<double> b = {1.388, 1.371, 1.420, 1.395, 1.501};
  const std::vector<SampleRatio> one = {*RatioOfSamples(a, b)};
  const auto mean = MeanOfRatios(one);
  ASSERT_TRUE(mean && mean->df);
  EXPECT_NEAR(*mean->df, *one[0].df, 1e-9);
  EXPECT_NEAR(*mean->interval.low, *one[0].interval.low, 1e-12);
  EXPECT_NEAR(*mean->p, *one[0].p, 1e-12);
}

TEST(RatioOfSamples, TheOtherWayRoundIsOneOver) {
  const std::vector<double> a = {10.1, 10.4, 9.9};
  const std::vector<double> b = {11.0, 10.8};
  const auto forth = RatioOfSamples(a, b);
  const auto back = RatioOfSamples(b, a);
  EXPECT_NEAR(forth->interval.ratio, 1 / back->interval.ratio, 1e-12);
  EXPECT_NEAR(*forth->interval.low, 1 / *back->interval.high, 1e-12);
}

TEST(RatioOfSamples, WhatTooFewValuesCannotTellIsMissing) {
  const std::vector<double> none, one = {2}, two = {4, 5};
  EXPECT_FALSE(RatioOfSamples(none, two));
  EXPECT_FALSE(RatioOfSamples(two, none));
  const auto found = RatioOfSamples(one, two);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->interval.ratio, std::sqrt(20.0) / 2, 1e-12);
  EXPECT_FALSE(found->interval.low || found->interval.high || found->p || found->df);
  const std::vector<SampleRatio> mixed = {*found, *RatioOfSamples(two, two)};
  const auto mean = MeanOfRatios(mixed);
  EXPECT_NEAR(mean->interval.ratio, std::sqrt(found->interval.ratio), 1e-12);
  EXPECT_FALSE(mean->interval.low || mean->p);
  EXPECT_FALSE(MeanOfRatios({}));
}

// An interval from 1.5 to 1.5 would claim what two equal clocks cannot know.
TEST(RatioOfSamples, WithoutSpreadThereIsNoInterval) {
  const std::vector<double> a = {2, 2}, b = {3, 3, 3};
  const auto found = RatioOfSamples(a, b);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->interval.ratio, 1.5, 1e-12);
  EXPECT_FALSE(found->interval.low || found->interval.high || found->p || found->df);
  const std::vector<SampleRatio> both = {*found, *found};
  EXPECT_NEAR(MeanOfRatios(both)->interval.ratio, 1.5, 1e-12);
  EXPECT_FALSE(MeanOfRatios(both)->interval.low);
  const std::vector<double> ratios = {1.5, 1.5, 1.5};
  EXPECT_NEAR(GeometricMean(ratios)->ratio, 1.5, 1e-12);
  EXPECT_FALSE(GeometricMean(ratios)->low || GeometricMean(ratios)->high);
}

TEST(RatioOfSamples, OnlyOfWhatIsAboveZero) {
  const std::vector<double> good = {1, 2}, zero = {0, 1}, negative = {-1, 1}, odd = {1, NAN};
  for (const auto* bad : {&zero, &negative, &odd}) {
    EXPECT_FALSE(RatioOfSamples(good, *bad));
    EXPECT_FALSE(RatioOfSamples(*bad, good));
  }
}

}  // namespace

}  // namespace trena
