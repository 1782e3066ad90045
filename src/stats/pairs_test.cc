// SPDX-License-Identifier: Apache-2.0
#include "stats/pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace trena {
namespace {

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

}  // namespace
}  // namespace trena
