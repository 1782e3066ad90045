// SPDX-License-Identifier: Apache-2.0
#include "measure/machine/machine.h"

#include <gtest/gtest.h>

#include "configure/testing.h"

namespace trena {
namespace {

// A made-up root of the file system.
class MachineTest : public testing::Test {
 protected:
  void File(const std::string& path, const std::string& text) {
    fs::create_directories((folder_.path() / path).parent_path());
    folder_.Write(path, text);
  }
  Machine Read() { return ReadMachine(folder_.path().string(), ""); }

  TestFolder folder_;
};

constexpr const char* kMeminfo =
    "MemTotal:        8000000 kB\nMemFree: 1 kB\nMemAvailable: 3000000 kB\n";
constexpr uint64_t kTotal = 8000000ull * 1024;

TEST_F(MachineTest, NoFilesAtAllIsMissingNotZero) {
  Machine machine = Read();
  EXPECT_GE(machine.cpus, 1);
  EXPECT_EQ(machine.memory, std::nullopt);
  EXPECT_EQ(machine.boot_id, "");
  for (const char* fact :
       {"memory_bytes", "usable_memory_bytes", "os", "container", "governor", "gpus"}) {
    EXPECT_TRUE(machine.facts.contains(fact)) << fact;
    EXPECT_TRUE(machine.facts[fact].is_null()) << fact;
  }
  for (const char* fact : {"model", "vendor", "mhz", "cache"}) {
    EXPECT_TRUE(machine.facts["cpu"][fact].is_null()) << fact;
  }
  EXPECT_TRUE(machine.facts["cpu"]["flags"].empty());
  Json moment = ReadMoment(folder_.path().string());
  EXPECT_TRUE(moment["load"].empty());
  EXPECT_TRUE(moment["available_memory_bytes"].is_null());
}

TEST_F(MachineTest, Processor) {
  File("proc/cpuinfo",
       "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 85\n"
       "model name\t: Intel(R) Xeon(R) Platinum 8272CL CPU @ 2.60GHz\nstepping\t: 7\n"
       "cpu MHz\t\t: 2593.906\ncache size\t: 36608 KB\nflags\t\t: fpu avx2 avx512f secret fma\n\n"
       "processor\t: 1\nmodel name\t: another\n");
  Json cpu = Read().facts["cpu"];
  EXPECT_EQ(cpu["model"], "Intel(R) Xeon(R) Platinum 8272CL CPU @ 2.60GHz");
  EXPECT_EQ(cpu["vendor"], "GenuineIntel");
  EXPECT_EQ(cpu["model_number"], "85");
  EXPECT_EQ(cpu["mhz"], 2593.906);
  EXPECT_EQ(cpu["cache"], "36608 KB");
  EXPECT_EQ(cpu["flags"], Json::array({"avx2", "avx512f", "fma"})) << "an allow-list";
  EXPECT_GE(cpu["visible"], 1);
}

TEST_F(MachineTest, ArmCallsItsFlagsFeatures) {
  File("proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd sve\nCPU implementer\t: 0x41\n");
  EXPECT_EQ(Read().facts["cpu"]["flags"], Json::array({"asimd", "sve"}));
}

TEST_F(MachineTest, MemoryWithoutALimitIsAllThereIs) {
  File("proc/meminfo", kMeminfo);
  Machine machine = Read();
  EXPECT_EQ(machine.memory, Bytes{kTotal});
  EXPECT_EQ(machine.facts["memory_bytes"], kTotal);
  EXPECT_EQ(machine.facts["usable_memory_bytes"], kTotal);
  EXPECT_EQ(ReadMoment(folder_.path().string())["available_memory_bytes"], 3000000ull * 1024);
}

TEST_F(MachineTest, TheLimitOfACgroupOfVersion2) {
  File("proc/meminfo", kMeminfo);
  File("sys/fs/cgroup/memory.max", "1073741824\n");
  EXPECT_EQ(Read().memory, Bytes{1073741824});
  EXPECT_EQ(Read().facts["memory_bytes"], kTotal);
  File("sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(Read().memory, Bytes{kTotal});
}

TEST_F(MachineTest, TheLimitOfACgroupOfVersion1) {
  File("proc/meminfo", kMeminfo);
  File("sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n");
  EXPECT_EQ(Read().memory, Bytes{2147483648});
  // What the kernel shows where there is none.
  File("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(Read().memory, Bytes{kTotal});
  fs::remove(folder_.path() / "proc/meminfo");
  EXPECT_EQ(Read().memory, std::nullopt);
  File("sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n");
  EXPECT_EQ(Read().memory, Bytes{2147483648}) << "a limit is known without the total";
}

TEST_F(MachineTest, SystemAndContainer) {
  File("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  File("proc/sys/kernel/random/boot_id", "a0b1c2d3-0000\n");
  File("proc/loadavg", "0.52 0.58 0.59 1/389 12345\n");
  File("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  File("proc/1/cgroup", "0::/kubepods/besteffort/pod1\n");
  Machine machine = Read();
  EXPECT_EQ(machine.facts["os"], "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(machine.boot_id, "a0b1c2d3-0000");
  EXPECT_EQ(machine.facts["governor"], "performance");
  EXPECT_EQ(machine.facts["container"], "kubepods");
  EXPECT_EQ(ReadMoment(folder_.path().string())["load"], Json::array({0.52, 0.58, 0.59}));
  File(".dockerenv", "");
  EXPECT_EQ(Read().facts["container"], "docker");
}

TEST_F(MachineTest, FactsAreAnAllowList) {
  Json facts = ReadMachine().facts;
  std::vector<std::string> names;
  for (const auto& [name, value] : facts.items()) names.push_back(name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"cpu", "memory_bytes", "usable_memory_bytes", "kernel", "os",
                                      "container", "governor", "gpus", "variables", "limits"}));
  std::vector<std::string> kernel;
  for (const auto& [name, value] : facts["kernel"].items()) kernel.push_back(name);
  EXPECT_EQ(kernel, (std::vector<std::string>{"system", "release", "architecture"}))
      << "not the host's name";
}

TEST(Differences, WhatDiffersIsSaid) {
  Machine machine;
  machine.cpus = 4;
  machine.memory = Bytes{8'000'000'000};
  Environment same;
  EXPECT_TRUE(Differences(same, machine).empty()) << "nothing said, nothing to differ from";
  same.vcpus = 4;
  same.memory = Bytes{8'000'000'000};
  EXPECT_TRUE(Differences(same, machine).empty());
  Environment other = same;
  other.vcpus = 6;
  EXPECT_EQ(Differences(other, machine), std::vector<std::string>{"4 CPUs instead of 6"});
  other.memory = Bytes{28'000'000'000};
  EXPECT_EQ(Differences(other, machine),
            (std::vector<std::string>{"4 CPUs instead of 6", "8 GB of memory instead of 28 GB"}));
}

TEST(Differences, AVirtualMachineShowsALittleLess) {
  Machine machine;
  Environment environment;
  environment.memory = Bytes{8'000'000'000};
  machine.memory = Bytes{6'900'000'000};  // 13.75 % less
  EXPECT_TRUE(Differences(environment, machine).empty());
  machine.memory = Bytes{6'700'000'000};  // 16.25 % less
  EXPECT_EQ(Differences(environment, machine).size(), 1u);
  machine.memory = Bytes{16'000'000'000};
  EXPECT_EQ(Differences(environment, machine).size(), 1u);
  machine.memory.reset();
  EXPECT_TRUE(Differences(environment, machine).empty()) << "what is not known is no difference";
}

TEST_F(MachineTest, ADeviceMustBeThere) {
  std::string root = folder_.path().string();
  Environment cpu, cuda, tpu;
  cuda.device = "cuda";
  tpu.device = "tpu";
  EXPECT_TRUE(IsHere(cpu, root));
  EXPECT_FALSE(IsHere(cuda, root, ""));
  EXPECT_FALSE(IsHere(tpu, root));
  File("dev/nvidiactl", "");
  EXPECT_TRUE(IsHere(cuda, root));
  EXPECT_FALSE(IsHere(tpu, root));
  File("dev/vfio/0", "");
  EXPECT_TRUE(IsHere(tpu, root));
}

TEST(MachineName, TellsMachinesApart) {
  Machine one = ReadMachine(), other = one;
  EXPECT_EQ(MachineName(one), MachineName(other));
  other.cpus += 1;
  EXPECT_NE(MachineName(one), MachineName(other));
}

}  // namespace
}  // namespace trena
