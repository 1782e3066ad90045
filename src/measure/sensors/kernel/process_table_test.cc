// SPDX-License-Identifier: Apache-2.0
// On files like those of /proc, to show what real processes do too rarely: numbers that are reused,
// files that vanish, counters that go back. The real ones are in tree_usage_test.cc.
#include "measure/sensors/kernel/process_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "configure/testing.h"

namespace trena {
namespace {

constexpr pid_t kRoot = 100;

class ProcessTableTest : public testing::Test {
 protected:
  ProcessTableTest() { Put(kRoot, {}); }

  struct Facts {
    double own_s = 0;
    double ended_s = 0;  // of children it waited for
    int start = 1;
    int pages = 10;
    char state = 'S';
  };

  void Put(pid_t pid, const Facts& facts) {
    auto ticks = [](double seconds) { return seconds * static_cast<double>(sysconf(_SC_CLK_TCK)); };
    // proc(5): utime, stime, cutime, cstime are fields 14 to 17, threads 20, start 22, rss 24.
    Write(
        pid, "stat",
        fmt::format("{} (a name) {} 1 1 1 0 -1 4194304 0 0 0 0 {:.0f} 0 {:.0f} 0 20 0 1 0 {} 4096 "
                    "{} 18446744073709551615\n",
                    pid, facts.state, ticks(facts.own_s), ticks(facts.ended_s), facts.start,
                    facts.pages));
    if (!fs::exists(Folder(pid) / fmt::format("task/{}/children", pid))) Children(pid, "");
  }
  void Children(pid_t pid, const std::string& numbers, pid_t thread = 0) {
    Write(pid, fmt::format("task/{}/children", thread == 0 ? pid : thread), numbers);
  }
  // An open file of a process that has ended gives nothing any more.
  void Vanish(pid_t pid) { Write(pid, "stat", ""); }
  void Write(pid_t pid, const std::string& name, const std::string& text) {
    fs::create_directories((Folder(pid) / name).parent_path());
    std::ofstream(Folder(pid) / name) << text;
  }
  fs::path Folder(pid_t pid) const { return folder_.path() / std::to_string(pid); }
  void LastNumber(int number) {
    fs::create_directories(folder_.path() / "sys/kernel");
    folder_.Write("sys/kernel/ns_last_pid", fmt::format("{}\n", number));
  }

  void Update() {
    if (!table_) {
      ProcessTableOptions options;
      options.root = kRoot;
      options.root_counts = root_counts_;
      options.proc = folder_.path().string();
      table_.emplace(options);
    }
    table_->Update(++now_);
  }
  std::vector<pid_t> Numbers() {
    std::vector<pid_t> numbers;
    for (const FollowedProcess& process : table_->processes()) numbers.push_back(process.pid);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  }

