// SPDX-License-Identifier: Apache-2.0
// On recorded tables and on folders that imitate control groups; with the real ones in
// tree_usage_test.cc and, where they can be made, below.
#include "measure/sensors/kernel/cgroup.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <functional>

#include "configure/testing.h"
#include "core/clock.h"
#include "measure/program/supervisor.h"
#include "measure/sensors/kernel/group_maker.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

class OwnGroupsTest : public testing::Test {
 protected:
  GroupFolders Groups(const std::string& groups, const std::string& mounts) {
    fs::create_directories(folder_.path() / "self");
    folder_.Write("self/cgroup", groups);
    folder_.Write("self/mountinfo", mounts);
    return OwnGroups(folder_.path().string());
  }
  TestFolder folder_;
};

TEST_F(OwnGroupsTest, Version2) {
  GroupFolders found = Groups(
      "0::/user.slice/user-1000.slice/user@1000.service/app.slice/a:b.scope\n",
      "24 30 0:22 / /proc rw,nosuid - proc proc rw\n"
      "35 25 0:30 / /sys/fs/cgroup rw,nosuid,nodev shared:9 - cgroup2 cgroup2 rw,nsdelegate\n");
  EXPECT_EQ(found.unified,
            "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/a:b.scope");
  EXPECT_EQ(found.cpu, "");
  EXPECT_EQ(found.memory, "");
}

TEST_F(OwnGroupsTest, BothVersions) {
  GroupFolders found =
      Groups("4:memory:/jobs/7\n2:cpuacct:/\n1:cpu:/\n0::/\n",
             "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"
             "33 31 0:30 / /sys/fs/cgroup/cpuacct rw,relatime - cgroup cgroup rw,cpuacct\n"
             "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
             "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n");
  EXPECT_EQ(found.unified, "/sys/fs/cgroup/unified");
  EXPECT_EQ(found.cpu, "/sys/fs/cgroup/cpuacct");
  EXPECT_EQ(found.memory, "/sys/fs/cgroup/memory/jobs/7");
}

