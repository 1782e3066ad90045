// SPDX-License-Identifier: Apache-2.0
// The hang guard's times, over a process that does nothing at all: it has no child and sleeps, so
// its files alone tell whether it lives.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "configure/testing.h"
#include "measure/program/guards/guard.h"

namespace trena {
namespace {

class HangGuardTest : public testing::Test {
 protected:
  HangGuardTest() {
    sleeper_ = fork();
    if (sleeper_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      while (true) pause();
    }
    options_.hang_after = Seconds{100};  // so it looks every ten seconds
    context_.options = &options_;
    context_.root = sleeper_;
    context_.folder = folder_.path();
    for (const fs::path& path : OutputsOf(folder_.path())) EXPECT_TRUE(WriteFile(path, "").ok());
  }
  ~HangGuardTest() override {
    kill(sleeper_, SIGKILL);
    waitpid(sleeper_, nullptr, 0);
  }

  // Another time of writing and nothing else, as a program that writes over its file leaves it.
  void Touch(const fs::path& path, int64_t seconds, int64_t nanoseconds) {
    timespec times[2] = {{0, UTIME_OMIT}, {seconds, nanoseconds}};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }

  TestFolder folder_;
  MeasureOptions options_;
  GuardContext context_;
  pid_t sleeper_ = 0;
};

TEST_F(HangGuardTest, TheStatedTimeToTheSecond) {
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  EXPECT_FALSE(guard->Look(1089.9));
  EXPECT_FALSE(guard->Look(1099.95));
  auto objection = guard->Look(1110);
  ASSERT_TRUE(objection);
  EXPECT_STREQ(objection->cause, "hang");
  EXPECT_EQ(objection->reason, "no event, no output and no CPU time for 1 min 40 s");
}

TEST_F(HangGuardTest, TheWholeTimeIsEnough) {
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  EXPECT_TRUE(guard->Look(1100));
  EXPECT_FALSE(guard->Look(1105)) << "not looked at so soon again";
  EXPECT_TRUE(guard->Look(1110));
}

TEST_F(HangGuardTest, LooksTenTimesInThatTime) {
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  folder_.Write("stdout.log", "epoch 1\n");
  EXPECT_FALSE(guard->Look(1009)) << "too soon to look";
  EXPECT_FALSE(guard->Look(1010)) << "a tenth of the time: the line is seen here";
  EXPECT_FALSE(guard->Look(1109.5)) << "a look at 1009 would have counted from there";
  EXPECT_TRUE(guard->Look(1119.5));
}

TEST_F(HangGuardTest, ALookIsTakenWhenItIsDue) {
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  folder_.Write("stderr.log", "warning\n");
  EXPECT_FALSE(guard->Look(1010)) << "seen now";
  EXPECT_FALSE(guard->Look(1100));
  EXPECT_TRUE(guard->Look(1110)) << "seen at 1100 only, it would live on";
}

TEST_F(HangGuardTest, AFileWrittenOverIsASignOfLife) {
  fs::path events = folder_.path() / "events.jsonl";
  Touch(events, 5000, 100);
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  Touch(events, 5000, 101);
  EXPECT_FALSE(guard->Look(1100)) << "a nanosecond later";
  Touch(events, 5001, 101);
  EXPECT_FALSE(guard->Look(1200)) << "a second later";
  EXPECT_TRUE(guard->Look(1300)) << "and now nothing";
}

TEST_F(HangGuardTest, AFileThatIsNotThereIsNone) {
  for (const fs::path& path : OutputsOf(folder_.path())) fs::remove(path);
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  EXPECT_TRUE(guard->Look(1100));
  folder_.Write("stdout.log", "at last\n");
  EXPECT_FALSE(guard->Look(1200)) << "one that comes is a sign of life";
}

TEST_F(HangGuardTest, WhatOtherFilesHoldIsNoSignOfLife) {
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  folder_.Write("samples.csv", "t\n1\n");
  folder_.Write("run.json", "{}");
  EXPECT_TRUE(guard->Look(1100)) << "trena itself writes those";
}

TEST_F(HangGuardTest, ARootThatIsGoneIsNotKnownToHang) {
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  kill(sleeper_, SIGKILL);
  waitpid(sleeper_, nullptr, 0);
  EXPECT_FALSE(guard->Look(1100)) << "its CPU time cannot be read";
  EXPECT_FALSE(guard->Look(1200));
}

TEST_F(HangGuardTest, IsMadeOnlyWhereItIsWanted) {
  options_.hang_after.reset();
  EXPECT_EQ(MakeHangGuard(context_), nullptr);
}

}  // namespace
}  // namespace trena
