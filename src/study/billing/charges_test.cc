// SPDX-License-Identifier: Apache-2.0
#include "study/billing/charges.h"

#include <gtest/gtest.h>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <cmath>

namespace trena {
namespace {

// One training as it happens: stretches of work, each begun again (after a restart that can be
// interrupted too) until it is done without interruption.
double Simulate(double work, const SpotTerms& terms, boost::random::mt19937_64& engine) {
  boost::random::exponential_distribution<double> next(1 / terms.interrupted_every.value);
  double total = 0;
  while (work > 1e-9) {
    const double stretch = std::min(work, terms.checkpoint_every->value);
    double needed = stretch;
    for (double alive = next(engine); alive < needed; alive = next(engine)) {
      total += alive;
      needed = terms.restart.value + stretch;
    }
    total += needed;
    work -= stretch;
  }
  return total;
}

TEST(Spot, IsTheMeanOfASimulation) {
  const SpotTerms terms{Seconds{3600}, Seconds{1500}, Seconds{600}};
  boost::random::mt19937_64 engine(7);
  double sum = 0, squares = 0;
  constexpr int kTrainings = 20000;
  for (int i = 0; i < kTrainings; ++i) {
    const double seconds = Simulate(4000, terms, engine);
    sum += seconds;
    squares += seconds * seconds;
  }
  const double mean = sum / kTrainings;
  const double error = std::sqrt((squares / kTrainings - mean * mean) / kTrainings);
  EXPECT_NEAR(*ExpectedSpotSeconds(4000, terms), mean, 4 * error);
  EXPECT_LT(error, 0.005 * mean) << "the simulation must be able to tell";
}

TEST(Spot, WithoutCheckpointsTheWholeTrainingIsAtStake) {
  // M (e - 1) for work as long as the mean time between interruptions.
  EXPECT_NEAR(*ExpectedSpotSeconds(3600, {Seconds{3600}, std::nullopt, Seconds{0}}),
              3600 * (std::exp(1.0) - 1), 1e-6);
}

TEST(Spot, RareInterruptionsAddNothing) {
  EXPECT_NEAR(*ExpectedSpotSeconds(100, {Seconds{1e12}, std::nullopt, Seconds{60}}), 100, 1e-6);
  EXPECT_EQ(ExpectedSpotSeconds(0, {Seconds{60}, std::nullopt, Seconds{60}}), 0);
}

TEST(Spot, WhatWouldNeverEndHasNoTime) {
  EXPECT_EQ(ExpectedSpotSeconds(36000, {Seconds{60}, std::nullopt, Seconds{0}}), std::nullopt);
  EXPECT_TRUE(ExpectedSpotSeconds(36000, {Seconds{60}, Seconds{30}, Seconds{0}}));
  EXPECT_EQ(ExpectedSpotSeconds(1, {Seconds{1}, std::nullopt, Seconds{1e6}}), std::nullopt);
}

}  // namespace
}  // namespace trena
