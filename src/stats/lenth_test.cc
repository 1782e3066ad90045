// SPDX-License-Identifier: Apache-2.0
// The effects are Montgomery's example 6.2 (Design and Analysis of Experiments, 8th edition, table
// 6.12), whose PSE, ME and SME he prints as 2.625, 6.748 and 13.699; and Daniel's drill (1976), the
// logarithm of its advance (Box and Meyer, Technometrics 28, 1986). More digits are R's, by Lenth's
// formulas: s0 <- 1.5*median(abs(b)); PSE <- 1.5*median(abs(b)[abs(b) < 2.5*s0]);
// qt(.975, m/3)*PSE; qt((1 + .95^(1/m))/2, m/3)*PSE.
#include "stats/lenth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace trena {
namespace {

const std::vector<double> kFiltration = {21.625,  3.125, 9.875,  14.625, 0.125,
                                         -18.125, 2.375, 16.625, -0.375, -1.125,
                                         1.875,   4.125, -1.625, -2.625, 1.375};
const std::vector<double> kDrill = {
    0.1299904081493, 0.5800816735286,  1.1544518044213, 0.3265429649599,  -0.0343632666979,
    0.0103510327121, -0.0502044561282, 0.0669006420898, -0.0149385859423, 0.0981409589026,
    0.0103735995245, 0.0522166347902,  0.0532268167929, -0.0345125877692, 0.0386159998616};

TEST(LenthTest, MontgomerysFiltration) {
  const auto error = FindPseudoError(kFiltration, 0.95);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->effects, 15u);
  EXPECT_EQ(error->df, 5);
  EXPECT_NEAR(error->standard_error, 2.625, 1e-12);
  EXPECT_NEAR(error->margin, 6.7477773185453, 1e-10);
  EXPECT_NEAR(error->simultaneous_margin, 13.6989595628024, 1e-10);
}

TEST(LenthTest, DanielsDrill) {
  const auto error = FindPseudoError(kDrill, 0.95);
  ASSERT_TRUE(error);
  EXPECT_NEAR(error->standard_error, 0.066615341992339, 1e-12);
  EXPECT_NEAR(error->margin, 0.171240188100209, 1e-11);
  EXPECT_NEAR(error->simultaneous_margin, 0.347642238558213, 1e-11);
}

// Of an even number the median is between two: 1.5 · 2.5.
TEST(LenthTest, EvenNumbersAndWhatIsFarTooLarge) {
  EXPECT_NEAR(FindPseudoError({1, -2, 3, 4}, 0.95)->standard_error, 3.75, 1e-12);
  // 1.5 · median 3 is 4.5, and 100 is beyond 2.5 times that: 1.5 times the median of 1, 2, 3, 4.
  EXPECT_NEAR(FindPseudoError({1, 2, 3, 4, 100}, 0.95)->standard_error, 3.75, 1e-12);
}

TEST(LenthTest, NothingToJudgeBy) {
  EXPECT_FALSE(FindPseudoError({}, 0.95));
  EXPECT_FALSE(FindPseudoError({0, 0, 0, 0, 5}, 0.95)) << "most are exactly nothing";
  EXPECT_FALSE(FindPseudoError({1, 2, std::numeric_limits<double>::quiet_NaN()}, 0.95));
}

// R: p <- 2*pt(-abs(b)/2.625, 5); 1 - (1 - p)^15, of A and C:D.
TEST(LenthTest, AmongManyIsTheSimultaneousMargin) {
  EXPECT_NEAR(AmongMany(0.000429476393691, 15), 0.00642281465553, 1e-12);
  EXPECT_NEAR(AmongMany(0.013131762950767, 15), 0.17986080518957, 1e-12);
  EXPECT_NEAR(AmongMany(1 - std::pow(0.95, 1 / 15.0), 15), 0.05, 1e-12) << "at the margin itself";
}

struct Rates {
  double first = 0;  // how often the first effect is beyond the simultaneous margin
  double any = 0;    // any other
};

Rates Simulate(size_t effects, double shift, int studies) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  Rates rates;
  for (int i = 0; i < studies; ++i) {
    std::vector<double> drawn;
    for (size_t j = 0; j < effects; ++j) drawn.push_back(normal(random));
    drawn[0] += shift;
    const double margin = FindPseudoError(drawn, 0.95)->simultaneous_margin;
    bool any = false;
    for (size_t j = 1; j < effects; ++j) any |= std::abs(drawn[j]) > margin;
    rates.first += std::abs(drawn[0]) > margin;
    rates.any += any;
  }
  rates.first /= studies;
  rates.any /= studies;
  return rates;
}

// Standard errors of the rates are below 0.007.
TEST(LenthTest, FalseAlarmsAndPowerAreAsStated) {
  for (size_t effects : {7u, 15u, 31u}) {
    EXPECT_LE(Simulate(effects, 0, 4000).any, 0.05) << effects;
    const double found = Simulate(effects, *EffectForPower(effects, 0.8, 0.95), 4000).first;
    EXPECT_NEAR(found, 0.8, 0.025) << effects;
  }
  EXPECT_FALSE(EffectForPower(1, 0.8, 0.95));
}

}  // namespace
}  // namespace trena
