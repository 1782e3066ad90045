// SPDX-License-Identifier: Apache-2.0
#include "configure/data/made_folder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "configure/testing.h"

namespace trena {
namespace {

class MadeFolderTest : public testing::Test {
 protected:
  FolderMaker Maker() {
    return {[](const fs::path& folder) -> Status {
              if (fs::exists(folder / "good")) return Done{};
              return Error("no good");
            },
            [&](const fs::path& temporary) {
              ++made_;
              return WriteFile(temporary / "good", "");
            }};
  }

  std::vector<std::string> Hidden() {
    std::vector<std::string> hidden;
    const std::vector<std::string> names = ListFolder(parent_.path()).value();
    for (const std::string& name : names) {
      if (name.starts_with(".")) hidden.push_back(name);
    }
    return hidden;
  }

  TestFolder parent_;
  fs::path folder_ = parent_.path() / "item";
  std::atomic<int> made_ = 0;
};

TEST_F(MadeFolderTest, MadeOnceByMany) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_TRUE(MadeFolder(folder_, Maker(), {}).ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made_, 1);
  EXPECT_TRUE(fs::exists(folder_ / "good"));
}

TEST_F(MadeFolderTest, DamagedIsMadeAgainAndSaid) {
  ASSERT_TRUE(MakeFolder(folder_).ok());
  std::string note;
  Report report{{}, [&](const std::string& text) { note = text; }};
  ASSERT_TRUE(MadeFolder(folder_, Maker(), report).ok());
  EXPECT_TRUE(fs::exists(folder_ / "good"));
  EXPECT_NE(note.find("is damaged (no good)"), std::string::npos);
  EXPECT_TRUE(Hidden().empty());
}

TEST_F(MadeFolderTest, LeftoversOfThisItemOnlyAreRemoved) {
  fs::create_directories(parent_.path() / ".making-item~AbCdEf" / "sub");
  fs::create_directories(parent_.path() / ".making-item-2~AbCdEf");
  ASSERT_TRUE(MadeFolder(folder_, Maker(), {}).ok());
  EXPECT_EQ(Hidden(), std::vector<std::string>{".making-item-2~AbCdEf"});
}

TEST_F(MadeFolderTest, FailureLeavesNothing) {
  FolderMaker maker = Maker();
  maker.make = [](const fs::path& temporary) -> Status {
    (void)WriteFile(temporary / "half", "");
    return Error("disk full");
  };
  Result<fs::path> made = MadeFolder(folder_, maker, {});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().message(), "disk full");
  EXPECT_FALSE(fs::exists(folder_));
  EXPECT_TRUE(Hidden().empty());
}

}  // namespace
}  // namespace trena
