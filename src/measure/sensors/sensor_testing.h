// SPDX-License-Identifier: Apache-2.0
// For tests of sensors: made-up /proc and /sys in a folder, and readings by their names.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "configure/testing.h"
#include "measure/sensors/sensor.h"

namespace trena {

class SensorTest : public testing::Test {
 protected:
  using Make = std::unique_ptr<Sensor> (*)(const SensorContext& context);
  using Readings = std::map<std::string, Reading>;

  SensorTest() {
    machine_.cpus = 2;
    context_.machine = &machine_;
    context_.proc = (folder_.path() / "proc").string();
    context_.sys = (folder_.path() / "sys").string();
    context_.cpus = {0, 1};
    context_.cuda_visible_devices.reset();
  }

  void Proc(const std::string& path, const std::string& text) { File("proc/" + path, text); }
  void Sys(const std::string& path, const std::string& text) { File("sys/" + path, text); }

  // After the files are there: a sensor looks for some of them when it is made.
  void Begin(Make make) { sensor_ = make(context_); }

  Readings Read(double now) {
    std::vector<Reading> readings;
    sensor_->Read(now, readings);
    std::vector<std::string> columns = sensor_->Columns();
    EXPECT_EQ(readings.size(), columns.size());
    Readings named;
    for (size_t i = 0; i < std::min(columns.size(), readings.size()); ++i) {
      named[columns[i]] = readings[i];
    }
    return named;
  }

  // Whether no reading is there; names those that are.
  static testing::AssertionResult AllMissing(const Readings& readings) {
    for (const auto& [name, reading] : readings) {
      if (reading) return testing::AssertionFailure() << name << " is " << *reading;
    }
    return testing::AssertionSuccess();
  }

  TestFolder folder_;
  Machine machine_;
  SensorContext context_;
  std::unique_ptr<Sensor> sensor_;

 private:
  void File(const std::string& path, const std::string& text) {
    fs::create_directories((folder_.path() / path).parent_path());
    std::ofstream(folder_.path() / path) << text;
  }
};

// What a sensor's file may hold when something is wrong.
constexpr const char* kRubbish[] = {"",
                                    "\n\n\n",
                                    "cpu",
                                    "cpu a b c d e f g h",
                                    "cpu nan nan nan nan nan nan nan nan",
                                    "\xff\xfe\x01",
                                    "MemTotal: x kB\nMemAvailable:\n",
                                    "vda 254 0 1 2 x 4 5 6 y",
                                    "eth0: x y z",
                                    "some total=x",
                                    "some avg10=1 total",
                                    "-5",
                                    "1e999"};

}  // namespace trena
