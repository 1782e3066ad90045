// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/nvml/nvml_testing.h"
#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

constexpr pid_t kRoot = 100;
constexpr pid_t kRun = 200;
constexpr pid_t kRunChild = 201;
constexpr pid_t kOther = 300;

class GpuSensorTest : public SensorTest {
 protected:
  GpuSensorTest() {
    context_.root = kRoot;
    Proc("200/stat", "200 (python) R 100 1 1\n");
    Proc("201/stat", "201 (worker) R 200 1 1\n");
    Proc("300/stat", "300 (somebody) R 1 1 1\n");
  }
  void Start(const std::string& script, const std::string& library = "standin") {
    Say(script);
    machine_.gpus = NvmlStandIn::Open(library);
    Begin(MakeGpuSensor);
  }
  void Say(const std::string& script) { stand_in_.Say(script); }
  static std::string Process(int device, pid_t pid, const std::string& rest) {
    return std::to_string(device) + " process " + std::to_string(pid) + " " + rest + "\n";
  }
  // Two devices; values of the second are twice those of the first, but for what is shared out.
  static std::string Two(int millijoules = 1000) {
    return "0 pct 40\n0 total 1000\n0 used 100\n0 milliwatts 50000\n0 celsius 50\n0 sm_mhz 700\n"
           "0 mem_mhz 800\n0 bits 1\n0 millijoules " +
           std::to_string(millijoules) +
           "\n1 pct 80\n1 total 3000\n1 used 900\n1 milliwatts 100000\n1 celsius 70\n1 bits 4\n"
           "1 millijoules " +
           std::to_string(2 * millijoules) + "\n";
  }

  NvmlStandIn stand_in_;
};

TEST_F(GpuSensorTest, WithoutGpusThereAreNoColumns) {
  Begin(MakeGpuSensor);
  EXPECT_TRUE(sensor_->Columns().empty());
  EXPECT_TRUE(Read(1).empty());
}

TEST_F(GpuSensorTest, OnlyTheDeviceOnWhichTheRunIs) {
  Start(Two() + Process(1, kRunChild, "300 60") + Process(1, kOther, "500 20") +
        Process(0, kOther, "90 40"));
  Readings readings = Read(1);
  EXPECT_EQ(readings["gpu_devices"], 1);
  EXPECT_EQ(readings["gpu_pct"], 80);
  EXPECT_EQ(readings["gpu_mem_pct"], 30) << "900 of 3000";
  EXPECT_EQ(readings["gpu_mem_bytes"], 900);
  EXPECT_EQ(readings["gpu_run_pct"], 60) << "without what the other process uses";
  EXPECT_EQ(readings["gpu_run_mem_bytes"], 300);
  EXPECT_EQ(readings["gpu_other_processes"], 1);
  EXPECT_EQ(readings["gpu_power_w"], 100);
  EXPECT_EQ(readings["gpu_temp_c"], 70);
  EXPECT_EQ(readings["gpu_throttle_bits"], 4);
  EXPECT_EQ(readings["gpu1_pct"], 80);
  EXPECT_EQ(readings["gpu1_power_w"], 100);
  EXPECT_EQ(readings["gpu0_pct"], std::nullopt) << "somebody else's device is not read";
  EXPECT_EQ(readings["gpu0_energy_j"], std::nullopt);
}

TEST_F(GpuSensorTest, AProcessThatTrenaIsAttachedToCounts) {
  Start(Two() + Process(0, kRoot, "100 30"));
  EXPECT_EQ(Read(1)["gpu_pct"], 40);
}

