// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/information.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trena {
namespace {

TEST(ModelRowTest, TheMeanAloneWithoutFactors) {
  EXPECT_EQ(CountParameters({}, true), 1u);
  EXPECT_EQ(ModelRow({}, true, {}), std::vector<double>{1});
}

TEST(ModelRowTest, TwoLevelsAreOneAndMinusOne) {
  EXPECT_EQ(ModelRow({2, 2}, false, {0, 1}), (std::vector<double>{1, 1, -1}));
  EXPECT_EQ(ModelRow({2, 2}, true, {0, 1}), (std::vector<double>{1, 1, -1, -1}));
  EXPECT_EQ(ModelRow({2, 2}, true, {1, 1}), (std::vector<double>{1, -1, -1, 1}));
}

// Helmert's contrasts of three: the first level against the second, both against the third.
TEST(ModelRowTest, ThreeLevelsAreHelmerts) {
  const double a = std::sqrt(3 / 2.0), b = std::sqrt(3 / 6.0);
  const std::vector<double> expected[] = {{1, a, b}, {1, -a, b}, {1, 0, -2 * b}};
  for (size_t level = 0; level < 3; ++level) {
    const auto row = ModelRow({3}, false, {level});
    ASSERT_EQ(row.size(), 3u);
    for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(row[i], expected[level][i], 1e-15);
  }
}

// Over a whole crossing every two columns are orthogonal, and each has as many squares as runs.
TEST(ModelRowTest, ACrossingIsOrthogonal) {
  const std::vector<size_t> sizes = {2, 3, 4};
  const size_t parameters = CountParameters(sizes, true);
  EXPECT_EQ(parameters, 1u + 1 + 2 + 3 + 2 + 3 + 6);
  std::vector<std::vector<double>> products(parameters, std::vector<double>(parameters, 0));
  for (size_t i = 0; i < 24; ++i) {
    const auto row = ModelRow(sizes, true, {i / 12, i / 4 % 3, i % 4});
    ASSERT_EQ(row.size(), parameters);
    for (size_t a = 0; a < parameters; ++a) {
      for (size_t b = 0; b < parameters; ++b) products[a][b] += row[a] * row[b];
    }
  }
  for (size_t a = 0; a < parameters; ++a) {
    for (size_t b = 0; b < parameters; ++b) {
      EXPECT_NEAR(products[a][b], a == b ? 24 : 0, 1e-12) << a << " " << b;
    }
  }
}

TEST(ModelRowTest, ParametersAreCounted) {
  EXPECT_EQ(CountParameters({2, 2, 2}, false), 4u);
  EXPECT_EQ(CountParameters({2, 3, 4}, false), 7u);
  EXPECT_EQ(CountParameters({2, 2, 2}, true), 7u);
  EXPECT_EQ(CountParameters({2, 3, 4}, true), 7u + 2 + 3 + 6);
  EXPECT_EQ(ModelRow({2, 3, 4}, true, {0, 0, 0}).size(), 18u);
}

// Three runs of one factor at levels 0, 0, 1: X'X = [3 1; 1 3], |X'X| ÷ 3² = 8/9, the root 0.94281.
TEST(EfficiencyTest, ByHand) {
  EXPECT_NEAR(*EfficiencyOf({2}, false, {{0}, {0}, {1}}), 94.281, 1e-9);
  EXPECT_NEAR(*EfficiencyOf({2}, false, {{0}, {1}}), 100, 1e-9);
  EXPECT_NEAR(*EfficiencyOf({2}, false, {{0}, {1}, {0}, {1}}), 100, 1e-9)
      << "twice as many are as efficient";
  EXPECT_EQ(EfficiencyOf({2}, false, {{0}, {0}}), std::nullopt);
  EXPECT_EQ(EfficiencyOf({2, 2}, false, {{0, 0}, {1, 1}}), std::nullopt)
      << "fewer runs than parameters";
}

}  // namespace
}  // namespace trena
