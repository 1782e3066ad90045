// SPDX-License-Identifier: Apache-2.0
#include "store/own_time.h"

#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"

namespace trena {
namespace {

TEST(OwnTime, StandsStillWhileFrozen) {
  const OwnTime own({{10, 12}, {20, 25}});
  EXPECT_EQ(own.At(9), 9);
  EXPECT_EQ(own.At(10), 10);
  EXPECT_EQ(own.At(11), 10);
  EXPECT_EQ(own.At(12), 10);
  EXPECT_EQ(own.At(15), 13);
  EXPECT_EQ(own.At(22), 18);
  EXPECT_EQ(own.At(25), 18);
  EXPECT_EQ(own.At(30), 23);
  EXPECT_EQ(own.Between(9, 30), 14);
  EXPECT_EQ(own.frozen(), 7);
}

TEST(OwnTime, NeverFrozenItIsTheMachines) {
  EXPECT_EQ(OwnTime().At(5), 5);
  EXPECT_TRUE(OwnTime().empty());
}

TEST(OwnTime, SpansThatCannotBeAreLeftOut) {
  const OwnTime own({{10, 12}, {11, 13}, {15, 14}, {20, 21}});
  EXPECT_EQ(own.spans().size(), 2u);
  EXPECT_EQ(own.frozen(), 3);
}

TEST(OwnTime, ReadsBackWhatWasWritten) {
  const ScratchFolder folder(MakeTemporaryFolder(testing::TempDir(), "turns-").value());
  ASSERT_TRUE(WriteFile(folder.path() / "turns.csv", kTurnsHeader + TurnsLine({1.5, 2.25}) +
                                                         "rubbish\n1,2,3\n,\n" + TurnsLine({4, 5}) +
                                                         "7,9")
                  .ok());
  const OwnTime own = ReadOwnTime(folder.path());
  ASSERT_EQ(own.spans().size(), 2u) << "half a line is none";
  EXPECT_EQ(own.spans()[0].to, 2.25);
  EXPECT_EQ(own.frozen(), 1.75);
  EXPECT_TRUE(ReadOwnTime(folder.path() / "none").empty());
}

}  // namespace
}  // namespace trena
