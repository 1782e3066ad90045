// SPDX-License-Identifier: Apache-2.0
// What a killed trena left of samples.csv, with every cell that is no number where it matters.
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "store/recovery.h"

namespace trena {
namespace {

class RecoveryLimits : public testing::Test {
 protected:
  std::optional<double> Seen(const std::string& samples) {
    EXPECT_TRUE(WriteFile(folder_.path() / "samples.csv", samples).ok());
    return SecondsSeen(folder_.path());
  }
  ScratchFolder folder_{MakeTemporaryFolder(testing::TempDir(), "recovery-limits-").value()};
};

TEST_F(RecoveryLimits, ACellMustBeANumberToItsEnd) {
  // 1x would read as 1 and make the run 101 s long, 105x as 105.
  EXPECT_EQ(Seen("cpu,t\n1,1x\n1,100\n2,102\n3,105x\n"), 2);
  EXPECT_EQ(Seen("cpu,t\n1,100\n2,102\n3, 105\n4,\n5,-\n"), 2);
}

TEST_F(RecoveryLimits, ANumberBeyondADoubleIsNone) {
  EXPECT_EQ(Seen("cpu,t\n1,1e999\n1,100\n2,102\n2,-1e999\n"), 2);
}

TEST_F(RecoveryLimits, LinesWithFewerCellsArePassedOver) {
  EXPECT_EQ(Seen("a,b,t\n7,8,100\n7,8\n\n7,8,101.5,9\n"), 1.5);
}

TEST_F(RecoveryLimits, WithoutTheColumnNothingIsSeen) {
  EXPECT_EQ(Seen("cpu,time\n1,100\n2,102\n"), std::nullopt);
  EXPECT_EQ(Seen(""), std::nullopt);
  EXPECT_EQ(Seen("t"), std::nullopt);
  EXPECT_EQ(Seen("t\n"), std::nullopt);
}

TEST_F(RecoveryLimits, TwoSamplesMustLieApart) {
  EXPECT_EQ(Seen("t\n100\n100\n"), std::nullopt) << "no time between them";
  EXPECT_EQ(Seen("t\n100\n99\n"), std::nullopt) << "nor less than none";
  EXPECT_EQ(Seen("t\n100\n100.5\n"), 0.5);
  EXPECT_EQ(Seen("t\n100\n"), std::nullopt);
}

TEST_F(RecoveryLimits, TheLastLineCountsOnlyWithItsEnd) {
  EXPECT_EQ(Seen("t\n100\n101\n102"), 1);
  EXPECT_EQ(Seen("t\n100\n101\n102\n"), 2);
}

TEST_F(RecoveryLimits, NulBytesAreNoNumbers) {
  EXPECT_EQ(Seen(std::string("t\n100\n10\0003\n102\n", 16)), 2);
}

}  // namespace
}  // namespace trena
