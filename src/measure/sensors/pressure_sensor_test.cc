// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class PressureSensorTest : public SensorTest {
 protected:
  PressureSensorTest() { Begin(MakePressureSensor); }
  void Stalled(const std::string& name, long some, long full) {
    Proc("pressure/" + name,
         "some avg10=3.70 avg60=3.55 avg300=12.53 total=" + std::to_string(some) +
             "\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=" + std::to_string(full) + "\n");
  }
};

TEST_F(PressureSensorTest, ShareOfTheTimeSinceTheLastReading) {
  Stalled("cpu", 14397069724, 0);
  Stalled("memory", 1000, 500);
  Stalled("io", 7, 7);
  EXPECT_TRUE(AllMissing(Read(10)));
  // In 2 s: half a second, a fifth and a tenth, nothing at all.
  Stalled("cpu", 14397569724, 0);
  Stalled("memory", 401000, 200500);
  Readings readings = Read(12);
  EXPECT_NEAR(readings["pressure_cpu_pct"].value(), 25, 1e-9);
  EXPECT_NEAR(readings["pressure_memory_pct"].value(), 20, 1e-9);
  EXPECT_NEAR(readings["pressure_memory_full_pct"].value(), 10, 1e-9);
  EXPECT_EQ(readings["pressure_io_pct"], 0);
  EXPECT_EQ(readings["pressure_io_full_pct"], 0);
}

TEST_F(PressureSensorTest, OneFileMissingLeavesTheOthers) {
  Stalled("cpu", 0, 0);
  Stalled("memory", 900000, 0);
  Read(1);
  Stalled("cpu", 500000, 0);
  Stalled("memory", 100000, 100000);
  Readings readings = Read(2);
  EXPECT_NEAR(readings["pressure_cpu_pct"].value(), 50, 1e-9);
  EXPECT_EQ(readings["pressure_io_pct"], std::nullopt) << "there is no such file";
  EXPECT_EQ(readings["pressure_memory_pct"], std::nullopt) << "it went back";
  EXPECT_NEAR(readings["pressure_memory_full_pct"].value(), 10, 1e-9);
}

TEST_F(PressureSensorTest, RubbishIsMissing) {
  for (const char* text : kRubbish) {
    for (const char* name : {"cpu", "memory", "io"}) Proc("pressure/" + std::string(name), text);
    Read(1);
    EXPECT_TRUE(AllMissing(Read(2))) << text;
  }
}

}  // namespace
}  // namespace trena
