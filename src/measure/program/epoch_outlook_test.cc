// SPDX-License-Identifier: Apache-2.0
#include "measure/program/epoch_outlook.h"

#include <gtest/gtest.h>

namespace trena {
namespace {

// Started at 100, epochs ended at 110, 112 and 114; it is 115. Of 10 epochs 7 are to come, 2 s
// each, of which one second is over: 13 s, and 28 s in all.
TEST(FindOutlook, CountsTheStartUpOnce) {
  const EpochsSoFar so_far{3, 3, 110, 114};
  const auto outlook = FindOutlook(so_far, 10, 15, 115);
  ASSERT_TRUE(outlook.has_value());
  EXPECT_EQ(outlook->done, 3);
  EXPECT_EQ(outlook->epochs, 10);
  EXPECT_DOUBLE_EQ(outlook->left_s, 13);
  EXPECT_DOUBLE_EQ(outlook->whole_s, 28);
}

// A training that goes on at epoch 50 of 90 has 38 to come after two of them.
TEST(FindOutlook, ATrainingMayHaveBegunBefore) {
  const auto outlook = FindOutlook({2, 52, 10, 13}, 90, 13, 13);
  ASSERT_TRUE(outlook.has_value());
  EXPECT_DOUBLE_EQ(outlook->left_s, 38 * 3);
}

// Looked at every second, an epoch being over at each but one, when two were.
TEST(EpochsSoFar, AreCountedByTheirNumbers) {
  EpochsSoFar so_far;
  so_far.See(std::nullopt, 1);
  EXPECT_EQ(so_far.count, 0);
  so_far.See(50, 2);
  so_far.See(50, 3);
  so_far.See(51, 4);
  so_far.See(53, 5);
  so_far.See(52, 6);
  EXPECT_EQ(so_far.count, 4);
  EXPECT_EQ(so_far.done, 53);
  EXPECT_EQ(so_far.first_end, 2);
  EXPECT_EQ(so_far.last_end, 5);
}

TEST(FindOutlook, OneEpochTellsNothingAndTheLastNeedsNothing) {
  EXPECT_FALSE(FindOutlook({1, 1, 10, 10}, 10, 20, 20));
  EXPECT_FALSE(FindOutlook({0, 0, 0, 0}, 10, 20, 20));
  EXPECT_FALSE(FindOutlook({2, 10, 10, 12}, 10, 20, 20));
  // An epoch that takes long leaves no less than nothing.
  EXPECT_EQ(FindOutlook({2, 2, 10, 12}, 3, 90, 100)->left_s, 0);
}

}  // namespace
}  // namespace trena