TEST_F(OwnGroupsTest, AGroupThatIsScheduledApartIsNotUsed) {
  GroupFolders found = Groups("3:cpu,cpuacct:/a\n2:memory:/a\n",
                              "33 31 0:30 / /cg/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                              "35 31 0:32 / /cg/memory rw - cgroup cgroup rw,memory\n");
  EXPECT_EQ(found.cpu, "");
  EXPECT_EQ(found.memory, "/cg/memory/a");
}

TEST_F(OwnGroupsTest, AMountMayShowOnlyAPart) {
  const char* mount = "35 25 0:30 /docker/7f /a\\040b rw - cgroup2 cgroup2 rw\n";
  EXPECT_EQ(Groups("0::/docker/7f\n", mount).unified, "/a b");
  EXPECT_EQ(Groups("0::/docker/7f/x\n", mount).unified, "/a b/x");
  EXPECT_EQ(Groups("0::/docker/7fff\n", mount).unified, "") << "another one";
  EXPECT_EQ(Groups("0::/../other\n", mount).unified, "") << "out of what we may see";
}

TEST_F(OwnGroupsTest, RubbishHasNone) {
  GroupFolders found = Groups("x\n0:\n::\n\n", "- cgroup2\n1 2 3 - cgroup2 a b\n-\n");
  EXPECT_EQ(found.unified + found.cpu + found.memory, "");
  EXPECT_EQ(OwnGroups("/no/such/folder").unified, "");
  EXPECT_EQ(Groups("0::/\n", "1 - cgroup2 / /cg\n").unified, "") << "the dash comes too early";
  EXPECT_EQ(Groups("0::/\n", "1 2 3 / /cg rw - cgroup2 a\n").unified, "") << "too little after it";
}

TEST(RunGroup, Version2FilesAreRead) {
  TestFolder folder;
  folder.Write("cpu.stat", "usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\n");
  folder.Write("cgroup.procs", "12\n13\n");
  folder.Write("memory.events", "low 0\nhigh 0\nmax 3\noom 1\noom_kill 2\noom_group_kill 0\n");
  RunGroup group({.unified = folder.path().string(), .cpu = "", .memory = ""});
  EXPECT_EQ(group.CpuSeconds(), 2.5);
  EXPECT_EQ(group.Processes(), "12\n13\n");
  EXPECT_EQ(group.OutOfMemoryKills(), 2);
  folder.Write("cpu.stat", "usage_usec rubbish\n");
  EXPECT_EQ(group.CpuSeconds(), std::nullopt);
}

TEST(RunGroup, Version1FilesAreRead) {
  TestFolder cpu;
  cpu.Write("cpuacct.usage", "1500000000\n");
  cpu.Write("cgroup.procs", "12\n");
  cpu.Write("tasks", "");
  RunGroup group({.unified = "", .cpu = cpu.path().string(), .memory = ""});
  EXPECT_EQ(group.CpuSeconds(), 1.5);
  EXPECT_EQ(group.Processes(), "12\n");
  EXPECT_EQ(group.OutOfMemoryKills(), std::nullopt);
  pid_t child = group.Fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(ReadFile(cpu.path() / "tasks").value(), "0") << "whoever writes 0 enters";
}

TEST(GroupMaker, WhereNoneCanBeMadeThereIsNone) {
  TestFolder folder;
  std::string plain = folder.path().string();
  EXPECT_FALSE(GroupMaker(GroupFolders{}).Make().has_value());
  EXPECT_FALSE(GroupMaker({plain, plain, plain}).Make().has_value());
  EXPECT_TRUE(fs::is_empty(folder.path())) << "nothing is left where it was tried";
  EXPECT_FALSE(GroupMaker({"/proc/self", "/no/such", ""}).Make().has_value());
}

TEST(GroupMaker, LeftoversOfTheDeadAreRemoved) {
  TestFolder folder;
  pid_t dead = fork();
  if (dead == 0) _exit(0);
  waitpid(dead, nullptr, 0);
  std::string space = fs::read_symlink("/proc/self/ns/pid").string();
  std::erase_if(space, [](char c) { return c < '0' || c > '9'; });
  auto start = ReadProcessUse(getpid())->start_ticks;
  auto make = [&](const std::string& name) {
    fs::create_directories(folder.path() / name);
    return folder.path() / name;
  };
  fs::path of_dead = make(fmt::format("trena-{}-{}-1-0", space, dead));
  fs::path number_reused = make(fmt::format("trena-{}-{}-{}-0", space, getpid(), start + 1));
  fs::path of_living = make(fmt::format("trena-{}-{}-{}-0", space, getpid(), start));
  fs::path elsewhere = make(fmt::format("trena-{}9-{}-1-0", space, dead));
  fs::path used = make(fmt::format("trena-{}-{}-1-1/part", space, dead)).parent_path();
  fs::path other = make(fmt::format("trena-{}-x-1-0", space));
  GroupMaker({folder.path().string(), "", ""});
  EXPECT_FALSE(fs::exists(of_dead));
  EXPECT_FALSE(fs::exists(number_reused));
  for (const fs::path& kept : {of_living, elsewhere, used, other}) EXPECT_TRUE(fs::exists(kept));
}

class RealGroupTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!group_) GTEST_SKIP() << "no control group can be made here";
  }
  static bool Within(const std::function<bool()>& happens) {
    double end = MonotonicNow() + 30;
    while (!happens() && MonotonicNow() < end) usleep(1000);
    return happens();
  }
  static std::string Folder(const RunGroup& group) {
    return group.folders().unified.empty() ? group.folders().cpu : group.folders().unified;
  }
  SupervisedOptions Sleep() {
    SupervisedOptions options;
    options.arguments = {"sleep", "300"};
    options.output = options.errors = logs_.path() / "log";
    options.group = &*group_;
    return options;
  }
  TestFolder logs_;
  std::optional<RunGroup> group_ = GroupMaker().Make();
};

TEST_F(RealGroupTest, HoldsTheProgramButNotItsSupervisor) {
  Result<Supervised> run = Supervised::Start(Sleep());
  ASSERT_TRUE(run.ok());
  ASSERT_TRUE(Within([&] { return !group_->Processes().empty(); }));
  pid_t inside = std::stoi(std::string(group_->Processes()));
  EXPECT_EQ(Descendants(run.value().root()), std::vector<pid_t>{inside});
  run.value().Kill();
}

TEST_F(RealGroupTest, IsGoneWithItsObject) {
  std::string folder = Folder(*group_);
  EXPECT_TRUE(fs::exists(folder));
  std::optional<RunGroup> second = GroupMaker().Make();
  EXPECT_NE(Folder(*second), folder) << "two at a time are two";
  group_.reset();
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_TRUE(fs::exists(Folder(*second)));
}

TEST_F(RealGroupTest, IsGoneAfterTrenaWasKilled) {
  std::string folder = Folder(*group_);
  pid_t trena = fork();
  if (trena == 0) {
    Result<Supervised> run = Supervised::Start(Sleep());
    while (true) pause();
  }
  ASSERT_TRUE(Within([&] { return !group_->Processes().empty(); }));
  kill(trena, SIGKILL);
  waitpid(trena, nullptr, 0);
  EXPECT_TRUE(Within([&] { return !fs::exists(folder); })) << "the supervisor removes it";
}

}  // namespace
}  // namespace trena
