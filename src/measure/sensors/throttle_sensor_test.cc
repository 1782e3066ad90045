// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class ThrottleSensorTest : public SensorTest {
 protected:
  void Counts(int cpu, const std::string& core, const std::string& package) {
    std::string folder = "devices/system/cpu/cpu" + std::to_string(cpu) + "/thermal_throttle/";
    Sys(folder + "core_throttle_count", core);
    Sys(folder + "package_throttle_count", package);
  }
  Reading Throttles(double now) { return Read(now)["thermal_throttles"]; }
};

TEST_F(ThrottleSensorTest, EventsSinceTheRunBegan) {
  Counts(0, "10\n", "100\n");
  Counts(1, "20\n", "100\n");
  Begin(MakeThrottleSensor);
  EXPECT_EQ(Throttles(10), 0) << "what was before is not the run's";
  // Three events of a core, and five of the package that both CPUs count.
  Counts(0, "13\n", "105\n");
  Counts(1, "20\n", "105\n");
  EXPECT_EQ(Throttles(11), 8);
  EXPECT_EQ(Throttles(11.1), std::nullopt) << "four files are read every 0.4 s at most";
  Counts(1, "x\n", "105\n");
  EXPECT_EQ(Throttles(12), std::nullopt) << "a sum without a part would be too small";
  Counts(1, "2\n", "105\n");
  EXPECT_EQ(Throttles(13), std::nullopt) << "it went back";
  Counts(1, "3\n", "105\n");
  EXPECT_EQ(Throttles(14), 9);
}

TEST_F(ThrottleSensorTest, NoCountersNoReading) {
  Begin(MakeThrottleSensor);
  EXPECT_TRUE(AllMissing(Read(1)));
  EXPECT_TRUE(AllMissing(Read(2)));
}

TEST_F(ThrottleSensorTest, AQuotaOfVersion2HoldsTheGroupBack) {
  Proc("self/cgroup", "0::/user.slice/job.scope\n");
  Sys("fs/cgroup/user.slice/job.scope/cpu.max", "max 100000\n");
  Sys("fs/cgroup/user.slice/job.scope/cpu.stat", "usage_usec 5\nthrottled_usec 0\n");
  Sys("fs/cgroup/user.slice/cpu.max", "50000 100000\n");
  Sys("fs/cgroup/user.slice/cpu.stat", "usage_usec 5\nnr_periods 9\nthrottled_usec 1000000\n");
  Begin(MakeThrottleSensor);
  Read(10);
  // 1.5 s more in 2 s, summed over the two CPUs.
  Sys("fs/cgroup/user.slice/cpu.stat", "usage_usec 5\nnr_periods 9\nthrottled_usec 2500000\n");
  EXPECT_NEAR(Read(12)["cgroup_throttled_pct"].value(), 37.5, 1e-9) << "of the group above";
}

TEST_F(ThrottleSensorTest, WithoutAQuotaTheNearestGroupIsRead) {
  Proc("self/cgroup", "0::/user.slice/job.scope\n");
  Sys("fs/cgroup/user.slice/job.scope/cpu.max", "max 100000\n");
  Sys("fs/cgroup/user.slice/job.scope/cpu.stat", "throttled_usec 0\n");
  Sys("fs/cgroup/user.slice/cpu.stat", "throttled_usec 1000000\n");
  Begin(MakeThrottleSensor);
  Read(10);
  // 0.4 s in 2 s of two CPUs; the group above was held back more.
  Sys("fs/cgroup/user.slice/job.scope/cpu.stat", "throttled_usec 400000\n");
  Sys("fs/cgroup/user.slice/cpu.stat", "throttled_usec 3000000\n");
  EXPECT_NEAR(Read(12)["cgroup_throttled_pct"].value(), 10, 1e-9);
}

TEST_F(ThrottleSensorTest, AQuotaOfVersion1) {
  Proc("self/cgroup", "9:name=systemd:/\n4:cpu,cpuacct:/docker/0123\n0::/\n");
  // The name is one outside our namespace: only the mount is there.
  Sys("fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n");
  Sys("fs/cgroup/cpu/cpu.stat", "nr_periods 3\nnr_throttled 1\nthrottled_time 1000000000\n");
  Begin(MakeThrottleSensor);
  Read(10);
  Sys("fs/cgroup/cpu/cpu.stat", "nr_periods 3\nnr_throttled 1\nthrottled_time 1200000000\n");
  EXPECT_NEAR(Read(11)["cgroup_throttled_pct"].value(), 10, 1e-9);
  Sys("fs/cgroup/cpu/cpu.stat", "throttled_time 0\n");
  EXPECT_EQ(Read(12)["cgroup_throttled_pct"], std::nullopt);
}

TEST_F(ThrottleSensorTest, RubbishIsMissing) {
  for (const char* text : kRubbish) {
    Proc("self/cgroup", text);
    Sys("fs/cgroup/cpu.stat", text);
    Counts(0, text, text);
    Begin(MakeThrottleSensor);
    Read(1);
    EXPECT_TRUE(AllMissing(Read(2))) << text;
  }
}

}  // namespace
}  // namespace trena
