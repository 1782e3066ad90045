// SPDX-License-Identifier: Apache-2.0
#include "plan/designs/fraction/plackett_burman.h"

#include <gtest/gtest.h>

#include <set>

#include "plan/test_study.h"

namespace trena {
namespace {

std::string RowText(const std::vector<int>& row) {
  std::string text;
  for (int sign : row) text += sign > 0 ? '+' : '-';
  return text;
}

// The first rows as printed in Plackett & Burman (1946); Minitab's list of their designs has the
// same.
TEST(HadamardTest, FirstRowsAreThePublished) {
  EXPECT_EQ(RowText((*OrthogonalSigns(12))[0]), "++-+++---+-");
  EXPECT_EQ(RowText((*OrthogonalSigns(20))[0]), "++--++++-+-+----++-");
  EXPECT_EQ(RowText((*OrthogonalSigns(24))[0]), "+++++-+-++--++--+-+----");
  // Each row is the one before, shifted to the right; the last is all low.
  EXPECT_EQ(RowText((*OrthogonalSigns(12))[1]), "-++-+++---+");
  EXPECT_EQ(RowText((*OrthogonalSigns(12))[10]), "+-+++---+-+");
  EXPECT_EQ(RowText((*OrthogonalSigns(12))[11]), "-----------");
}

void ExpectOrthogonal(const SignTable& table) {
  size_t columns = table[0].size();
  for (size_t a = 0; a < columns; ++a) {
    int sum = 0;
    for (const auto& row : table) sum += row[a];
    EXPECT_EQ(sum, 0) << "column " << a << " of " << table.size();
    for (size_t b = 0; b < a; ++b) {
      int product = 0;
      for (const auto& row : table) product += row[a] * row[b];
      EXPECT_EQ(product, 0) << a << " and " << b << " of " << table.size();
    }
  }
}

TEST(HadamardTest, EveryMultipleOfFourUpTo48AndMore) {
  for (size_t runs = 4; runs <= 48; runs += 4) {
    auto table = OrthogonalSigns(runs);
    ASSERT_TRUE(table) << runs;
    ASSERT_EQ(table->size(), runs);
    ASSERT_EQ((*table)[0].size(), runs - 1);
    ExpectOrthogonal(*table);
  }
  for (size_t runs : {64, 76, 96, 128}) {
    auto table = OrthogonalSigns(runs);
    ASSERT_TRUE(table) << runs;
    ExpectOrthogonal(*table);
  }
  for (size_t none : {0, 1, 3, 6, 92}) EXPECT_FALSE(OrthogonalSigns(none)) << none;
}

TEST(PlackettBurmanTest, TheSmallestThatHoldsTheFactors) {
  const std::pair<int, size_t> sizes[] = {{2, 4},   {3, 4},   {4, 8},   {7, 8},  {8, 12},
                                          {11, 12}, {12, 16}, {19, 20}, {47, 48}};
  for (const auto& [factors, runs] : sizes) {
    Plan plan = PlanOf(StudyOf(FactorsText(factors, 2, "kind: plackett_burman, replications: 1")));
    EXPECT_EQ(plan.runs.size(), runs) << factors;
  }
  Plan plan =
      PlanOf(StudyOf(FactorsText(3, 2, "kind: plackett_burman, runs: 12, replications: 2")));
  EXPECT_EQ(plan.runs.size(), 24u);
  EXPECT_LE(plan.scenarios.size(), 8u);
  std::set<std::pair<size_t, int>> runs;
  for (const PlannedRun& run : plan.runs) runs.insert({run.scenario, run.replication});
  EXPECT_EQ(runs.size(), 24u);
}

TEST(PlackettBurmanTest, SizesThatAreNot) {
  ExpectPlanError(FactorsText(9, 2, "kind: plackett_burman, runs: 8"),
                  "s.yaml:12:40: 9 factors have no Plackett–Burman design in 8 runs",
                  "there are: 12, 16, 20, 24");
  ExpectPlanError(FactorsText(9, 2, "kind: plackett_burman, runs: 14"), "in 14 runs",
                  "there are: 12");
  ExpectPlanError(FactorsText(3, 2, "kind: plackett_burman, runs: 92"), "in 92 runs",
                  "there are: 84, 88, 96");
}

}  // namespace
}  // namespace trena
