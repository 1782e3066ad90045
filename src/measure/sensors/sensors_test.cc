// SPDX-License-Identifier: Apache-2.0
// What holds for every row of the table.
#include <set>

#include "measure/sensors/nvml/nvml_testing.h"
#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class SensorsTest : public SensorTest {
 protected:
  // Sensors of processes have tests of their own.
  static bool IsOfTheTree(const SensorKind& kind) {
    return std::string(kind.name).starts_with("tree");
  }
};

TEST_F(SensorsTest, NamesAndColumnsAreOnlyOnceThere) {
  NvmlStandIn stand_in;
  stand_in.Say(kWholeDevice);
  machine_.gpus = NvmlStandIn::Open();
  std::set<std::string> names, columns;
  for (const SensorKind& kind : SensorKinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    for (const std::string& column : kind.make(context_)->Columns()) {
      EXPECT_TRUE(columns.insert(column).second) << column;
    }
  }
  for (const char* column : {"cpu_pct", "mem_pct", "gpu_pct", "gpu_mem_pct"}) {
    EXPECT_TRUE(columns.contains(column)) << column;
  }
}

TEST_F(SensorsTest, EveryColumnIsInTheDocumentation) {
  NvmlStandIn stand_in;
  stand_in.Say(kWholeDevice);
  machine_.gpus = NvmlStandIn::Open();
  std::string page = ReadFile(fs::path(TRENA_SOURCE_DIR) / "docs/methods/sensors.md").value();
  for (const SensorKind& kind : SensorKinds()) {
    for (std::string column : kind.make(context_)->Columns()) {
      if (column.starts_with("gpu0_")) column.replace(3, 1, "N");
      if (IsOfTheTree(kind)) continue;
      EXPECT_NE(page.find("`" + column + "`"), page.npos) << column;
    }
  }
}

TEST_F(SensorsTest, WithNoFilesAtAllNothingIsInvented) {
  for (const SensorKind& kind : SensorKinds()) {
    if (IsOfTheTree(kind)) continue;
    Begin(kind.make);
    Read(1);
    EXPECT_TRUE(AllMissing(Read(2))) << kind.name;
  }
}

TEST_F(SensorsTest, OnThisMachinePercentagesAreBetween0And100) {
  context_.proc = "/proc";
  context_.sys = "/sys";
  context_.cpus.clear();
  for (const SensorKind& kind : SensorKinds()) {
    if (IsOfTheTree(kind)) continue;
    Begin(kind.make);
    for (double now : {1.0, 2.0}) {
      for (const auto& [name, reading] : Read(now)) {
        if (!reading) continue;
        EXPECT_GE(*reading, 0) << name;
        bool share = name.ends_with("_pct");
        EXPECT_TRUE(!share || *reading <= 100) << name << " is " << *reading;
      }
    }
  }
}

}  // namespace
}  // namespace trena
