// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class HostSensorTest : public SensorTest {
 protected:
  HostSensorTest() { Begin(MakeHostSensor); }
  Readings After(const std::string& stat) {
    Proc("stat", stat);
    return Read(++now_);
  }
  double now_ = 0;
};

TEST_F(HostSensorTest, ShareOfTheTimeSinceTheLastReading) {
  // user nice system idle iowait irq softirq steal guest guest_nice
  EXPECT_TRUE(AllMissing(After("cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 2 3\nintr 5\n")));
  // 200 more: 60 user and 20 nice, 10 system, 5 of each interrupt, 60 idle, 20 iowait, 20 steal.
  Readings readings = After("cpu  160 20 60 860 70 5 5 20 7 0\ncpu0 1 2 3\n");
  EXPECT_NEAR(readings["host_cpu_pct"].value(), 60, 1e-9) << "all but idle and iowait";
  EXPECT_NEAR(readings["host_user_pct"].value(), 40, 1e-9);
  EXPECT_NEAR(readings["host_system_pct"].value(), 10, 1e-9);
  EXPECT_NEAR(readings["host_iowait_pct"].value(), 10, 1e-9);
  EXPECT_NEAR(readings["host_steal_pct"].value(), 10, 1e-9);
}

TEST_F(HostSensorTest, CountersThatGoBackAreMissing) {
  After("cpu 100 0 0 900 0 0 0 50\n");
  EXPECT_TRUE(AllMissing(After("cpu 120 0 0 800 0 0 0 50\n"))) << "idle went back";
  Readings readings = After("cpu 170 0 0 850 0 0 0 40\n");
  EXPECT_NEAR(readings["host_cpu_pct"].value(), 50, 1e-9) << "steal does not drop the others";
  EXPECT_EQ(readings["host_steal_pct"], std::nullopt);
  readings = After("cpu 170 0 0 850 0 0 0 40\n");
  EXPECT_TRUE(AllMissing(readings)) << "no time passed: nothing to divide by";
}

TEST_F(HostSensorTest, AnIowaitThatGoesBackDropsNothingElse) {
  After("cpu 100 0 0 900 50 0 0 0\n");
  // The kernel moves 2 from iowait to idle: 60 more idle, 2 less iowait, 42 user.
  Readings readings = After("cpu 142 0 0 960 48 0 0 0\n");
  EXPECT_NEAR(readings["host_cpu_pct"].value(), 42, 1e-9);
  EXPECT_EQ(readings["host_iowait_pct"], std::nullopt);
}

TEST_F(HostSensorTest, KernelsWithoutStealStillTellTheRest) {
  After("cpu 100 0 0 900\n");
  Readings readings = After("cpu 130 0 0 970\n");
  EXPECT_NEAR(readings["host_cpu_pct"].value(), 30, 1e-9);
  EXPECT_EQ(readings["host_steal_pct"], std::nullopt);
  EXPECT_EQ(readings["host_iowait_pct"], std::nullopt);
}

TEST_F(HostSensorTest, LoadOfTheLastMinute) {
  Proc("loadavg", "0.52 0.58 0.59 1/389 12345\n");
  EXPECT_EQ(Read(1)["host_load"], 0.52) << "without /proc/stat";
}

constexpr const char* kMeminfo =
    "MemTotal:        8000000 kB\nMemFree:          100000 kB\nMemAvailable:    2000000 kB\n"
    "Buffers:          10000 kB\nSwapCached:            0 kB\nSwapTotal:       1000000 kB\n"
    "SwapFree:         400000 kB\n";

TEST_F(HostSensorTest, MemoryThatIsNotAvailableAndSwapThatIsUsed) {
  Proc("meminfo", kMeminfo);
  Readings readings = Read(1);
  EXPECT_NEAR(readings["host_mem_pct"].value(), 75, 1e-9);
  EXPECT_EQ(readings["host_swap_bytes"], 600000.0 * 1024);
  Proc("meminfo", "MemTotal: 1000 kB\nMemFree: 1 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n");
  readings = Read(2);
  EXPECT_EQ(readings["host_mem_pct"], std::nullopt);
  EXPECT_EQ(readings["host_swap_bytes"], 0) << "no swap is none used";
  Proc("meminfo", "MemTotal: 1000 kB\nMemAvailable: 1001 kB\nSwapTotal: 5 kB\nSwapFree: 6 kB\n");
  readings = Read(3);
  EXPECT_EQ(readings["host_mem_pct"], std::nullopt) << "never below nothing";
  EXPECT_EQ(readings["host_swap_bytes"], std::nullopt);
}

TEST_F(HostSensorTest, RubbishIsMissingAndForgotten) {
  After("cpu 100 0 0 900 0 0 0 0\n");
  for (const char* text : kRubbish) {
    Proc("loadavg", text);
    Proc("meminfo", text);
    EXPECT_TRUE(AllMissing(After(text))) << text;
  }
  EXPECT_NEAR(After("cpu 150 0 0 950 0 0 0 0\n")["host_cpu_pct"].value(), 50, 1e-9);
}

}  // namespace
}  // namespace trena
