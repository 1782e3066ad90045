// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class EnergySensorTest : public SensorTest {
 protected:
  void Domain(const std::string& folder, const std::string& name, const std::string& energy,
              const std::string& range = "262143328850") {
    std::string path = "class/powercap/" + folder + "/";
    Sys(path + "name", name + "\n");
    Sys(path + "energy_uj", energy + "\n");
    Sys(path + "max_energy_range_uj", range + "\n");
  }
};

TEST_F(EnergySensorTest, PackagesAreSummedAndMemoryIsApart) {
  Domain("intel-rapl:0", "package-0", "1000000");
  Domain("intel-rapl:0:0", "core", "500000");
  Domain("intel-rapl:0:1", "dram", "7000000");
  Domain("intel-rapl:1", "package-1", "5000000");
  // The same package by another door, and the whole platform: to add them would count twice.
  Domain("intel-rapl-mmio:0", "package-0", "1000000");
  Domain("intel-rapl:2", "psys", "9000000");
  Begin(MakeEnergySensor);
  Readings readings = Read(10);
  EXPECT_EQ(readings["cpu_power_w"], std::nullopt);
  EXPECT_EQ(readings["cpu_energy_j"], 0);
  // 60 J and 40 J in 2 s; memory 5 J.
  Domain("intel-rapl:0", "package-0", "61000000");
  Domain("intel-rapl:0:0", "core", "51000000");
  Domain("intel-rapl:0:1", "dram", "12000000");
  Domain("intel-rapl:1", "package-1", "45000000");
  Domain("intel-rapl-mmio:0", "package-0", "61000000");
  Domain("intel-rapl:2", "psys", "99000000");
  readings = Read(12);
  EXPECT_NEAR(readings["cpu_power_w"].value(), 50, 1e-9);
  EXPECT_NEAR(readings["cpu_energy_j"].value(), 100, 1e-9);
  EXPECT_NEAR(readings["dram_power_w"].value(), 2.5, 1e-9);
  EXPECT_NEAR(readings["dram_energy_j"].value(), 5, 1e-9);
}

TEST_F(EnergySensorTest, TheCounterBeginsAnewAtItsRange) {
  Domain("intel-rapl:0", "package-0", "262143000000", "262143328850");
  Begin(MakeEnergySensor);
  Read(10);
  Domain("intel-rapl:0", "package-0", "671150", "262143328850");
  // 328850 to the range and 671150 after it: 1 J.
  EXPECT_NEAR(Read(11)["cpu_energy_j"].value(), 1, 1e-9);
}

TEST_F(EnergySensorTest, WithoutARangeAStepBackIsMissing) {
  Domain("intel-rapl:0", "package-0", "5000000", "x");
  Begin(MakeEnergySensor);
  Read(10);
  Domain("intel-rapl:0", "package-0", "1000000", "x");
  EXPECT_TRUE(AllMissing(Read(11)));
  Domain("intel-rapl:0", "package-0", "3000000", "x");
  EXPECT_NEAR(Read(12)["cpu_energy_j"].value(), 2, 1e-9);
}

TEST_F(EnergySensorTest, APartThatVanishesIsNotLeftOutOfTheSum) {
  Domain("intel-rapl:0", "package-0", "1000000");
  Domain("intel-rapl:1", "package-1", "1000000");
  Begin(MakeEnergySensor);
  Read(10);
  Domain("intel-rapl:0", "package-0", "3000000");
  Domain("intel-rapl:1", "package-1", "");
  EXPECT_TRUE(AllMissing(Read(11)));
  Domain("intel-rapl:1", "package-1", "5000000");
  Readings readings = Read(12);
  EXPECT_NEAR(readings["cpu_energy_j"].value(), 6, 1e-9);
  EXPECT_NEAR(readings["cpu_power_w"].value(), 3, 1e-9) << "over the 2 s since it was known";
}

TEST_F(EnergySensorTest, OneThatMayNotBeReadIsNoPart) {
  Domain("intel-rapl:0", "package-0", "1000000");
  Domain("intel-rapl:0:0", "dram", "");
  Begin(MakeEnergySensor);
  Readings readings = Read(10);
  EXPECT_EQ(readings["cpu_energy_j"], 0);
  EXPECT_EQ(readings["dram_energy_j"], std::nullopt);
}

TEST_F(EnergySensorTest, NoCountersNoReading) {
  Begin(MakeEnergySensor);
  EXPECT_TRUE(AllMissing(Read(1)));
  for (const char* text : kRubbish) {
    Domain("intel-rapl:0", "package-0", text, text);
    Domain("intel-rapl:0:0", text, text);
    Begin(MakeEnergySensor);
    Read(1);
    EXPECT_TRUE(AllMissing(Read(2))) << text;
  }
}

}  // namespace
}  // namespace trena
