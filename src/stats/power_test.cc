// SPDX-License-Identifier: Apache-2.0
// Against R's power.anova.test: models_r_test.cc, and the examples of its help page here.
#include "stats/power.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace trena {
namespace {

// Of `groups` groups of n runs each, in the words of power.anova.test.
double AnovaPower(double groups, double n, double between, double within) {
  return *FTestPower(groups - 1, (n - 1) * groups, (groups - 1) * n * between / within);
}

// power.anova.test(groups = 4, between.var = 1, within.var = 3, power = .80) stops at 11.92613; its
// equation solved by uniroot to 1e-12: 11.9261111657
TEST(Power, HelpPage) {
  EXPECT_NEAR(AnovaPower(4, 5, 1, 3), 0.3535594, 5e-8);
  EXPECT_NEAR(AnovaPower(4, 11.9261111657, 1, 3), 0.8, 1e-9);
}

// R: pf(qf(0.95, 3, 16), 3, 16, ncp = 5, lower.tail = FALSE), which is the help page's example:
// three degrees × 5 runs × 1/3.
TEST(Power, OfAnFTest) {
  EXPECT_NEAR(*FTestPower(3, 16, 5), 0.3535594, 5e-8);
  for (double power : {0.1, 0.5, 0.8, 0.99}) {
    const auto shift = ShiftForPower(3, 16, power);
    ASSERT_TRUE(shift);
    EXPECT_NEAR(*FTestPower(3, 16, *shift), power, 1e-9);
  }
  EXPECT_FALSE(FTestPower(0, 16, 5));
  EXPECT_FALSE(FTestPower(3, 0, 5));
  EXPECT_FALSE(ShiftForPower(3, 0, 0.8));
  EXPECT_FALSE(ShiftForPower(3, 16, 0.04)) << "below the significance";
  EXPECT_FALSE(ShiftForPower(3, 16, 1));
}

TEST(Power, Edges) {
  EXPECT_NEAR(AnovaPower(2, 5, 0, 1), 0.05, 1e-12)
      << "no effect is found as often as chance has it";
  EXPECT_NEAR(AnovaPower(2, 50, 1e6, 1), 1, 1e-12);
  EXPECT_FALSE(FTestPower(3, 16, -1));
  EXPECT_FALSE(FTestPower(3, 16, 5, 0));
}

// With one degree of freedom and a well-known error the F test is the two-sided z test: 80 % at
// (1.959964 + 0.841621)² (any table of the normal distribution).
TEST(Power, OneDegreeOfFreedomIsTheNormalTest) {
  EXPECT_NEAR(*FTestPower(1, 1e6, 7.848880), 0.8, 1e-4);
  EXPECT_NEAR(*ShiftForPower(1, 1e6, 0.8), 7.848880, 1e-3);
}

TEST(Power, WithoutAShiftItIsTheSignificance) {
  EXPECT_EQ(FTestPower(3, 16, 0), 0.05);
  EXPECT_EQ(FTestPower(3, 16, 0, 0.01), 0.01);
  EXPECT_FALSE(FTestPower(3, 16, -1e-9));
  EXPECT_FALSE(FTestPower(3, 16, 5, 0));
  EXPECT_FALSE(FTestPower(3, 16, 5, 1));
  EXPECT_EQ(FTestPower(3, 16, 1e6), 1) << "beyond any doubt";
  EXPECT_FALSE(ShiftForPower(3, 16, 0.05)) << "exactly the significance needs no effect";
}

}  // namespace
}  // namespace trena
