// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/frozen_tree.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <vector>

#include "core/files.h"
#include "measure/sensors/kernel/group_maker.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

// A process whose descendants are the tree: it starts a shell that makes children all the time,
// each of which ends at once, beside one that counts for ever.
class FrozenTreeTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fork();
    if (root_ != 0) return;
    if (fork() == 0) {
      execlp("sh", "sh", "-c", "(while :; do :; done) & while :; do /bin/true; done", nullptr);
      _exit(127);
    }
    while (true) pause();
  }

  void TearDown() override {
    for (const pid_t pid : Descendants(root_)) kill(pid, SIGKILL);
    kill(root_, SIGKILL);
    waitpid(root_, nullptr, 0);
  }

  double CpuOfTree() const {
    double sum = 0;
    for (const pid_t pid : Descendants(root_)) {
      const auto use = ReadProcessUse(pid);
      if (use) sum += use->cpu_s + use->children_cpu_s;
    }
    return sum;
  }

  void WaitUntilItRuns() const {
    while (Descendants(root_).size() < 2 || CpuOfTree() < 0.02) usleep(1000);
  }

  pid_t root_ = 0;
};

TEST_F(FrozenTreeTest, NothingOfItRunsUntilItIsLetGo) {
  WaitUntilItRuns();
  for (int round = 0; round < 20; ++round) {
    ASSERT_TRUE(Freeze(root_));
    const auto tree = Descendants(root_);
    const double before = CpuOfTree();
    usleep(20'000);
    EXPECT_EQ(Descendants(root_), tree) << "no child was made while it stood still";
    EXPECT_EQ(CpuOfTree(), before);
    Thaw(root_);
    // The clock of the kernel's count ticks a hundred times a second.
    while (CpuOfTree() <= before) usleep(1000);
  }
}

TEST_F(FrozenTreeTest, WhatIsFrozenCanBeKilled) {
  WaitUntilItRuns();
  ASSERT_TRUE(Freeze(root_));
  for (const pid_t pid : Descendants(root_)) kill(pid, SIGKILL);
  while (true) {
    bool all = true;
    for (const pid_t pid : Descendants(root_)) {
      const auto use = ReadProcessUse(pid);
      all = all && (!use || use->state == 'Z');
    }
    if (all) break;
    usleep(1000);
  }
  EXPECT_TRUE(Freeze(root_)) << "the dead stand still";
}

// The kernel's own freezer, with a child that left the group: it is stopped by a signal.
TEST(FrozenTree, AGroupsFreezerHoldsAllInItAndTheOthersAreStopped) {
  GroupMaker maker;
  std::optional<RunGroup> group = maker.Make();
  if (!group || group->folders().unified.empty() ||
      !fs::exists(group->folders().unified + "/cgroup.freeze")) {
    GTEST_SKIP() << "no control group of version 2 can be made here";
  }
  const std::string folder = group->folders().unified;
  // A supervisor whose two children count for ever, one of them in the group.
  const pid_t root = fork();
  if (root == 0) {
    for (const bool inside : {true, false}) {
      if ((inside ? group->Fork() : fork()) == 0) {
        volatile bool forever = true;
        while (forever) {
        }
      }
    }
    while (true) pause();
  }
  auto cpu = [&] {
    std::vector<double> used;
    for (const pid_t pid : Descendants(root)) {
      const auto use = ReadProcessUse(pid);
      if (use) used.push_back(use->cpu_s);
    }
    return used;
  };
  auto both_ran = [&](const std::vector<double>& since) {
    const std::vector<double> now = cpu();
    return now.size() == 2 && now[0] > (since.empty() ? 0 : since[0]) &&
           now[1] > (since.empty() ? 0 : since[1]);
  };
  while (!both_ran({})) usleep(1000);
  for (int round = 0; round < 5; ++round) {
    ASSERT_TRUE(Freeze(root, folder));
    const auto before = cpu();
    usleep(30'000);
    EXPECT_EQ(cpu(), before);
    Thaw(root, folder);
    while (!both_ran(before)) usleep(1000);
  }
  ASSERT_TRUE(Freeze(root, folder));
  for (const pid_t pid : Descendants(root)) kill(pid, SIGKILL);
  kill(root, SIGKILL);
  waitpid(root, nullptr, 0);
}

TEST(FrozenTree, OneWithoutDescendantsIsFrozenAtOnce) { EXPECT_TRUE(Freeze(getpid())); }

}  // namespace
}  // namespace trena
