// SPDX-License-Identifier: Apache-2.0
#include "stats/factorial_data.h"

#include <gtest/gtest.h>

#include <limits>

namespace trena {
namespace {

FactorialData TwoByThree() {
  FactorialData data{.factors = {"framework", "batch"}, .level_counts = {2, 3}};
  for (size_t replication = 0; replication < 2; ++replication) {
    for (size_t i : {0, 1}) {
      for (size_t j : {0, 1, 2}) {
        data.levels.push_back({i, j});
        data.y.push_back(1.0 * static_cast<double>(i + j));
      }
    }
  }
  return data;
}

std::string ErrorOf(const FactorialData& data) {
  const auto balance = CheckBalance(data);
  if (balance.ok()) return "none";
  EXPECT_EQ(balance.error().kind(), ErrorKind::kInput);
  return balance.error().message();
}

TEST(CheckBalance, CountsCells) {
  const auto balance = CheckBalance(TwoByThree());
  ASSERT_TRUE(balance.ok());
  EXPECT_EQ(balance.value().counts, std::vector<size_t>(6, 2));
  EXPECT_EQ(balance.value().Replications(), 2u);
  EXPECT_EQ(balance.value().cell_of[5], 5u);
  EXPECT_EQ(balance.value().cell_of[6], 0u);
  EXPECT_EQ(balance.value().LevelsOf(4), (std::vector<size_t>{1, 1}));
}

TEST(CheckBalance, UnequalCountsAreNoErrorButHaveNoReplications) {
  FactorialData data = TwoByThree();
  data.levels[3] = {1, 2};  // was {1, 0}
  const auto balance = CheckBalance(data);
  ASSERT_TRUE(balance.ok());
  EXPECT_EQ(balance.value().counts, (std::vector<size_t>{2, 2, 2, 1, 2, 3}));
  EXPECT_FALSE(balance.value().Replications());
  const std::string message = UnbalancedError(data, balance.value()).message();
  EXPECT_EQ(message,
            "the design is not balanced: framework 0, batch 0 has 2 observations, others have 3; "
            "cells short in all: 5");
}

TEST(CheckBalance, NamesTheEmptyCell) {
  FactorialData data = TwoByThree();
  for (int times = 0; times < 2; ++times) {  // both observations of {1, 2}
    const auto position = times == 0 ? 5 : 10;
    data.levels.erase(data.levels.begin() + position);
    data.y.erase(data.y.begin() + position);
  }
  const auto balance = CheckBalance(data);
  ASSERT_TRUE(balance.ok());
  EXPECT_EQ(UnbalancedError(data, balance.value()).message(),
            "the design is not balanced: framework 1, batch 2 has 0 observations, others have 2");
}

TEST(CheckBalance, RefusesTablesThatDoNotFit) {
  EXPECT_EQ(ErrorOf({}), "no factors to analyse");
  EXPECT_EQ(ErrorOf({.factors = {"a"}, .level_counts = {2}, .levels = {}, .y = {}}),
            "no observations to analyse");
  FactorialData data = TwoByThree();
  data.level_counts.pop_back();
  EXPECT_EQ(ErrorOf(data), "2 factors but level counts for 1");
  data = TwoByThree();
  data.levels.pop_back();
  EXPECT_EQ(ErrorOf(data), "12 observations but levels for 11");
  data = TwoByThree();
  data.levels[4].pop_back();
  EXPECT_EQ(ErrorOf(data), "observation 4 (from 0) has levels for 1 of 2 factors");
}

TEST(CheckBalance, RefusesLevelsAndNumbersOutOfRange) {
  FactorialData data = TwoByThree();
  data.levels[4] = {1, 3};
  EXPECT_EQ(ErrorOf(data), "observation 4 (from 0) has level 3 of factor batch, which has only 3");
  data = TwoByThree();
  data.y[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(ErrorOf(data), "observation 2 (from 0) is not a finite number");
  data = TwoByThree();
  data.level_counts[1] = 0;
  EXPECT_EQ(ErrorOf(data), "factor batch has no levels");
  data.level_counts = {size_t{1} << 40, size_t{1} << 40};
  EXPECT_EQ(ErrorOf(data), "too many combinations of levels to analyse");
}

}  // namespace
}  // namespace trena
