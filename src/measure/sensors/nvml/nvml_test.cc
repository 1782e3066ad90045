// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/nvml/nvml.h"

#include <gtest/gtest.h>

#include "measure/sensors/nvml/nvml_testing.h"

namespace trena {
namespace {

class NvmlTest : public testing::Test {
 protected:
  std::vector<pid_t> Pids(Nvml& nvml, bool expected = true) {
    std::vector<GpuProcess> processes;
    EXPECT_EQ(nvml.Processes(0, processes), expected);
    std::vector<pid_t> pids;
    for (const GpuProcess& process : processes) pids.push_back(process.pid);
    return pids;
  }
  NvmlStandIn stand_in_;
};

TEST_F(NvmlTest, AWholeDevice) {
  stand_in_.Say(kWholeDevice);
  auto nvml = NvmlStandIn::Open();
  EXPECT_EQ(nvml->driver(), "550.54 (stand-in)");
  EXPECT_TRUE(nvml->simulated());
  ASSERT_EQ(nvml->devices().size(), 1u);
  EXPECT_EQ(nvml->devices()[0].name, "Tesla-T4");
  EXPECT_EQ(nvml->devices()[0].uuid, "GPU-8932f937");
  EXPECT_EQ(nvml->devices()[0].memory, Bytes{16000});
  EXPECT_EQ(nvml->Utilisation(0), 80);
  EXPECT_EQ(nvml->Memory(0)->used, 4000);
  EXPECT_EQ(nvml->Watts(0), 70.5);
  EXPECT_EQ(nvml->Joules(0), 5);
  EXPECT_EQ(nvml->Celsius(0), 61);
  EXPECT_EQ(nvml->SmMhz(0), 1590);
  EXPECT_EQ(nvml->MemoryMhz(0), 5000);
  EXPECT_EQ(nvml->ThrottleBits(0), 36);
  std::vector<GpuProcess> processes;
  ASSERT_TRUE(nvml->Processes(0, processes));
  ASSERT_EQ(processes.size(), 1u);
  EXPECT_EQ(processes[0].pid, 4242);
  EXPECT_EQ(processes[0].memory_bytes, 3000);
  std::vector<GpuProcessUse> use;
  uint64_t since = 41;
  ASSERT_TRUE(nvml->ProcessUse(0, since, use));
  ASSERT_EQ(use.size(), 1u);
  EXPECT_EQ(use[0].percent, 75);
  EXPECT_EQ(since, 42u) << "only what is newer is asked for the next time";
}

TEST_F(NvmlTest, NoLibraryIsAnErrorThatSaysSo) {
  EXPECT_TRUE(Has(Nvml::Open("libno-such-nvml.so.1").error().message(), {"libno-such-nvml.so.1"}));
  EXPECT_FALSE(Nvml::Open("").ok());
  EXPECT_FALSE(Nvml::Open("/bin/true").ok()) << "not a library";
  EXPECT_TRUE(Has(Nvml::Open("libm.so.6").error().message(), {"lacks functions"}));
}

TEST_F(NvmlTest, ALibraryThatDoesNotStartOrHasNoDevices) {
  stand_in_.Say("fails init\n0 pct 5\n");
  EXPECT_TRUE(Has(Nvml::Open(NvmlStandIn::Library()).error().message(), {"999"}));
  stand_in_.Say("driver 1\n");
  EXPECT_TRUE(Has(Nvml::Open(NvmlStandIn::Library()).error().message(), {"no device"}));
}

TEST_F(NvmlTest, WhatAnOldLibraryLacksIsMissingAndTheRestStays) {
  stand_in_.Say(kWholeDevice);
  auto nvml = NvmlStandIn::Open("standin-old");
  EXPECT_EQ(nvml->Joules(0), std::nullopt);
  std::vector<GpuProcessUse> use;
  uint64_t since = 0;
  EXPECT_FALSE(nvml->ProcessUse(0, since, use));
  EXPECT_EQ(nvml->Watts(0), 70.5);
  EXPECT_EQ(nvml->ThrottleBits(0), 36) << "under its older name";
  EXPECT_EQ(Pids(*nvml), std::vector<pid_t>{4242}) << "by the second version";
}

TEST_F(NvmlTest, AnErrorOfOneMetricLeavesTheOthers) {
  stand_in_.Say(std::string(kWholeDevice) + "0 fails milliwatts\n0 fails processes\n");
  auto nvml = NvmlStandIn::Open();
  EXPECT_EQ(nvml->Watts(0), std::nullopt);
  EXPECT_TRUE(Pids(*nvml, false).empty());
  EXPECT_EQ(nvml->Utilisation(0), 80);
  EXPECT_EQ(nvml->Joules(0), 5);
}

TEST_F(NvmlTest, ADeviceThatCannotBeHadKeepsItsNumber) {
  stand_in_.Say("0 pct 10\n0 fails handle\n1 pct 20\n");
  auto nvml = NvmlStandIn::Open();
  ASSERT_EQ(nvml->devices().size(), 2u);
  EXPECT_EQ(nvml->Utilisation(0), std::nullopt);
  EXPECT_TRUE(Pids(*nvml, false).empty());
  EXPECT_EQ(nvml->Utilisation(1), 20);
}

TEST_F(NvmlTest, ValuesThatCannotBeAreMissing) {
  stand_in_.Say(
      "0 pct 101\n0 total 100\n0 used 200\n0 milliwatts 4294967295\n0 celsius 4294967295\n"
      "0 sm_mhz 4294967295\n0 millijoules 18446744073709551615\n");
  auto nvml = NvmlStandIn::Open();
  EXPECT_EQ(nvml->Utilisation(0), std::nullopt);
  EXPECT_FALSE(nvml->Memory(0).has_value());
  EXPECT_EQ(nvml->Watts(0), std::nullopt);
  EXPECT_EQ(nvml->Celsius(0), std::nullopt);
  EXPECT_EQ(nvml->SmMhz(0), std::nullopt);
  EXPECT_EQ(nvml->Joules(0), std::nullopt);
}

TEST_F(NvmlTest, ListsGrowWithTheirNeed) {
  std::string script = "0 pct 5\n";
  for (int pid = 1; pid <= 300; ++pid) script += "0 process " + std::to_string(pid) + " 1\n";
  stand_in_.Say(script);
  auto nvml = NvmlStandIn::Open();
  std::vector<pid_t> pids = Pids(*nvml);
  ASSERT_EQ(pids.size(), 300u);
  EXPECT_EQ(pids.back(), 300);
}

TEST_F(NvmlTest, LiesAboutSizesAreNotBelieved) {
  stand_in_.Say("0 pct 5\nlies 4294967295\n");
  auto nvml = NvmlStandIn::Open();
  EXPECT_TRUE(Pids(*nvml, false).empty()) << "more entries than there is room for";
  std::vector<GpuProcessUse> use;
  uint64_t since = 0;
  EXPECT_FALSE(nvml->ProcessUse(0, since, use));
  EXPECT_EQ(nvml->Utilisation(0), 5);
  stand_in_.Say("0 pct 5\n0 process 7 1\nwants 4294967295\n");
  EXPECT_TRUE(Pids(*nvml, false).empty()) << "one entry more each time, for ever";
  stand_in_.Say("devices 4000000000\n0 pct 5\n");
  EXPECT_EQ(NvmlStandIn::Open()->devices().size(), 32u);
}

TEST_F(NvmlTest, NamesArePrintableAndBounded) {
  stand_in_.Say("0 name Tesla\x1b[31m\xff\n0 uuid " + std::string(500, 'x') + "\n");
  auto nvml = NvmlStandIn::Open();
  EXPECT_EQ(nvml->devices()[0].name, "Tesla[31m");
  EXPECT_EQ(nvml->devices()[0].uuid, std::string(96, 'x')) << "no zero at the end";
}

}  // namespace
}  // namespace trena
