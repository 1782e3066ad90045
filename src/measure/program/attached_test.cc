// SPDX-License-Identifier: Apache-2.0
// Processes of our own are looked at as strangers.
#include "measure/program/attached.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "configure/testing.h"
#include "core/clock.h"

namespace trena {
namespace {

class AttachedTest : public testing::Test {
 protected:
  AttachedTest() { EXPECT_EQ(pipe2(line_, O_CLOEXEC), 0); }
  ~AttachedTest() override {
    EndChild();
    close(line_[0]);
    close(line_[1]);
  }

  // A program that waits for a line on its stdin.
  void Start(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, line_[0], STDIN_FILENO);
    ASSERT_EQ(posix_spawn(&child_, arguments[0], &actions, nullptr, arguments.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    // It has become the program before the kernel tells its words.
    const std::string words_of = "/proc/" + std::to_string(child_) + "/cmdline";
    while (ReadFile(words_of).value().empty()) usleep(100);
  }

  void EndChild() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }

  static bool IsReadable(int descriptor, int milliseconds) {
    pollfd waiting{descriptor, POLLIN, 0};
    return poll(&waiting, 1, milliseconds) == 1;
  }

  int line_[2] = {-1, -1};
  pid_t child_ = 0;
};

TEST_F(AttachedTest, TellsTheCommandAsItWasStarted) {
  Start({"/bin/sh", "-c", "read line", "a b", ""});
  auto attached = Attached::To(child_);
  ASSERT_TRUE(attached.ok()) << attached.error().message();
  EXPECT_EQ(attached.value().Command(),
            (std::vector<std::string>{"/bin/sh", "-c", "read line", "a b", ""}))
      << "an empty word at the end is a word";
}

TEST_F(AttachedTest, HasNoEndWhileItRuns) {
  Start({"/bin/sh", "-c", "read line"});
  Attached attached = Attached::To(child_).value();
  EXPECT_FALSE(attached.TakeEnd());
  EXPECT_FALSE(IsReadable(attached.descriptor(), 0));
}

TEST_F(AttachedTest, SeesTheEnd) {
  Start({"/bin/sh", "-c", "read line; exit 7"});
  double before = MonotonicNow();
  Attached attached = Attached::To(child_).value();
  double after = MonotonicNow();
  ASSERT_EQ(write(line_[1], "x\n", 2), 2);
  ASSERT_TRUE(IsReadable(attached.descriptor(), 60'000));
  auto end = attached.TakeEnd();
  ASSERT_TRUE(end);
  EXPECT_GE(end->started, before);
  EXPECT_LE(end->started, after);
  EXPECT_GE(end->ended, end->started);
  EXPECT_LE(end->ended, MonotonicNow());
  EXPECT_EQ(end->exit_code, 0) << "only its parent knows that it was 7";
  EXPECT_EQ(end->signal, 0);
  EXPECT_FALSE(end->cpu_s);
  EXPECT_TRUE(attached.Command().empty()) << "one that has ended has no command line";
}

TEST_F(AttachedTest, IsNeverEnded) {
  for (auto leave : {&Attached::Terminate, &Attached::Kill}) {
    Start({"/bin/sh", "-c", "read line"});
    Attached attached = Attached::To(child_).value();
    (attached.*leave)();
    EXPECT_TRUE(attached.TakeEnd()) << "it is looked at no more";
    EXPECT_EQ(waitpid(child_, nullptr, WNOHANG), 0) << "but lives";
    EndChild();
  }
}

TEST_F(AttachedTest, MovesWithItsDescriptor) {
  Start({"/bin/sh", "-c", "read line"});
  Attached first = Attached::To(child_).value();
  first.Terminate();
  int descriptor = first.descriptor();
  {
    Attached second = std::move(first);
    EXPECT_EQ(second.descriptor(), descriptor);
    EXPECT_TRUE(second.TakeEnd()) << "what was asked of it goes along";
    EXPECT_EQ(first.descriptor(), -1);  // NOLINT(bugprone-use-after-move)
  }
  EXPECT_EQ(fcntl(descriptor, F_GETFD), -1) << "closed with the one that had it";
}

TEST(Attached, NoSuchProcessIsTheUsersToMend) {
  // Process numbers end at 4,194,304 (PID_MAX_LIMIT of the kernel); 0 and below are none.
  for (pid_t pid : {4'194'305, 0, -1, -5}) {
    auto attached = Attached::To(pid);
    ASSERT_FALSE(attached.ok()) << pid;
    EXPECT_EQ(attached.error().kind(), ErrorKind::kInput) << pid;
    EXPECT_EQ(attached.error().message(), "there is no process " + std::to_string(pid));
  }
}

}  // namespace
}  // namespace trena
