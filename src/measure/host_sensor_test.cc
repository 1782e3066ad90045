// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "configure/testing.h"
#include "measure/sensor.h"

namespace trena {
namespace {

class HostSensorTest : public testing::Test {
 protected:
  HostSensorTest() {
    context_.machine = &machine_;
    context_.proc = folder_.path().string();
    sensor_ = MakeHostSensor(context_);
  }
  std::vector<Reading> Read() {
    std::vector<Reading> readings;
    sensor_->Read(0, readings);
    EXPECT_EQ(readings.size(), sensor_->Columns().size());
    return readings;
  }
  void Stat(const std::string& text) { folder_.Write("stat", text); }

  TestFolder folder_;
  Machine machine_;
  SensorContext context_;
  std::unique_ptr<Sensor> sensor_;
};

TEST_F(HostSensorTest, ShareOfTheTimeSinceTheLastReading) {
  // user nice system idle iowait irq softirq steal guest guest_nice
  Stat("cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 2 3\n");
  EXPECT_EQ(Read()[0], std::nullopt) << "one reading of a counter tells nothing";
  // 100 more: 40 user, 10 system, 30 idle, 10 iowait, 10 steal. Busy is what is not idle or iowait.
  Stat("cpu  140 0 60 830 60 0 0 10 7 0\n");
  std::vector<Reading> readings = Read();
  EXPECT_NEAR(readings[0].value(), 60, 1e-9);
  EXPECT_NEAR(readings[1].value(), 10, 1e-9);
}

TEST_F(HostSensorTest, CountersThatGoBackAreMissing) {
  Stat("cpu 100 0 0 900 0 0 0 50\n");
  Read();
  Stat("cpu 100 0 0 800 0 0 0 50\n");
  EXPECT_EQ(Read()[0], std::nullopt) << "the total went back";
  Stat("cpu 300 0 0 700 0 0 0 40\n");
  std::vector<Reading> readings = Read();
  EXPECT_EQ(readings[0], std::nullopt) << "idle went back: more than 100 % busy";
  EXPECT_EQ(readings[1], std::nullopt) << "steal went back";
  Stat("cpu 350 0 0 750 0 0 0 40\n");
  EXPECT_NEAR(Read()[0].value(), 50, 1e-9);
}

TEST_F(HostSensorTest, RubbishIsMissing) {
  for (const char* text : {"", "cpu", "cpu a b c d", "cpu 1 2 3", "intr 1 2 3 4 5 6 7 8 9",
                           "\xff\xfe", "cpu nan nan nan nan nan nan nan nan"}) {
    Stat(text);
    folder_.Write("meminfo", text);
    for (const Reading& reading : Read()) EXPECT_EQ(reading, std::nullopt) << text;
  }
  fs::remove(folder_.path() / "stat");
  fs::remove(folder_.path() / "meminfo");
  for (const Reading& reading : Read()) EXPECT_EQ(reading, std::nullopt);
}

TEST_F(HostSensorTest, MemoryThatIsNotAvailable) {
  folder_.Write("meminfo", "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 250 kB\n");
  EXPECT_NEAR(Read()[2].value(), 75, 1e-9);
  folder_.Write("meminfo", "MemTotal: 1000 kB\nMemFree: 1 kB\n");
  EXPECT_EQ(Read()[2], std::nullopt);
  folder_.Write("meminfo", "MemTotal: 1000 kB\nMemAvailable: 1001 kB\n");
  EXPECT_EQ(Read()[2], std::nullopt) << "never below nothing";
}

}  // namespace
}  // namespace trena
