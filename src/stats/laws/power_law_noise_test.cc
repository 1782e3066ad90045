// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/power_law_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace trena {
namespace {

TEST(PowerLawNoise, WhiteNoiseFallsWithTime) {
  // Means of ten have a tenth of the variance of one, less that of the whole.
  PowerLawNoise white{1, 1};
  EXPECT_NEAR(white.Variance(1, 10), 1 - 0.1, 1e-12);
  EXPECT_NEAR(white.Variance(10, 1000), 0.1 - 0.001, 1e-12);
  EXPECT_EQ(white.Variance(10, 10), 0);
  EXPECT_EQ(white.Variance(10, 5), 0);
}

TEST(PowerLawNoise, OfOneOverFNoiseEveryScaleHasAsMuch) {
  PowerLawNoise flicker{2, 0};
  EXPECT_NEAR(flicker.Variance(1, 10), 2 * std::log(10), 1e-12);
  EXPECT_NEAR(flicker.Variance(10, 100), flicker.Variance(1, 10), 1e-12);
  PowerLawNoise nearly{2, 1e-5};
  EXPECT_NEAR(nearly.Variance(1, 100), flicker.Variance(1, 100), 1e-3);
}

TEST(PowerLawNoise, IsFoundFromTwoScales) {
  for (double exponent : {0.0, 0.25, 0.5, 1.0}) {
    PowerLawNoise truth{0.3, exponent};
    PowerLawNoise found = FitPowerLawNoise({0.01, 0.2, truth.Variance(0.01, 0.2)},
                                           {0.2, 100, truth.Variance(0.2, 100)});
    EXPECT_NEAR(found.exponent, exponent, 1e-6);
    EXPECT_NEAR(found.Variance(60, 600), truth.Variance(60, 600), 1e-6);
  }
}

TEST(PowerLawNoise, WhatIsMoreThanOneOverFIsSomethingElse) {
  PowerLawNoise flicker{1, 0};
  double seen = flicker.Variance(0.01, 0.2);
  PowerLawNoise found = FitPowerLawNoise({0.01, 0.2, seen}, {0.2, 100, 50});
  EXPECT_NEAR(found.exponent, 0, 1e-6);
  EXPECT_NEAR(found.Variance(0.2, 100), flicker.Variance(0.2, 100), 1e-3);
  PowerLawNoise steady = FitPowerLawNoise({0.01, 0.2, 0}, {0.2, 100, 50});
  EXPECT_EQ(steady.Variance(0.2, 100), 0);
  EXPECT_EQ(FitPowerLawNoise({0, 0, 1}, {0, 0, 1}).Variance(1, 2), 0) << "nothing was seen";
}

TEST(PowerLawNoise, LessThanWhiteNoiseIsWhite) {
  PowerLawNoise found = FitPowerLawNoise({0.01, 0.2, 1}, {0.2, 100, 0});
  EXPECT_EQ(found.exponent, 1);
  EXPECT_GT(found.Variance(0.2, 100), 0);
}

// Its means over 10 and over 100 numbers, beside those of made white noise.
TEST(PowerLawNoise, DescribesWhiteNoiseThatWasMade) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  double squares = 0;
  constexpr int kSeries = 4000;
  for (int i = 0; i < kSeries; ++i) {
    double first = 0, all = 0;
    for (int j = 0; j < 100; ++j) {
      double x = normal(random);
      if (j < 10) first += x / 10;
      all += x / 100;
    }
    squares += (first - all) * (first - all) / kSeries;
  }
  EXPECT_NEAR((PowerLawNoise{1, 1}.Variance(10, 100)), squares, 0.01);
}

}  // namespace
}  // namespace trena
