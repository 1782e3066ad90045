// SPDX-License-Identifier: Apache-2.0
// On real processes: a root that adopts orphans, as the supervisor does, and descendants that burn
// a known amount of CPU time.
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>

#include "core/clock.h"
#include "measure/sensors/kernel/process_tree.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

constexpr double kBurn = 0.25;
// Of the CPU for each copy of a process: with sanitizers it is as large as all tests before it.
#ifdef __SANITIZE_ADDRESS__
constexpr double kForking = 0.1;
#else
constexpr double kForking = 0;
#endif

class TreeSensorTest : public testing::Test {
 protected:
  TreeSensorTest() {
    EXPECT_EQ(pipe(hold_), 0);
    EXPECT_EQ(pipe(told_), 0);
    EXPECT_EQ(pipe(asked_), 0);
    machine_.cpus = 2;
    machine_.memory = Bytes{1'000'000'000};
  }
  ~TreeSensorTest() override {
    // All processes wait for the end of this pipe.
    close(hold_[1]);
    close(asked_[1]);
    if (root_ > 0) waitpid(root_, nullptr, 0);
    for (int end : {hold_[0], told_[0], told_[1], asked_[0]}) close(end);
  }

  // Starts the root, which lives `life` and then holds.
  void Start(const std::function<void()>& life) {
    root_ = fork();
    if (root_ == 0) {
      close(hold_[1]);
      close(asked_[1]);
      prctl(PR_SET_CHILD_SUBREAPER, 1);
      life();
      Hold();
    }
    sensor_ = MakeTreeSensor({root_, &machine_});
  }

  static void Burn(double seconds = kBurn) {
    double end = OwnCpuTime().value + seconds;
    while (OwnCpuTime().value < end) continue;
  }
  void Tell() {
    if (write(told_[1], "!", 1) != 1) _exit(1);
  }
  // In a process of the tree: says that it is ready, and lives until the test ends.
  [[noreturn]] void Hold() {
    Tell();
    char none = 0;
    _exit(read(hold_[0], &none, 1) == 0 ? 0 : 1);
  }
  // Until so many processes have said so.
  void Await(int count) {
    char none = 0;
    for (int i = 0; i < count; ++i) ASSERT_EQ(read(told_[0], &none, 1), 1);
  }

  static pid_t Fork(const std::function<void()>& life) {
    pid_t child = fork();
    if (child != 0) return child;
    life();
    _exit(0);
  }
  static void ForkAndWait(const std::function<void()>& life) { waitpid(Fork(life), nullptr, 0); }

  std::map<std::string, Reading> Read(double now) {
    std::vector<Reading> readings;
    sensor_->Read(now, readings);
    std::vector<std::string> columns = sensor_->Columns();
    EXPECT_EQ(readings.size(), columns.size());
    std::map<std::string, Reading> named;
    for (size_t i = 0; i < columns.size(); ++i) named[columns[i]] = readings[i];
    return named;
  }

  int hold_[2], told_[2], asked_[2];
  pid_t root_ = -1;
  Machine machine_;
  std::unique_ptr<Sensor> sensor_;
};

TEST_F(TreeSensorTest, CountsAllThatTheTreeUsed) {
  Start([&] {
    ForkAndWait([] { Burn(); });                       // a child that ended
    ForkAndWait([] { ForkAndWait([] { Burn(); }); });  // a grandchild that ended
    ForkAndWait([] {                                   // a daemon that ended
      Fork([] {
        setsid();
        Burn();
      });
    });
    while (wait(nullptr) > 0) continue;
    Fork([&] {  // a child that lives, and whose own child ended
      Burn();
      ForkAndWait([] { Burn(); });
      Hold();
    });
    ForkAndWait([&] {  // a daemon that lives
      Fork([&] {
        setsid();
        Burn();
        Hold();
      });
    });
  });
  Await(3);
  auto readings = Read(1);
  // What getrusage(RUSAGE_CHILDREN) would say once all have ended: six burners.
  EXPECT_NEAR(readings["tree_cpu_s"].value(), 6 * kBurn, 0.1 * 6 * kBurn + 9 * kForking);
  EXPECT_EQ(readings["processes"], 2);
  EXPECT_EQ(readings["threads"], 2);
  double rss = readings["tree_rss_bytes"].value();
  EXPECT_GT(rss, 0);
  EXPECT_NEAR(readings["mem_pct"].value(), std::min(100.0, 100 * rss / 1e9), 1e-9);
  EXPECT_EQ(readings["cpu_pct"], std::nullopt) << "one reading of a counter tells nothing";
}

TEST_F(TreeSensorTest, PercentOfWhatTheVisibleCpusCouldGive) {
  Start([&] {
    Fork([&] {
      char order = 0;
      Tell();
      while (read(asked_[0], &order, 1) == 1) {
        Burn();
        Tell();
      }
    });
  });
  Await(2);
  EXPECT_EQ(Read(10)["cpu_pct"], std::nullopt);
  ASSERT_EQ(write(asked_[1], "b", 1), 1);
  Await(1);
  // 0.25 s of the 2 s that two CPUs have in one; ticks are 0.01 s.
  EXPECT_NEAR(Read(11)["cpu_pct"].value(), 12.5, 2);
  EXPECT_EQ(Read(11)["cpu_pct"], std::nullopt) << "no time has passed";
  ASSERT_EQ(write(asked_[1], "b", 1), 1);
  Await(1);
  EXPECT_EQ(Read(11.01)["cpu_pct"], 100) << "more than there was is all there was";
}

TEST_F(TreeSensorTest, CpuTimeThatVanishesIsMissingNeverNegative) {
  pid_t burner = 0;
  Start([&] {
    signal(SIGCHLD, SIG_IGN);  // the kernel then forgets what children used
    Fork([&] {
      Burn();
      Hold();
    });
  });
  Await(2);
  Read(1);
  burner = Descendants(root_).at(0);
  kill(burner, SIGKILL);
  while (ReadProcessUse(burner)) usleep(1000);
  auto after = Read(2);
  EXPECT_EQ(after["cpu_pct"], std::nullopt);
  EXPECT_GE(after["tree_cpu_s"].value(), 0.9 * kBurn) << "it was used all the same";
  auto later = Read(3);
  EXPECT_EQ(later["cpu_pct"], 0) << "from here it counts anew";
  EXPECT_EQ(later["tree_cpu_s"], after["tree_cpu_s"]);
}

TEST_F(TreeSensorTest, ATreeThatHasEndedUsesNoMemoryThatCouldBeRead) {
  Start([] { ForkAndWait([] { Burn(); }); });
  Await(1);
  auto readings = Read(1);
  EXPECT_NEAR(readings["tree_cpu_s"].value(), kBurn, 0.1 * kBurn);
  EXPECT_EQ(readings["processes"], 0);
  EXPECT_EQ(readings["mem_pct"], std::nullopt);
  EXPECT_EQ(readings["tree_rss_bytes"], std::nullopt);
}

TEST_F(TreeSensorTest, WithoutARootAllIsMissing) {
  pid_t gone = Fork([] {});
  waitpid(gone, nullptr, 0);
  sensor_ = MakeTreeSensor({gone, &machine_});
  for (const auto& [name, reading] : Read(1)) EXPECT_EQ(reading, std::nullopt) << name;
}

TEST_F(TreeSensorTest, MemoryThatIsNotKnownGivesNoPercent) {
  machine_.memory.reset();
  Start([&] { Fork([&] { Hold(); }); });
  Await(2);
  auto readings = Read(1);
  EXPECT_EQ(readings["mem_pct"], std::nullopt);
  EXPECT_GT(readings["tree_rss_bytes"].value(), 0);
}

TEST(ProcessTree, ANameMayHoldAnything) {
  int hold[2], told[2];
  ASSERT_EQ(pipe(hold), 0);
  ASSERT_EQ(pipe(told), 0);
  pid_t child = fork();
  if (child == 0) {
    close(hold[1]);
    prctl(PR_SET_NAME, ") R 1 (x y");
    char none = 0;
    if (write(told[1], "!", 1) != 1) _exit(1);
    _exit(read(hold[0], &none, 1) == 0 ? 0 : 1);
  }
  char none = 0;
  ASSERT_EQ(read(told[0], &none, 1), 1);
  auto use = ReadProcessUse(child);
  ASSERT_TRUE(use.has_value());
  EXPECT_EQ(use->threads, 1);
  EXPECT_GT(use->rss_bytes, 0u);
  for (int end : {hold[1], hold[0], told[0], told[1]}) close(end);
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(ReadProcessUse(child).has_value());
}

}  // namespace
}  // namespace trena
