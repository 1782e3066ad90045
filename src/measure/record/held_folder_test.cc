// SPDX-License-Identifier: Apache-2.0
#include "measure/record/held_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "configure/testing.h"

namespace trena {
namespace {

class HeldFolderTest : public testing::Test {
 protected:
  HeldFolderTest() : run_(scratch_.path() / "under-way" / "C1") { fs::create_directories(run_); }

  void ExpectMadeGood(HeldFolder& held) {
    Status restored = held.Restore();
    EXPECT_TRUE(restored.ok());
    EXPECT_TRUE(fs::is_directory(fs::symlink_status(run_)));
    EXPECT_TRUE(WriteFile(run_ / "run.json", "{}").ok());
  }

  TestFolder scratch_;
  fs::path run_;
};

TEST_F(HeldFolderTest, AFolderThatStayedIsLeftAsItIs) {
  HeldFolder held(run_);
  ASSERT_TRUE(WriteFile(run_ / "stdout.log", "said").ok());
  ExpectMadeGood(held);
  EXPECT_FALSE(held.lost());
  EXPECT_EQ(ReadFile(run_ / "stdout.log").value(), "said");
}

TEST_F(HeldFolderTest, AFolderThatWasRemovedIsMadeAgain) {
  HeldFolder held(run_);
  fs::remove_all(run_.parent_path());
  ExpectMadeGood(held);
  EXPECT_TRUE(held.lost());
  ExpectMadeGood(held);
}

// The number of a folder that was removed is given to the next one, unless somebody holds it.
TEST_F(HeldFolderTest, AnotherFolderOfTheSameNameIsNotTaken) {
  HeldFolder held(run_);
  fs::remove_all(run_);
  fs::create_directory(run_);
  ASSERT_TRUE(WriteFile(run_ / "foreign", "").ok());
  ExpectMadeGood(held);
  EXPECT_TRUE(held.lost());
  EXPECT_FALSE(fs::exists(run_ / "foreign"));
}

TEST_F(HeldFolderTest, ALinkInItsPlaceIsRemovedAndNotFollowed) {
  HeldFolder held(run_);
  fs::path mine = scratch_.path() / "mine";
  fs::create_directory(mine);
  ASSERT_TRUE(WriteFile(mine / "precious", "").ok());
  fs::remove_all(run_);
  fs::create_directory_symlink(mine, run_);
  ExpectMadeGood(held);
  EXPECT_TRUE(held.lost());
  EXPECT_TRUE(fs::exists(mine / "precious"));
  EXPECT_FALSE(fs::exists(mine / "run.json"));
}

TEST_F(HeldFolderTest, RightsThatWereTakenAwayAreTakenBack) {
  HeldFolder held(run_);
  ASSERT_EQ(chmod(run_.c_str(), 0), 0);
  ExpectMadeGood(held);
  EXPECT_FALSE(held.lost());
  struct stat facts{};
  ASSERT_EQ(stat(run_.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & S_IRWXU, static_cast<mode_t>(S_IRWXU));
}

}  // namespace
}  // namespace trena
