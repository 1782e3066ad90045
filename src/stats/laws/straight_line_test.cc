// SPDX-License-Identifier: Apache-2.0
#include "stats/laws/straight_line.h"

#include <gtest/gtest.h>

#include <vector>

namespace trena {
namespace {

const std::vector<double> kLineX = {1, 2, 4, 8, 16, 32};
const std::vector<double> kLineY = {112.4, 114.1, 116.9, 125.2, 139.8, 171.3};

// R 4.2.2: m <- lm(y ~ x); coef(m); confint(m); summary(m)$sigma.
TEST(StraightLineTest, IsThatOfR) {
  const StraightLine line = FitStraightLine(kLineX, kLineY).value();
  EXPECT_NEAR(line.intercept.value, 109.92985074626868, 1e-10);
  EXPECT_NEAR(*line.intercept.low, 108.99291121024842, 1e-10);
  EXPECT_NEAR(*line.intercept.high, 110.86679028228895, 1e-10);
  EXPECT_NEAR(line.slope.value, 1.90668088130775, 1e-12);
  EXPECT_NEAR(*line.slope.low, 1.84456239494542, 1e-12);
  EXPECT_NEAR(*line.slope.high, 1.96879936767007, 1e-12);
  EXPECT_NEAR(*line.residual_sd, 0.593422248035415, 1e-12);
  EXPECT_EQ(line.n, 6u);
  EXPECT_EQ(line.x_least, 1);
  EXPECT_EQ(line.x_most, 32);
}

// R: uniroot of predict(m, data.frame(x = v), interval = "prediction")[, "upr"] - target, and of
// "lwr".
TEST(StraightLineTest, WhereItReachesAValueIsThatOfR) {
  const StraightLine line = FitStraightLine(kLineX, kLineY).value();
  const double cases[][4] = {{200, 47.2392365900, 45.7591296540, 48.7974176359},
                             {400, 152.133559474, 147.571362913, 156.996739808},
                             {130, 10.52622358072, 9.59239722206, 11.46010566680}};
  for (const auto& [target, x, low, high] : cases) {
    const ReachedAt at = *Reaches(line, target);
    EXPECT_NEAR(at.x, x, 1e-8) << target;
    EXPECT_NEAR(*at.low, low, 1e-6) << target;
    EXPECT_NEAR(*at.high, high, 1e-6) << target;
  }
}

TEST(StraightLineTest, TwoPointsHaveNoInterval) {
  const StraightLine line =
      FitStraightLine(std::vector<double>{1, 3}, std::vector<double>{5, 9}).value();
  EXPECT_FALSE(line.slope.low);
  const ReachedAt at = *Reaches(line, 13);
  EXPECT_DOUBLE_EQ(at.x, 5);
  EXPECT_FALSE(at.low || at.high);
}

TEST(StraightLineTest, APerfectLineReachesItExactly) {
  const StraightLine line =
      FitStraightLine(std::vector<double>{1, 2, 3, 4}, std::vector<double>{3, 5, 7, 9}).value();
  const ReachedAt at = *Reaches(line, 21);
  EXPECT_NEAR(at.x, 10, 1e-9);
  if (at.low) {
    EXPECT_NEAR(*at.low, 10, 1e-6);
  }
}

// With a slope that may as well be 0, any x may be the one.
TEST(StraightLineTest, AnUnsureSlopeHasNoBounds) {
  const StraightLine line =
      FitStraightLine(std::vector<double>{1, 2, 3, 4}, std::vector<double>{10, 14, 9, 13}).value();
  ASSERT_GT(line.slope.value, 0);
  EXPECT_FALSE(Reaches(line, 20)->low);
}

TEST(StraightLineTest, WhatDoesNotRiseReachesNothing) {
  const StraightLine line =
      FitStraightLine(std::vector<double>{1, 2, 3}, std::vector<double>{3, 2, 1}).value();
  EXPECT_FALSE(Reaches(line, 10));
  EXPECT_FALSE(FitStraightLine(std::vector<double>{2, 2}, std::vector<double>{1, 2}).ok());
  EXPECT_FALSE(FitStraightLine({}, {}).ok());
}

}  // namespace
}  // namespace trena
