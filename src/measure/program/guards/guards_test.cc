// SPDX-License-Identifier: Apache-2.0
// Guards see what ends a run and nothing else. This machine has no swap: its files are recorded.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "configure/testing.h"
#include "core/clock.h"
#include "measure/program/guards/guard.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

class Guards : public testing::Test {
 protected:
  Guards() {
    context_.options = &options_;
    context_.folder = folder_.path();
    context_.proc = folder_.path() / "proc";
    fs::create_directories(folder_.path() / "proc" / "pressure");
    for (const fs::path& path : OutputsOf(folder_.path())) EXPECT_TRUE(WriteFile(path, "").ok());
  }
  ~Guards() override {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
  }

  // As the kernel writes them: a machine with swap where `stalled` seconds were lost and `pages`
  // came back from swap.
  void Memory(double stalled, int64_t pages) {
    folder_.Write("proc/meminfo", "MemTotal: 8000000 kB\nSwapTotal: 2097148 kB\nSwapFree: 12 kB\n");
    folder_.Write("proc/pressure/memory",
                  fmt::format("some avg10=93.10 avg60=61.02 avg300=20.00 total={:.0f}\n"
                              "full avg10=90.00 avg60=60.00 avg300=19.00 total=17\n",
                              stalled * 1e6));
    folder_.Write("proc/vmstat", fmt::format("nr_free_pages 12\npswpin {}\npswpout 9\n", pages));
  }

  // The first second (from 100 on) at which it objects, of 60; none: 0.
  double ObjectsAt(Guard& guard, double stalled_per_second, int64_t pages_per_second) {
    for (int i = 0; i < 60; ++i) {
      Memory(5 + i * stalled_per_second, 1000 + i * pages_per_second);
      if (guard.Look(100 + i)) return 100 + i;
    }
    return 0;
  }

  // A process with one child that runs `play` for ever.
  template <typename Play>
  void StartTree(Play play) {
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    child_ = fork();
    if (child_ == 0) {
      pid_t runner = fork();
      if (runner == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(60);
        while (true) play();
      }
      if (write(ready[1], "x", 1) != 1) _exit(1);
      waitpid(runner, nullptr, 0);
      _exit(0);
    }
    char got = 0;
    ASSERT_EQ(read(ready[0], &got, 1), 1);
    close(ready[0]);
    close(ready[1]);
    context_.root = child_;
  }

  // The child of the tree sleeps, and is not about to.
  void UntilItWaits() {
    std::vector<pid_t> runner = Descendants(child_);
    ASSERT_EQ(runner.size(), 1u);
    while (ReadProcessUse(runner[0])->state != 'S') usleep(1000);
  }

  TestFolder folder_;
  MeasureOptions options_;
  GuardContext context_;
  pid_t child_ = 0;
};

TEST_F(Guards, ThrashingForTheStatedTimeIsSeen) {
  options_.thrash_after = Seconds{10};
  Memory(5, 1000);
  auto guard = MakeSwapGuard(context_);
  ASSERT_NE(guard, nullptr);
  // The first look only gives a beginning: the ten seconds run from there.
  EXPECT_EQ(ObjectsAt(*guard, 0.95, 2000), 110);
  auto objection = guard->Look(200);
  EXPECT_FALSE(objection) << "counters that went back are no thrashing";
}

TEST_F(Guards, PressureOrSwapAloneIsNoThrashing) {
  options_.thrash_after = Seconds{10};
  Memory(5, 1000);
  EXPECT_EQ(ObjectsAt(*MakeSwapGuard(context_), 0.95, 50), 0) << "waits, but not for swap";
  EXPECT_EQ(ObjectsAt(*MakeSwapGuard(context_), 0.5, 5000), 0) << "swaps, and gets on";
}

TEST_F(Guards, APauseInTheThrashingStartsItsTimeAnew) {
  options_.thrash_after = Seconds{10};
  Memory(0, 0);
  auto guard = MakeSwapGuard(context_);
  for (int i = 0; i < 40; ++i) {
    double pauses = i / 8;  // a quiet second in every eight
    Memory(i - pauses, 1000 * (i - i / 8));
    EXPECT_FALSE(guard->Look(100 + i)) << i;
  }
}

