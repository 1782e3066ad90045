// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "configure/testing.h"
#include "measure/sensors/sensor.h"

namespace trena {
namespace {

class TreeDetailSensorTest : public testing::Test {
 protected:
  TreeDetailSensorTest() {
    for (const char* pid : {"100", "101"}) {
      Write(pid, "stat",
            std::string(pid) + " (a) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 7 4096 10 0\n");
      Write(pid, std::string("task/") + pid + "/children", pid == std::string("100") ? "101" : "");
    }
    Io("100", 1000, 10);
    Io("101", 4096, 8192);
    Write("101", "task/101/schedstat", "5000 70 12\n");
    Write("101", "smaps_rollup",
          "00400000-7ffd ---p 0 00:00 0 [rollup]\nRss: 100 kB\nPss: 40 kB\n"
          "Pss_Dirty: 7 kB\n");
    context_.root = 100;
    context_.machine = &machine_;
    context_.proc = folder_.path().string();
    sensor_ = MakeTreeDetailSensor(context_);
  }

  void Write(const std::string& pid, const std::string& name, const std::string& text) {
    fs::path path = folder_.path() / pid / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  void Io(const std::string& pid, int read, int written) {
    Write(pid, "io",
          "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: " + std::to_string(read) +
              "\nwrite_bytes: " + std::to_string(written) + "\ncancelled_write_bytes: 0\n");
  }
  std::map<std::string, Reading> Read(double now) {
    std::vector<Reading> readings;
    sensor_->Read(now, readings);
    std::map<std::string, Reading> named;
    std::vector<std::string> columns = sensor_->Columns();
    EXPECT_EQ(readings.size(), columns.size());
    for (size_t i = 0; i < columns.size(); ++i) named[columns[i]] = readings[i];
    return named;
  }

  TestFolder folder_;
  Machine machine_;
  SensorContext context_;
  std::unique_ptr<Sensor> sensor_;
};

TEST_F(TreeDetailSensorTest, TransferIsOfTheLivingAndOfThoseWhoEnded) {
  auto readings = Read(1);
  EXPECT_EQ(readings["tree_read_bytes"], 5096);
  EXPECT_EQ(readings["tree_written_bytes"], 8202);
  // It has ended, and its parent has not waited for it yet: what was seen stays.
  Write("101", "io", "");
  EXPECT_EQ(Read(2)["tree_read_bytes"], 5096);
  Io("100", 6000, 9000);
  EXPECT_EQ(Read(3)["tree_read_bytes"], 6000);
}

TEST_F(TreeDetailSensorTest, OneUnreadableFileDropsNothingElse) {
  Write("100", "io", "rubbish");
  Write("101", "io", "read_bytes: x\n");
  auto readings = Read(1);
  EXPECT_EQ(readings["tree_written_bytes"], std::nullopt);
  EXPECT_EQ(Read(2)["tree_switches"], 12);
}

TEST_F(TreeDetailSensorTest, WhatCostsMoreIsReadRarely) {
  auto at = [&](double now, const char* name) { return Read(now)[name]; };
  EXPECT_EQ(at(0, "tree_switches"), std::nullopt);
  EXPECT_EQ(at(1, "tree_switches"), 12);
  Write("101", "task/101/schedstat", "9000 70 20\n");
  EXPECT_EQ(at(4, "tree_pss_bytes"), std::nullopt);
  EXPECT_EQ(at(5, "tree_pss_bytes"), 40 * 1024);
  EXPECT_EQ(at(10.9, "tree_switches"), std::nullopt);
  EXPECT_EQ(at(11, "tree_switches"), 20);
  EXPECT_EQ(at(34, "tree_pss_bytes"), std::nullopt);
  EXPECT_EQ(at(200, "tree_pss_bytes"), 40 * 1024);
}

TEST_F(TreeDetailSensorTest, ANumberThatIsReusedIsAnotherProcess) {
  EXPECT_EQ(Read(0)["tree_switches"], std::nullopt);
  EXPECT_EQ(Read(1)["tree_switches"], 12);
  Write("101", "stat", "101 (b) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 9 4096 10 0\n");
  Write("101", "task/101/schedstat", "1 1 5\n");
  EXPECT_EQ(Read(20)["tree_switches"], 17) << "5 of its own, not 7 fewer of the first";
}

TEST_F(TreeDetailSensorTest, SwitchesOfAThreadThatEndedStayCounted) {
  EXPECT_EQ(Read(0)["tree_switches"], std::nullopt);
  EXPECT_EQ(Read(1)["tree_switches"], 12);
  fs::remove_all(folder_.path() / "101/task/101");
  Write("101", "task/102/schedstat", "1 1 5\n");
  EXPECT_EQ(Read(20)["tree_switches"], 17);
}

}  // namespace
}  // namespace trena
