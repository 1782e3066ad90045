// SPDX-License-Identifier: Apache-2.0
// /proc/PID/stat as proc(5) numbers its fields: state 3, parent 4, utime 14, stime 15, cutime 16,
// cstime 17, threads 20, start 22, rss 24 (in pages).
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "configure/testing.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

// "PID (NAME) " and the fields from 3 on, each telling its own number: field 4 is 400 and so on.
std::string StatOf(const std::string& name, int last = 52) {
  std::string text = "77 (" + name + ") S";
  for (int field = 4; field <= last; ++field) text += " " + std::to_string(field * 100);
  return text;
}

TEST(ParseProcessUse, TakesTheFieldsThatTheManualNames) {
  auto use = ParseProcessUse(StatOf("python3") + "\n");
  ASSERT_TRUE(use);
  double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  EXPECT_EQ(use->state, 'S');
  EXPECT_DOUBLE_EQ(use->cpu_s, (1400 + 1500) / ticks);
  EXPECT_DOUBLE_EQ(use->children_cpu_s, (1600 + 1700) / ticks);
  EXPECT_EQ(use->threads, 2000);
  EXPECT_EQ(use->start_ticks, 2200u);
  EXPECT_EQ(use->rss_bytes, 2400u * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)));
}

TEST(ParseProcessUse, ANameMayHoldAnything) {
  for (const char* name : {"", "a b", "a) R 1 1", "((", "))", "\n\n", "x) S 5 5 5 5"}) {
    auto use = ParseProcessUse(StatOf(name));
    ASSERT_TRUE(use) << name;
    EXPECT_EQ(use->start_ticks, 2200u) << name;
  }
}

TEST(ParseProcessUse, TheFieldOfRssIsTheLastThatIsNeeded) {
  EXPECT_TRUE(ParseProcessUse(StatOf("x", 24)));
  EXPECT_FALSE(ParseProcessUse(StatOf("x", 23)));
  EXPECT_FALSE(ParseProcessUse(StatOf("x", 4)));
}

TEST(ParseProcessUse, WhatIsNoStatIsNone) {
  for (const char* text : {"", "77", "77 (x", "77 (x)", "77 (x) ", ")", "\n"}) {
    EXPECT_FALSE(ParseProcessUse(text)) << text;
  }
}

TEST(ParseProcessUse, NegativeFieldsAreNotTakenForHugeOnes) {
  // Field 8, the terminal's group, is -1 of a daemon; so may be others (cutime of old kernels).
  std::string text = "77 (x) S 1 1 1 0 -1 0 0 0 0 0 5 6 -7 -8 20 0 3 0 900 0 10";
  auto use = ParseProcessUse(text);
  ASSERT_TRUE(use);
  EXPECT_EQ(use->children_cpu_s, 0);
  EXPECT_DOUBLE_EQ(use->cpu_s, 11 / static_cast<double>(sysconf(_SC_CLK_TCK)));
  EXPECT_EQ(use->threads, 3);
  EXPECT_EQ(use->start_ticks, 900u);
}

TEST(ReadProcessUse, OfOurselvesAndOfNobody) {
  auto use = ReadProcessUse(getpid());
  ASSERT_TRUE(use);
  EXPECT_EQ(use->state, 'R') << "who asks runs";
  EXPECT_GT(use->rss_bytes, 0u);
  EXPECT_GE(use->threads, 1);
  EXPECT_FALSE(ReadProcessUse(4'194'305)) << "beyond the kernel's largest number";
  EXPECT_FALSE(ReadProcessUse(-1));
}

class FamilyTest : public testing::Test {
 protected:
  // A child that stays until it is told, with a child of its own; their numbers.
  FamilyTest() {
    int line[2];
    EXPECT_EQ(pipe(line), 0);
    child_ = fork();
    if (child_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      pid_t grandchild = fork();
      if (grandchild == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (true) pause();
      }
      if (write(line[1], &grandchild, sizeof grandchild) < 0) _exit(1);
      while (true) pause();
    }
    EXPECT_EQ(read(line[0], &grandchild_, sizeof grandchild_),
              static_cast<ssize_t>(sizeof grandchild_));
    close(line[0]);
    close(line[1]);
  }
  ~FamilyTest() override {
    kill(grandchild_, SIGKILL);
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  pid_t child_ = 0;
  pid_t grandchild_ = 0;
};

TEST_F(FamilyTest, DescendantsOfEveryGenerationButNotTheRoot) {
  EXPECT_EQ(Descendants(child_), std::vector<pid_t>{grandchild_});
  EXPECT_TRUE(Descendants(grandchild_).empty());
  std::vector<pid_t> ours = Descendants(getpid());
  for (pid_t pid : {child_, grandchild_}) {
    EXPECT_EQ(std::count(ours.begin(), ours.end(), pid), 1) << pid;
  }
  EXPECT_EQ(std::count(ours.begin(), ours.end(), getpid()), 0);
}

TEST_F(FamilyTest, AreAskedFromBelowToo) {
  EXPECT_TRUE(IsDescendant("/proc", grandchild_, child_));
  EXPECT_TRUE(IsDescendant("/proc", grandchild_, getpid()));
  EXPECT_FALSE(IsDescendant("/proc", child_, grandchild_));
}

TEST(Descendants, ChildrenOfAThreadAreOurs) {
  pid_t child = 0;
  std::vector<pid_t> seen;
  std::thread([&] {
    child = fork();
    if (child == 0) {
      while (true) pause();
    }
    seen = Descendants(getpid());
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }).join();
  EXPECT_EQ(std::count(seen.begin(), seen.end(), child), 1);
}

TEST(Descendants, OfNobodyThereAreNone) {
  EXPECT_TRUE(Descendants(4'194'305).empty());
  EXPECT_TRUE(Descendants(0).empty());
}

// Every process has one above it that is one less: 299 of them are more than is followed (256).
TEST(IsDescendantDepth, AVeryDeepTreeIsNotFollowedForEver) {
  TestFolder folder;
  for (int pid = 2; pid <= 300; ++pid) {
    fs::create_directories(folder.path() / std::to_string(pid));
    folder.Write(std::to_string(pid) + "/stat",
                 std::to_string(pid) + " (x) S " + std::to_string(pid - 1) + " 1 1\n");
  }
  std::string proc = folder.path().string();
  EXPECT_TRUE(IsDescendant(proc, 300, 44)) << "256 steps";
  EXPECT_FALSE(IsDescendant(proc, 300, 43)) << "257 steps";
  EXPECT_TRUE(IsDescendant(proc, 3, 1)) << "the first process of all can be a root";
  EXPECT_FALSE(IsDescendant(proc, 1, 1)) << "but has none above it";
}

}  // namespace
}  // namespace trena
