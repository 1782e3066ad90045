// SPDX-License-Identifier: Apache-2.0
// On folders that imitate control groups as the kernel's documentation has them
// (admin-guide/cgroup-v1/memory.rst, cgroup-v2.rst); with the real ones in
// measure/sensors/kernel/limited_group_test.cc.
#include "core/process/memory_group.h"

#include <gtest/gtest.h>

#include <map>

#include "core/files.h"
#include "core/scratch_folder.h"
#include "core/text/text.h"

namespace trena {
namespace {

class MemoryGroupTest : public testing::Test {
 protected:
  std::string Group(const std::string& name, const std::map<std::string, std::string>& files) {
    const fs::path folder = scratch_.path() / name;
    fs::create_directories(folder);
    for (const auto& [file, text] : files) EXPECT_TRUE(WriteFile(folder / file, text).ok());
    return folder.string();
  }
  std::string Read(const std::string& path) { return ReadFile(path).value(); }

  ScratchFolder scratch_{MakeTemporaryFolder(testing::TempDir(), "groups-").value()};
};

TEST_F(MemoryGroupTest, Version1IsLimitedWithItsSwap) {
  const std::string own = Group("own", {{"memory.limit_in_bytes", "9223372036854771712\n"}});
  const auto place = FindMemoryPlace({.unified = "", .cpu = "", .memory = own});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->folder, own);
  const std::string run =
      Group("own/run", {{"memory.limit_in_bytes", ""}, {"memory.memsw.limit_in_bytes", ""}});
  ASSERT_TRUE(LimitMemory({run, 1}, Bytes{2'000'000'000}).ok());
  EXPECT_EQ(Read(run + "/memory.limit_in_bytes"), "2000000000");
  EXPECT_EQ(Read(run + "/memory.memsw.limit_in_bytes"), "2000000000");
  EXPECT_EQ(EntryOf({run, 1}), run + "/tasks");
}

TEST_F(MemoryGroupTest, WhereSwapIsNotCountedNoneIsLent) {
  const std::string run =
      Group("run", {{"memory.limit_in_bytes", ""}, {"memory.swappiness", "60"}});
  ASSERT_TRUE(LimitMemory({run, 1}, Bytes{5'000'000}).ok());
  EXPECT_EQ(Read(run + "/memory.swappiness").substr(0, 1), "0");
}

TEST_F(MemoryGroupTest, Version2IsLimitedWithoutSwap) {
  const std::string own = Group("own", {{"cgroup.subtree_control", "cpu memory pids\n"}});
  const auto place = FindMemoryPlace({.unified = own, .cpu = "", .memory = ""});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->folder, own);
  EXPECT_EQ(place->version, 2);
  const std::string run = Group("own/run", {{"memory.max", "max"}, {"memory.swap.max", "max"}});
  ASSERT_TRUE(LimitMemory({run, 2}, Bytes{1 << 20}).ok());
  EXPECT_EQ(Read(run + "/memory.max"), "1048576");
  EXPECT_EQ(Read(run + "/memory.swap.max").substr(0, 1), "0");
  EXPECT_EQ(EntryOf({run, 2}), run + "/cgroup.procs");
}

// A group of version 2 that has processes gives its children no memory controller: its parent may.
TEST_F(MemoryGroupTest, Version2GoesUpAsLongAsNoLimitIsLeftBehind) {
  const std::string above = Group("above", {{"cgroup.subtree_control", "memory\n"}});
  const std::string own = Group(
      "above/scope",
      {{"cgroup.subtree_control", "\n"}, {"memory.max", "max\n"}, {"cpu.max", "max 100000\n"}});
  const auto place = FindMemoryPlace({.unified = own, .cpu = "", .memory = ""});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->folder, above);
  for (const char* limit : {"memory.max", "cpu.max", "pids.max", "memory.high"}) {
    Group("above/scope", {{limit, "50000\n"}});
    EXPECT_FALSE(FindMemoryPlace({.unified = own, .cpu = "", .memory = ""})) << limit;
    Group("above/scope", {{limit, "max\n"}});
  }
}

TEST_F(MemoryGroupTest, WhereThereIsNoneItIsSaidWithWhatToDo) {
  const std::string own = Group("own", {{"cgroup.subtree_control", "cpu\n"}});
  for (const GroupFolders& folders :
       {GroupFolders{}, GroupFolders{.unified = own, .cpu = "", .memory = own}}) {
    const Status can = CanLimitMemory(folders);
    ASSERT_FALSE(can.ok());
    EXPECT_EQ(can.error().message(),
              "memory_limit cannot be kept here: there is no control group that limits memory; run "
              "trena as root, or by `systemd-run --user --scope trena …`, or leave memory_limit "
              "out");
  }
}

// A folder that is no control group takes a new one, but no limit.
TEST_F(MemoryGroupTest, WhatTakesNoLimitIsNoGroupAndIsLeftAsItWas) {
  const std::string own = Group("own", {{"memory.limit_in_bytes", ""}});
  const Status can = CanLimitMemory({.unified = "", .cpu = "", .memory = own});
  ASSERT_FALSE(can.ok());
  EXPECT_NE(can.error().message().find("takes no limit: No such file"), std::string::npos)
      << can.error().message();
  EXPECT_EQ(ListFolder(own).value(), std::vector<std::string>{"memory.limit_in_bytes"});
}

}  // namespace
}  // namespace trena
