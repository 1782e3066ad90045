// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/visible_cpus.h"
#include "measure/sensors/sensor_testing.h"

namespace trena {
namespace {

class FrequencySensorTest : public SensorTest {
 protected:
  void Kilohertz(int cpu, const std::string& text) {
    Sys("devices/system/cpu/cpu" + std::to_string(cpu) + "/cpufreq/scaling_cur_freq", text);
  }
  Reading Mhz(double now) { return Read(now)["cpu_mhz"]; }
};

constexpr const char* kCpuinfo =
    "processor\t: 0\nmodel name\t: Some CPU @ 2.60GHz\ncpu MHz\t\t: 2500.500\n\n"
    "processor\t: 1\ncpu MHz\t\t: 2600.500\n\nprocessor\t: 2\ncpu MHz\t\t: 9999\n";

TEST_F(FrequencySensorTest, MeanOfTheVisibleCpus) {
  Kilohertz(0, "2400000\n");
  Kilohertz(1, "3000000\n");
  Kilohertz(2, "9000000\n");
  Proc("cpuinfo", kCpuinfo);
  Begin(MakeFrequencySensor);
  EXPECT_EQ(Mhz(10), 2700);
  EXPECT_EQ(Mhz(10.1), std::nullopt) << "two files are read five times a second at most";
  Kilohertz(1, "<unknown>\n");
  EXPECT_EQ(Mhz(11), 2400) << "of those that tell";
  Kilohertz(0, "0\n");
  EXPECT_EQ(Mhz(12), std::nullopt);
}

TEST_F(FrequencySensorTest, OtherwiseWhatCpuinfoSaysNowAndThen) {
  Proc("cpuinfo", kCpuinfo);
  Begin(MakeFrequencySensor);
  EXPECT_EQ(Mhz(10), 2550.5) << "of the visible ones";
  EXPECT_EQ(Mhz(39), std::nullopt);
  EXPECT_EQ(Mhz(40), 2550.5);
}

TEST_F(FrequencySensorTest, RubbishIsMissing) {
  for (const char* text : kRubbish) {
    Proc("cpuinfo", text);
    Kilohertz(0, text);
    Begin(MakeFrequencySensor);
    EXPECT_EQ(Mhz(1), std::nullopt) << text;
  }
}

TEST(SpreadOver, EvenlyAndNeverMore) {
  EXPECT_EQ(SpreadOver({0, 1, 2, 3, 4, 5, 6, 7}, 4), (std::vector<int>{0, 2, 4, 6}));
  EXPECT_EQ(SpreadOver({3, 9}, 4), (std::vector<int>{3, 9}));
  EXPECT_FALSE(VisibleCpus().empty());
}

}  // namespace
}  // namespace trena
