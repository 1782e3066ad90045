// SPDX-License-Identifier: Apache-2.0
#include "measure/program/left_behind.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "configure/testing.h"

namespace trena {
namespace {

class LeftBehindTest : public testing::Test {
 protected:
  LeftBehindTest() : under_way_(scratch_.path() / "s.trena" / "under-way") {
    fs::create_directories(under_way_ / "C1-r1");
    fs::create_directories(scratch_.path() / "other.trena" / "under-way");
  }
  ~LeftBehindTest() override {
    for (pid_t process : started_) kill(-process, SIGKILL);
    for (pid_t process : started_) waitpid(process, nullptr, 0);
  }

  // A program in a session of its own that was started with these events, and does `script`.
  pid_t Start(const fs::path& events, const char* script = "exec sleep 300") {
    int ready[2];
    EXPECT_EQ(pipe2(ready, O_CLOEXEC), 0);
    const pid_t process = fork();
    if (process == 0) {
      setsid();
      events.empty() ? unsetenv("TRENA_EVENTS") : setenv("TRENA_EVENTS", events.c_str(), 1);
      execlp("sh", "sh", "-c", script, nullptr);
      _exit(127);
    }
    close(ready[1]);
    char none = 0;
    EXPECT_EQ(read(ready[0], &none, 1), 0);  // it has become the program
    close(ready[0]);
    started_.push_back(process);
    return process;
  }

  static bool HasEnded(pid_t process) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == process;
  }

  TestFolder scratch_;
  fs::path under_way_;
  std::vector<pid_t> started_;
};

TEST_F(LeftBehindTest, OnlyWhatARunOfTheseResultsLeftIsEnded) {
  const pid_t left = Start(under_way_ / "C1-r1" / "events.jsonl");
  const pid_t gone = Start(under_way_ / "C9-r9" / "events.jsonl");  // its folder is not there
  const pid_t other = Start(scratch_.path() / "other.trena/under-way/C1-r1/events.jsonl");
  const pid_t plain = Start("");
  const pid_t odd = Start("events.jsonl");
  EXPECT_EQ(EndLeftBehind(under_way_).value(), 2);
  EXPECT_TRUE(HasEnded(left));
  EXPECT_TRUE(HasEnded(gone));
  for (pid_t foreign : {other, plain, odd}) EXPECT_FALSE(HasEnded(foreign));
  EXPECT_EQ(EndLeftBehind(under_way_).value(), 0);
}

TEST_F(LeftBehindTest, TheFolderIsTheSameHoweverItIsCalled) {
  fs::create_directory_symlink("s.trena", scratch_.path() / "link");
  const pid_t left = Start(under_way_ / ".." / "under-way" / "C1-r1" / "events.jsonl");
  EXPECT_EQ(EndLeftBehind(scratch_.path() / "link" / "under-way").value(), 1);
  EXPECT_TRUE(HasEnded(left));
}

TEST_F(LeftBehindTest, WhatItStartedWithoutItsVariablesIsEndedToo) {
  const fs::path number = scratch_.path() / "number";
  // The shell writes it itself: a process more would be counted as left behind while it ends.
  const std::string script = "env -i /bin/sleep 300 & echo $! > " + number.string() + "; wait";
  Start(under_way_ / "C1-r1" / "events.jsonl", script.c_str());
  auto written = [&] {
    const Result<std::string> text = ReadFile(number);
    return text.ok() && text.value().ends_with('\n');
  };
  for (int i = 0; i < 3000 && !written(); ++i) usleep(10'000);
  const pid_t child = std::stoi(ReadFile(number).value());
  EXPECT_EQ(EndLeftBehind(under_way_).value(), 2);
  // It is process 1's, or ours, to wait for.
  EXPECT_TRUE(kill(child, 0) != 0 ||
              !ReadFile("/proc/" + std::to_string(child) + "/cmdline").ok() ||
              ReadFile("/proc/" + std::to_string(child) + "/cmdline").value().empty());
}

// A shell that a run left behind may be where the next call is typed.
TEST_F(LeftBehindTest, NeitherWeNorWhoStartedUsIsEnded) {
  const pid_t shell = fork();
  if (shell == 0) {
    // As if this process had been left by a run, and then became us.
    setenv("TRENA_EVENTS", (under_way_ / "C1-r1" / "events.jsonl").c_str(), 1);
    execl("/proc/self/exe", "measure_test", "--gtest_filter=LeftBehindProbe.*",
          "--gtest_also_run_disabled_tests", nullptr);
    _exit(127);
  }
  int state = 0;
  ASSERT_EQ(waitpid(shell, &state, 0), shell);
  EXPECT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0);
}

// Run by the test above, in a process that has the variable.
TEST(LeftBehindProbe, DISABLED_FindsNobody) {
  const char* events = std::getenv("TRENA_EVENTS");
  ASSERT_NE(events, nullptr);
  EXPECT_EQ(EndLeftBehind(fs::path(events).parent_path().parent_path()).value(), 0);
}

}  // namespace
}  // namespace trena
