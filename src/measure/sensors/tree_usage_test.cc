// SPDX-License-Identifier: Apache-2.0
// The tree is really followed: runs of real processes, sampled all the while, whose CPU seconds in
// the end are those of getrusage within 2 %. With a control group where one can be made, and
// without.
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "core/clock.h"
#include "measure/sensors/kernel/group_maker.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

using Life = std::function<void()>;
using Program = std::function<void(double burn)>;  // to use about so many CPU seconds

void Burn(double seconds) {
  double end = OwnCpuTime().value + seconds;
  while (OwnCpuTime().value < end) continue;
}

void Fork(const Life& life) {
  if (fork() != 0) return;
  life();
  _exit(0);
}

void WaitForAll() {
  while (wait(nullptr) > 0) continue;
}

double WaitedCpu() {
  rusage use{};
  getrusage(RUSAGE_CHILDREN, &use);
  auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

void ManyShortChildren(double burn) {
  for (int i = 0; i < 200; ++i) {
    Fork([&] { Burn(burn / 200); });
    wait(nullptr);
  }
}

// Every process forks two more before it ends; few are waited for by who started them.
void Storm(double burn, int generations) {
  for (int i = 0; i < 2 && generations > 0; ++i) Fork([&] { Storm(burn, generations - 1); });
  Burn(burn);
  if (generations % 2 == 0) wait(nullptr);
}

void StormOfForks(double burn) { Storm(burn / 127, 6); }

void Daemon(double burn) {
  Fork([&] {
    setsid();
    Fork([&] {
      Burn(burn / 2);
      Fork([&] { Burn(burn / 2); });
    });
  });
  wait(nullptr);
}

enum class Kind { kNone, kOwn, kVersion1 };

std::optional<RunGroup> MakeGroup(Kind kind) {
  GroupFolders own = OwnGroups();
  if (kind == Kind::kVersion1) own.unified.clear();
  return kind == Kind::kNone ? std::nullopt : GroupMaker(own).Make();
}

// /proc tells user and system time in ticks of 10 ms: two of them must be less than 2 %. A group
// tells microseconds.
double BurnFor(Kind kind) { return kind == Kind::kNone ? 1.2 : 0.4; }

class TreeUsageTest : public testing::TestWithParam<Kind> {
 protected:
  void Expect(const Program& program) {
    std::optional<RunGroup> group = MakeGroup(GetParam());
    if (GetParam() != Kind::kNone && !group) GTEST_SKIP() << "no control group can be made here";
    int result[2], hold[2];
    ASSERT_EQ(pipe(result), 0);
    ASSERT_EQ(pipe(hold), 0);
    pid_t root = fork();
    if (root == 0) {
      close(hold[1]);
      Live([&] { program(BurnFor(GetParam())); }, group ? &*group : nullptr, result[1], hold[0]);
    }
    Machine machine;
    SensorContext context{root, &machine};
    context.group = group ? &*group : nullptr;
    auto sensor = MakeTreeSensor(context);
    double last = 0;
    double now = 0;
    pollfd ended{result[0], POLLIN, 0};
    while (poll(&ended, 1, 5) == 0) {
      double seen = TreeCpu(*sensor, ++now).value_or(-1);
      EXPECT_GE(seen, last) << "CPU time never falls";
      last = seen;
    }
    double truth = 0;
    ASSERT_EQ(read(result[0], &truth, sizeof truth), static_cast<ssize_t>(sizeof truth));
    double seen = TreeCpu(*sensor, ++now).value_or(-1);
    EXPECT_GE(truth, BurnFor(GetParam()));
    EXPECT_NEAR(seen, truth, 0.02 * truth);
    close(hold[1]);
    waitpid(root, nullptr, 0);
    for (int end : {result[0], result[1], hold[0]}) close(end);
  }

 private:
  [[noreturn]] static void Live(const Life& program, const RunGroup* group, int result, int hold) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = group != nullptr ? group->Fork() : fork();
    if (child == 0) {
      program();
      _exit(0);
    }
    WaitForAll();
    double used = WaitedCpu();
    char none = 0;
    if (write(result, &used, sizeof used) < 0) _exit(1);
    _exit(read(hold, &none, 1) == 0 ? 0 : 1);
  }

  static Reading TreeCpu(Sensor& sensor, double now) {
    std::vector<Reading> readings;
    sensor.Read(now, readings);
    EXPECT_EQ(sensor.Columns()[2], "tree_cpu_s");
    return readings[2];
  }
};

TEST_P(TreeUsageTest, TwoHundredShortChildren) { Expect(ManyShortChildren); }

TEST_P(TreeUsageTest, AStormOfForks) { Expect(StormOfForks); }

TEST_P(TreeUsageTest, ADaemon) { Expect(Daemon); }

std::string Name(const testing::TestParamInfo<Kind>& info) {
  if (info.param == Kind::kNone) return "Proc";
  return info.param == Kind::kOwn ? "Group" : "Version1";
}

INSTANTIATE_TEST_SUITE_P(By, TreeUsageTest,
                         testing::Values(Kind::kNone, Kind::kOwn, Kind::kVersion1), Name);

}  // namespace
}  // namespace trena
