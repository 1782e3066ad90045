// SPDX-License-Identifier: Apache-2.0
#include "analyze/largest_batch.h"

#include <gtest/gtest.h>

#include "analyze/test_study.h"

namespace trena {
namespace {

// 2 networks × 4 batches; `outcomes` of each scenario in the order of the crossing.
TestStudy BatchStudy() {
  return CrossingOf({{"network", {"a", "b"}}, {"batch", {8, 16, 32, 64}}}, 1);
}

void AddOutcomes(TestStudy& test, const std::vector<Outcome>& outcomes) {
  for (size_t i = 0; i < outcomes.size(); ++i) test.AddRun(i, 1, 1.0 + i).outcome = outcomes[i];
}

constexpr Outcome kFits = Outcome::kOk, kOut = Outcome::kOutOfMemory;

TEST(LargestBatch, OfEveryCombinationOfTheOthers) {
  TestStudy test = BatchStudy();
  AddOutcomes(test, {kFits, kFits, kOut, kOut, kFits, kFits, kFits, kFits});
  const auto largest = test.Analyze().largest_batches;
  ASSERT_EQ(largest.size(), 2u);
  EXPECT_EQ(largest[0].others, (Values{{"network", "a"}}));
  EXPECT_EQ(largest[0].fits, 16);
  EXPECT_EQ(largest[0].does_not, 32);
  EXPECT_EQ(largest[1].fits, 64);
  EXPECT_EQ(largest[1].does_not, std::nullopt);
}

TEST(LargestBatch, WhatFailedOtherwiseSaysNothing) {
  TestStudy test = BatchStudy();
  AddOutcomes(test, {kOut, kOut, kOut, kOut, kFits, Outcome::kFailed, kOut, Outcome::kTimedOut});
  const auto largest = test.Analyze().largest_batches;
  EXPECT_EQ(largest[0].fits, std::nullopt);
  EXPECT_EQ(largest[0].does_not, 8);
  EXPECT_EQ(largest[1].fits, 8);
  EXPECT_EQ(largest[1].does_not, 32);
}

TEST(LargestBatch, WhereAllFitThereIsNoTable) {
  TestStudy all = BatchStudy();
  AddOutcomes(all, std::vector<Outcome>(8, kFits));
  EXPECT_TRUE(all.Analyze().largest_batches.empty());
  TestStudy images = CrossingOf({{"images", {8, 16}}}, 1);
  AddOutcomes(images, {kFits, kOut});
  EXPECT_TRUE(images.Analyze().largest_batches.empty()) << "no batch";
}

}  // namespace
}  // namespace trena
