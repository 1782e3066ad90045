// SPDX-License-Identifier: Apache-2.0
#include "measure/program/guards/disk_reserve.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "configure/testing.h"

namespace trena {
namespace {

// Sizes of the nameless files in this folder's file system that this process holds open.
std::vector<off_t> NamelessFiles(const fs::path& folder) {
  struct stat place{};
  EXPECT_EQ(stat(folder.c_str(), &place), 0);
  std::vector<off_t> sizes;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    struct stat facts{};
    int number = std::stoi(entry.path().filename().string());
    bool nameless = fstat(number, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink == 0;
    if (nameless && facts.st_dev == place.st_dev) sizes.push_back(facts.st_size);
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

class DiskReserveTest : public testing::Test {
 protected:
  void SetUp() override {
    int file = open(folder_.path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0) GTEST_SKIP() << "this file system has no nameless files";
    close(file);
    before_ = NamelessFiles(folder_.path());
  }

  // Those that came since the beginning.
  std::vector<off_t> Held() {
    std::vector<off_t> now = NamelessFiles(folder_.path()), held;
    std::set_difference(now.begin(), now.end(), before_.begin(), before_.end(),
                        std::back_inserter(held));
    return held;
  }

  TestFolder folder_;
  std::vector<off_t> before_;
};

TEST_F(DiskReserveTest, HoldsRoomWithoutAName) {
  DiskReserve reserve(folder_.path());
  EXPECT_TRUE(Held().empty()) << "nothing before it is asked for";
  ASSERT_TRUE(reserve.Take().ok());
  EXPECT_EQ(Held(), std::vector<off_t>{128 * 1024});
  EXPECT_TRUE(fs::is_empty(folder_.path())) << "nothing can stay behind";
}

TEST_F(DiskReserveTest, IsHeldOnceHoweverOftenItIsTaken) {
  DiskReserve reserve(folder_.path());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(reserve.Take().ok());
  EXPECT_EQ(Held(), std::vector<off_t>{128 * 1024});
}

TEST_F(DiskReserveTest, IsGivenBackAndTakenAgain) {
  DiskReserve reserve(folder_.path());
  ASSERT_TRUE(reserve.Take().ok());
  for (int i = 0; i < 2; ++i) {
    reserve.GiveBack();
    EXPECT_EQ(Held(), std::vector<off_t>{0}) << "the room is free, the file stays";
    ASSERT_TRUE(reserve.Take().ok());
    EXPECT_EQ(Held(), std::vector<off_t>{128 * 1024});
  }
}

TEST_F(DiskReserveTest, GoesWithItsObject) {
  {
    DiskReserve reserve(folder_.path());
    ASSERT_TRUE(reserve.Take().ok());
  }
  EXPECT_TRUE(Held().empty());
}

TEST_F(DiskReserveTest, GivingBackWhatWasNotTakenIsNothing) {
  DiskReserve reserve(folder_.path());
  reserve.GiveBack();
  EXPECT_TRUE(Held().empty());
}

TEST(DiskReserve, AFolderThatIsNotThereIsAnErrorWithItsName) {
  TestFolder folder;
  fs::path none = folder.path() / "none";
  DiskReserve reserve(none);
  for (int i = 0; i < 2; ++i) {
    Status taken = reserve.Take();
    ASSERT_FALSE(taken.ok());
    EXPECT_EQ(taken.error().message(),
              "no room for a run in " + none.string() + ": No such file or directory");
  }
  fs::create_directories(none);
  EXPECT_TRUE(reserve.Take().ok()) << "it is asked for again each time";
}

// The kernel's own folder has no blocks at all, so none are free; a folder that is not there tells
// nothing.
TEST(DiskIsFull, WhereNoBlockIsFree) {
  TestFolder folder;
  EXPECT_FALSE(DiskIsFull(folder.path()));
  EXPECT_TRUE(DiskIsFull("/proc"));
  EXPECT_FALSE(DiskIsFull(folder.path() / "none"));
}

}  // namespace
}  // namespace trena
