// SPDX-License-Identifier: Apache-2.0
#include "stats/model/anova.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

TEST(AnovaRowTest, MeanSquareAndShare) {
  // Jain (1991), section 18.4: the squares of A are 5547 of 7032, 78.88 %.
  const AnovaRow row = MakeRow("A", {0}, 1, 5547, 7032);
  EXPECT_EQ(row.term, "A");
  EXPECT_EQ(row.factors, std::vector<size_t>{0});
  EXPECT_EQ(row.df, 1u);
  EXPECT_EQ(row.ss, 5547);
  EXPECT_EQ(row.ms, 5547);
  EXPECT_NEAR(*row.percent, 78.88, 0.005);
  EXPECT_FALSE(row.f || row.p);
  EXPECT_TRUE(row.error.empty());
  EXPECT_EQ(MakeRow("A:B", {0, 1}, 4, 10, 100).ms, 2.5);
  EXPECT_EQ(MakeRow("A:B", {0, 1}, 4, 10, 100).percent, 10);
}

TEST(AnovaRowTest, WhatCannotBeHadIsMissing) {
  EXPECT_FALSE(MakeRow("A", {0}, 0, 0, 10).ms) << "no degrees of freedom";
  EXPECT_EQ(MakeRow("A", {0}, 0, 0, 10).percent, 0);
  EXPECT_FALSE(MakeRow("A", {0}, 2, 0, 0).percent) << "nothing varies";
  EXPECT_EQ(MakeRow("A", {0}, 2, 0, 0).ms, 0);
}

// (SS − df · MSE) ÷ (SST + MSE), of Jain's 2²·3 example (1991, section 18.3) and of his one-factor
// example (chapter 20), where SS is less than two mean squares of the error.
TEST(Omega, IsTheShareBeyondChance) {
  AnovaRow row = MakeRow("A", {0}, 1, 5547, 7032);
  SetOmega(102.0 / 8, 7032, row);
  EXPECT_NEAR(*row.omega_percent, 100 * (5547 - 12.75) / (7032 + 12.75), 1e-12);
  AnovaRow chance = MakeRow("A", {0}, 2, 10992.1, 105357.3);
  SetOmega(94365.2 / 12, 105357.3, chance);
  EXPECT_EQ(*chance.omega_percent, 0) << "less than chance shows";
}

}  // namespace
}  // namespace trena