TEST_F(GpuSensorTest, TwoDevicesTogether) {
  Start(Two() + Process(0, kRun, "100 30") + Process(1, kRun, "300 60"));
  Read(1);
  Say(Two(3500) + Process(0, kRun, "100 30") + Process(1, kRun, "300 60"));
  Readings readings = Read(2);
  EXPECT_EQ(readings["gpu_devices"], 2);
  EXPECT_EQ(readings["gpu_pct"], 60);
  EXPECT_EQ(readings["gpu_mem_pct"], 25) << "1000 of 4000";
  EXPECT_EQ(readings["gpu_run_pct"], 45);
  EXPECT_EQ(readings["gpu_run_mem_bytes"], 400);
  EXPECT_EQ(readings["gpu_other_processes"], 0);
  EXPECT_EQ(readings["gpu_power_w"], 150);
  EXPECT_EQ(readings["gpu_energy_j"], 2.5 + 5);
  EXPECT_EQ(readings["gpu0_energy_j"], 2.5);
  EXPECT_EQ(readings["gpu1_energy_j"], 5);
  EXPECT_EQ(readings["gpu_temp_c"], 70) << "the hottest";
  EXPECT_EQ(readings["gpu_throttle_bits"], 5) << "of either";
  EXPECT_EQ(readings["gpu0_sm_mhz"], 700);
  EXPECT_EQ(readings["gpu0_mem_mhz"], 800);
}

TEST_F(GpuSensorTest, EnergyIsChargedFromWhenTheDeviceIsTakenUp) {
  Start(Two(1000) + Process(0, kOther, "1"));
  EXPECT_EQ(Read(1)["gpu_energy_j"], std::nullopt) << "the run uses none";
  EXPECT_EQ(Read(1)["gpu_devices"], 0);
  Say(Two(5000));
  Read(2);
  Say(Two(7000) + Process(0, kRun, "1"));
  EXPECT_EQ(Read(3)["gpu_energy_j"], 2) << "since the reading before";
  Say(Two(8000));
  EXPECT_EQ(Read(4)["gpu_energy_j"], 3) << "its process is gone, the device is still the run's";
  Say(Two(100));
  EXPECT_EQ(Read(5)["gpu_energy_j"], std::nullopt) << "the driver was loaded anew";
  Say(Two(300));
  EXPECT_NEAR(Read(6)["gpu_energy_j"].value(), 3.2, 1e-9);
}

TEST_F(GpuSensorTest, AReadingThatFailsDropsNoOther) {
  std::string run = Process(0, kRun, "100 30") + Process(1, kRun, "300 60");
  Start(Two() + run + "1 fails milliwatts\n1 fails process_use\n");
  Readings readings = Read(1);
  EXPECT_EQ(readings["gpu_power_w"], std::nullopt) << "half of the sum is not the sum";
  EXPECT_EQ(readings["gpu0_power_w"], 50);
  EXPECT_EQ(readings["gpu1_power_w"], std::nullopt);
  EXPECT_EQ(readings["gpu_run_pct"], std::nullopt);
  EXPECT_EQ(readings["gpu_pct"], 60);
  Say("lies 4294967295\n" + Two() + run);
  readings = Read(2);
  EXPECT_EQ(readings["gpu_run_mem_bytes"], std::nullopt);
  EXPECT_EQ(readings["gpu_other_processes"], std::nullopt);
  EXPECT_EQ(readings["gpu_power_w"], 150) << "the devices stay the run's";
  Say("");
  EXPECT_EQ(Read(3)["gpu_pct"], std::nullopt);
}

TEST_F(GpuSensorTest, AnOldLibraryTellsLess) {
  Start(Two() + Process(0, kRun, "100 30"), "standin-old");
  Readings readings = Read(1);
  EXPECT_EQ(readings["gpu_energy_j"], std::nullopt);
  EXPECT_EQ(readings["gpu_run_pct"], std::nullopt);
  EXPECT_EQ(readings["gpu_run_mem_bytes"], 100);
  EXPECT_EQ(readings["gpu_pct"], 40);
}

TEST_F(GpuSensorTest, WhereNoProcessIsShownTheNamedDevicesCount) {
  context_.cuda_visible_devices = "1";
  Start(Two());
  Readings readings = Read(1);
  EXPECT_EQ(readings["gpu_pct"], 80);
  EXPECT_EQ(readings["gpu_devices"], 1);
  EXPECT_EQ(readings["gpu_run_mem_bytes"], std::nullopt);
}

}  // namespace
}  // namespace trena