  TestFolder folder_;
  std::optional<ProcessTable> table_;
  bool root_counts_ = false;
  double now_ = 0;
};

using Pids = std::vector<pid_t>;

TEST_F(ProcessTableTest, ChildrenOfEveryThread) {
  Children(kRoot, "101 ");
  Put(101, {.own_s = 1});
  Children(101, "102 103 ");
  Children(101, "104", 201);
  for (pid_t pid : {102, 103, 104}) Put(pid, {.own_s = 1, .ended_s = 0.5});
  Update();
  EXPECT_EQ(Numbers(), (Pids{101, 102, 103, 104}));
  EXPECT_EQ(table_->cpu_s(), 5.5);
  // A thread that starts later is found, one that ended is left.
  fs::remove_all(Folder(101) / "task/201");
  Children(101, "105", 202);
  Put(105, {.own_s = 1});
  Update();
  EXPECT_EQ(Numbers(), (Pids{101, 102, 103, 104, 105}));
  EXPECT_EQ(table_->cpu_s(), 6.5);
}

TEST_F(ProcessTableTest, TheRootIsNoPartOfTheRunUnlessItIsSaidToBe) {
  Put(kRoot, {.own_s = 40, .ended_s = 2});
  Update();
  EXPECT_EQ(table_->cpu_s(), 2);
  EXPECT_TRUE(table_->processes().empty());
  table_.reset();
  root_counts_ = true;
  Update();
  EXPECT_EQ(table_->cpu_s(), 42);
  EXPECT_EQ(Numbers(), Pids{kRoot});
}

TEST_F(ProcessTableTest, OneThatEndsIsCountedByWhoWaitedForIt) {
  Children(kRoot, "101 102");
  Put(101, {.own_s = 3});
  Put(102, {.own_s = 1});
  Update();
  EXPECT_EQ(table_->cpu_s(), 4);
  Vanish(101);
  Put(kRoot, {.ended_s = 3.5});
  Update();
  EXPECT_EQ(table_->cpu_s(), 4.5);
  EXPECT_FALSE(table_->cpu_was_lost());
  EXPECT_EQ(Numbers(), Pids{102});
}

TEST_F(ProcessTableTest, OneThatEndedButWasNotWaitedForIsCountedOnce) {
  Children(kRoot, "101");
  Put(101, {.own_s = 3, .state = 'Z'});
  Update();
  EXPECT_EQ(table_->cpu_s(), 3);
  Vanish(101);
  Put(kRoot, {.ended_s = 3});
  Update();
  EXPECT_EQ(table_->cpu_s(), 3);
}

TEST_F(ProcessTableTest, TimeThatNobodyWaitedForStaysCounted) {
  Children(kRoot, "101 102");
  Put(101, {.own_s = 3});
  Put(102, {.own_s = 1});
  Update();
  Vanish(101);
  Update();
  EXPECT_EQ(table_->cpu_s(), 4);
  EXPECT_TRUE(table_->cpu_was_lost());
  Put(102, {.own_s = 2});
  Update();
  EXPECT_EQ(table_->cpu_s(), 5);
  EXPECT_FALSE(table_->cpu_was_lost());
}

TEST_F(ProcessTableTest, ACounterThatGoesBackNeverMakesTheSumFall) {
  Children(kRoot, "101");
  Put(101, {.own_s = 3});
  Update();
  Put(101, {.own_s = 2});
  Update();
  EXPECT_EQ(table_->cpu_s(), 3);
  EXPECT_TRUE(table_->cpu_was_lost());
}

TEST_F(ProcessTableTest, ANumberThatIsReusedIsAnotherProcess) {
  Children(kRoot, "101");
  Put(101, {.own_s = 3, .start = 7, .pages = 100});
  Update();
  // It ended, was waited for, and a child with the same number started: all between two samples.
  Put(101, {.own_s = 0.5, .start = 9, .pages = 1});
  Put(kRoot, {.ended_s = 3});
  Update();
  EXPECT_EQ(table_->cpu_s(), 3.5);
  EXPECT_FALSE(table_->cpu_was_lost());
  ASSERT_EQ(Numbers(), Pids{101});
  EXPECT_EQ(table_->processes().front().use.start_ticks, 9u);
}

TEST_F(ProcessTableTest, RubbishIsNoProcess) {
  Children(kRoot, "101 102 x -5 0 99999999999999999999 103");
  Write(101, "stat", "no such thing");
  Write(102, "stat", "102 (cut) S 1 1");
  Put(103, {.own_s = 1});
  Update();
  EXPECT_EQ(Numbers(), Pids{103});
  EXPECT_EQ(table_->cpu_s(), 1);
}

TEST_F(ProcessTableTest, ARootThatIsGoneLeavesAllMissing) {
  Update();
  EXPECT_EQ(table_->cpu_s(), 0);
  Vanish(kRoot);
  Update();
  EXPECT_FALSE(table_->root_known());
  EXPECT_EQ(table_->cpu_s(), std::nullopt);
}

TEST_F(ProcessTableTest, NothingIsLookedForWhileNothingStarts) {
  LastNumber(101);
  Children(kRoot, "101");
  Put(101, {});
  Update();
  // A number is given out before its owner can be seen: there is a second look.
  Children(kRoot, "101 102");
  Put(102, {});
  Update();
  EXPECT_EQ(Numbers(), (Pids{101, 102}));
  Children(kRoot, "101 102 103");
  Put(103, {});
  Update();
  EXPECT_EQ(Numbers(), (Pids{101, 102})) << "not even looked at";
  LastNumber(103);
  Update();
  EXPECT_EQ(Numbers(), (Pids{101, 102, 103}));
}

TEST_F(ProcessTableTest, ManyProcessesDoNotTakeAllDescriptors) {
  std::string numbers;
  for (pid_t pid = 1000; pid < 1200; ++pid) {
    numbers += fmt::format("{} ", pid);
    Put(pid, {.own_s = 1});
  }
  Children(kRoot, numbers);
  Update();
  Update();
  EXPECT_EQ(table_->cpu_s(), 200);
  EXPECT_LT(std::distance(fs::directory_iterator("/proc/self/fd"), {}), 320);
}

}  // namespace
}  // namespace trena
