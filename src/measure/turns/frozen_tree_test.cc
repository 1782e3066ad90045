// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/frozen_tree.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

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

TEST(FrozenTree, OneWithoutDescendantsIsFrozenAtOnce) { EXPECT_TRUE(Freeze(getpid())); }

}  // namespace
}  // namespace trena