TEST_F(Guards, WithoutSwapOrPressureFilesNothingIsSaid) {
  options_.thrash_after = Seconds{1};
  folder_.Write("proc/meminfo", "MemTotal: 8000000 kB\nSwapTotal: 0 kB\n");
  EXPECT_EQ(MakeSwapGuard(context_), nullptr);
  Memory(0, 0);
  auto guard = MakeSwapGuard(context_);
  for (const char* rubbish : {"", "some\n", "some avg10=x total=\n", "full total=99999999\n"}) {
    folder_.Write("proc/pressure/memory", rubbish);
    for (int i = 0; i < 5; ++i) EXPECT_FALSE(guard->Look(100 + i)) << rubbish;
  }
  options_.thrash_after.reset();
  EXPECT_EQ(MakeSwapGuard(context_), nullptr);
}

TEST_F(Guards, ARunThatSleepsHangs) {
  StartTree([] { pause(); });
  UntilItWaits();
  options_.hang_after = Seconds{100};
  auto guard = MakeHangGuard(context_);
  for (double t = 0; t < 100; t += 10) EXPECT_FALSE(guard->Look(1000 + t)) << t;
  auto objection = guard->Look(1100);
  ASSERT_TRUE(objection);
  EXPECT_STREQ(objection->cause, "hang");
  EXPECT_FALSE(objection->at_once);
}

TEST_F(Guards, AnEventOrALineIsASignOfLife) {
  StartTree([] { pause(); });
  UntilItWaits();
  options_.hang_after = Seconds{100};
  for (const fs::path& path : OutputsOf(folder_.path())) {
    auto guard = MakeHangGuard(context_);
    EXPECT_FALSE(guard->Look(1000));
    ASSERT_TRUE(WriteFile(path, path.string() + "\n").ok());
    EXPECT_FALSE(guard->Look(1090));
    EXPECT_FALSE(guard->Look(1180)) << path;
    EXPECT_TRUE(guard->Look(1190)) << path;
  }
}

TEST_F(Guards, ARunThatComputedDoesNotHang) {
  int go[2];
  ASSERT_EQ(pipe(go), 0);
  StartTree([&] {
    char got = 0;
    if (read(go[0], &got, 1) != 1) pause();
    while (OwnCpuTime().value < 0.2) continue;
  });
  options_.hang_after = Seconds{1};
  auto guard = MakeHangGuard(context_);
  std::vector<pid_t> runner = Descendants(child_);
  ASSERT_EQ(runner.size(), 1u);
  UntilItWaits();
  EXPECT_FALSE(guard->Look(1000));
  ASSERT_EQ(write(go[1], "x", 1), 1);
  auto waits = [&] {
    auto use = ReadProcessUse(runner[0]);
    return use->cpu_s >= 0.19 && use->state == 'S';
  };
  while (!waits()) usleep(1000);
  EXPECT_FALSE(guard->Look(1002)) << "far more than 1 % of a second";
  EXPECT_TRUE(guard->Look(1004)) << "and now it waits";
  close(go[0]);
  close(go[1]);
}

TEST_F(Guards, ARunThatWouldRunIfItCouldDoesNotHang) {
  StartTree([] {});
  // So long that no CPU time it can have by now is 1 % of it.
  options_.hang_after = Seconds{1e6};
  auto guard = MakeHangGuard(context_);
  EXPECT_FALSE(guard->Look(1000));
  EXPECT_FALSE(guard->Look(1000 + 2e6));
}

TEST_F(Guards, WithoutAReadableTreeNothingIsKnown) {
  context_.root = 0;
  options_.hang_after = Seconds{1};
  auto guard = MakeHangGuard(context_);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(guard->Look(1000 + i));
}

TEST_F(Guards, OutputIsCountedAsItIsOnDisk) {
  options_.largest_output = Bytes{1'000'000};
  auto guard = MakeOutputGuard(context_);
  folder_.Write("stdout.log", std::string(600'000, 'x'));
  EXPECT_FALSE(guard->Look(1));
  fs::resize_file(folder_.path() / "events.jsonl", uint64_t{1} << 30);
  EXPECT_FALSE(guard->Look(2)) << "a hole takes no room";
  folder_.Write("stderr.log", std::string(600'000, 'x'));
  auto objection = guard->Look(3);
  ASSERT_TRUE(objection) << "all together";
  EXPECT_STREQ(objection->cause, "too_much_output");
  EXPECT_TRUE(objection->at_once);
}

TEST_F(Guards, OnlyWhatTheStudyWantsIsWatchedFor) {
  options_.thrash_after.reset();
  EXPECT_EQ(MakeGuards(context_).size(), 1u) << "the output's alone";
  options_.hang_after = Seconds{1};
  EXPECT_EQ(MakeGuards(context_).size(), 2u);
}

}  // namespace
}  // namespace trena
