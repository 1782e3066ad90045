// SPDX-License-Identifier: Apache-2.0
// Groups that limit memory, with real processes.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "configure/testing.h"
#include "core/process/memory_group.h"
#include "measure/program/supervisor.h"
#include "measure/sensors/kernel/group_maker.h"

namespace trena {
namespace {

constexpr Bytes kLimit{64'000'000};

class LimitedGroupTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!CanLimitMemory().ok()) GTEST_SKIP() << CanLimitMemory().error().message();
    Result<RunGroup> made = GroupMaker().MakeLimited(kLimit);
    ASSERT_TRUE(made.ok()) << made.error().message();
    group_.emplace(std::move(made).value());
  }

  // A program that takes so many million bytes, in it.
  ProgramEnd Take(int megabytes) {
    SupervisedOptions options;
    const std::string program =
        "import sys\nx = bytearray(" + std::to_string(megabytes) + " * 10**6)\nprint(len(x))\n";
    options.arguments = {"python3", "-c", program};
    options.output = options.errors = logs_.path() / "log";
    options.group = &*group_;
    Result<Supervised> run = Supervised::Start(options);
    EXPECT_TRUE(run.ok());
    while (true) {
      if (auto end = run.value().TakeEnd()) return *end;
      usleep(2000);
    }
  }

  TestFolder logs_;
  std::optional<RunGroup> group_;
};

TEST_F(LimitedGroupTest, WhatFitsRuns) {
  const ProgramEnd end = Take(20);
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(group_->OutOfMemoryKills(), 0);
  ASSERT_TRUE(group_->limited());
  EXPECT_EQ(group_->limited()->bytes, kLimit);
}

TEST_F(LimitedGroupTest, WhatDoesNotIsKilledAndCounted) {
  const ProgramEnd end = Take(100);
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_FALSE(end.supervisor_gone) << "the supervisor is outside";
  EXPECT_EQ(group_->OutOfMemoryKills(), 1);
}

TEST_F(LimitedGroupTest, IsGoneWithItsObject) {
  const GroupFolders folders = group_->folders();
  const std::string folder = folders.memory.empty() ? folders.unified : folders.memory;
  Take(5);
  EXPECT_TRUE(fs::exists(folder));
  group_.reset();
  EXPECT_FALSE(fs::exists(folder));
}

// Outside it would have all the memory there is.
TEST_F(LimitedGroupTest, AProgramThatCannotEnterDoesNotRun) {
  const GroupFolders folders = group_->folders();
  const std::string folder = folders.memory.empty() ? folders.unified : folders.memory;
  ASSERT_EQ(rmdir(folder.c_str()), 0);
  const ProgramEnd end = Take(5);
  EXPECT_NE(end.start_error, 0);
  EXPECT_FALSE(fs::exists(logs_.path() / "log") && !ReadFile(logs_.path() / "log").value().empty());
}

}  // namespace
}  // namespace trena
