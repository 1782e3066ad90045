// SPDX-License-Identifier: Apache-2.0
#include "configure/cached_file.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

class CachedFileTest : public testing::Test {
 protected:
  // How often it has been made so far, after asking once more.
  int MadeAfterAsking() {
    Result<fs::path> path = CachedFile(path_, [&] {
      ++made_;
      return Result<std::string>("contents");
    });
    EXPECT_TRUE(path.ok());
    EXPECT_EQ(ReadFile(path_).value(), "contents");
    return made_;
  }

  TestFolder folder_;
  fs::path path_ = folder_.path() / "sub" / "file.npy";
  int made_ = 0;
};

TEST_F(CachedFileTest, MadeOnce) {
  EXPECT_EQ(MadeAfterAsking(), 1);
  EXPECT_EQ(MadeAfterAsking(), 1);
}

TEST_F(CachedFileTest, TouchedButWholeIsKept) {
  MadeAfterAsking();
  fs::last_write_time(path_, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(MadeAfterAsking(), 1);
}

TEST_F(CachedFileTest, DamagedIsMadeAgain) {
  MadeAfterAsking();
  ASSERT_TRUE(WriteFile(path_, "conTents").ok());
  fs::last_write_time(path_, fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_EQ(MadeAfterAsking(), 2);
  ASSERT_TRUE(WriteFile(path_, "cont").ok());
  EXPECT_EQ(MadeAfterAsking(), 3);
  fs::remove(path_);
  EXPECT_EQ(MadeAfterAsking(), 4);
}

TEST_F(CachedFileTest, WithoutItsNoteIsMadeAgain) {
  MadeAfterAsking();
  ASSERT_TRUE(WriteFile(path_.string() + ".json", "not json").ok());
  EXPECT_EQ(MadeAfterAsking(), 2);
}

TEST_F(CachedFileTest, FailureLeavesNothing) {
  Result<fs::path> path = CachedFile(path_, [] { return Result<std::string>(Error("no")); });
  EXPECT_FALSE(path.ok());
  EXPECT_TRUE(fs::is_empty(path_.parent_path()));
}

}  // namespace
}  // namespace trena
