// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "store/sample_file.h"

namespace trena {
namespace {

class SampleRowsTest : public testing::Test {
 protected:
  SampleRows Read(const std::string& text) {
    EXPECT_TRUE(WriteFile(path_, text).ok());
    return ReadSampleRows(path_);
  }

  ScratchFolder scratch_{MakeTemporaryFolder(testing::TempDir(), "rows-").value()};
  fs::path path_ = scratch_.path() / "samples.csv";
};

using Cells = std::vector<std::string>;

TEST_F(SampleRowsTest, CellsAreAsTheyWereWritten) {
  const SampleRows samples = Read("t,cpu_pct\r\n1.50,\r\n2,=cmd()\n");
  EXPECT_EQ(samples.columns, (Cells{"t", "cpu_pct"}));
  ASSERT_EQ(samples.rows.size(), 2u);
  EXPECT_EQ(samples.rows[0], (Cells{"1.50", ""})) << "no digit is lost, missing is empty";
  EXPECT_EQ(samples.rows[1], (Cells{"2", "=cmd()"}));
}

TEST_F(SampleRowsTest, ARowOfAnotherLengthIsNone) {
  const SampleRows samples = Read("t,a\n1\n2,3,4\n5,6\n");
  ASSERT_EQ(samples.rows.size(), 1u);
  EXPECT_EQ(samples.rows[0], (Cells{"5", "6"}));
}

TEST_F(SampleRowsTest, ALastLineThatWasCutShortIsNone) {
  EXPECT_EQ(Read("t,a\n1,2\n3,4").rows.size(), 1u);
  EXPECT_TRUE(Read("t,a").columns.empty()) << "not even the head was written whole";
}

TEST_F(SampleRowsTest, WhatIsNoFileHasNoRows) {
  EXPECT_TRUE(ReadSampleRows(path_).columns.empty());
  ASSERT_TRUE(MakeFolder(path_).ok());
  EXPECT_TRUE(ReadSampleRows(path_).columns.empty());
  EXPECT_TRUE(ReadSampleRows("/dev/zero").rows.empty()) << "it would never end";
}

}  // namespace
}  // namespace trena
