// SPDX-License-Identifier: Apache-2.0
#include "measure/doctor/doctor.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <set>

#include "core/files.h"

namespace trena {
namespace {

// A machine made of recorded files, seen at two instants ten seconds apart.
class DoctorTest : public testing::Test {
 protected:
  DoctorTest() : root_(MakeTemporaryFolder(testing::TempDir(), "doctor-").value()) {
    view_.root = root_.string();
    view_.cpus = {0, 1};
    view_.before.t = 100;
    view_.after.t = 110;
  }
  ~DoctorTest() override { fs::remove_all(root_); }

  void Put(const std::string& path, const std::string& text) {
    ASSERT_TRUE(MakeFolder((root_ / path).parent_path()).ok());
    ASSERT_TRUE(WriteFile(root_ / path, text).ok());
  }

  // The finding of a check, written "level: seen"; empty when it is silent.
  std::string Look(const std::string& check) {
    for (const Finding& finding : Examine(view_)) {
      if (finding.check != check) continue;
      EXPECT_EQ(finding.why.empty(), finding.level == FindingLevel::kGood) << check;
      EXPECT_EQ(finding.advice.empty(), finding.level == FindingLevel::kGood) << check;
      return std::string(ToString(finding.level)) + ": " + finding.seen.english;
    }
    return "";
  }

  // CPU seconds of the whole machine since the first instant.
  void Use(double busy, double idle, double steal) {
    view_.before.total = view_.before.idle = view_.before.steal = 50;
    view_.after.total = 50 + busy + idle + steal;
    view_.after.idle = 50 + idle;
    view_.after.steal = 50 + steal;
  }

  fs::path root_;
  DoctorView view_;
};

TEST_F(DoctorTest, AnEmptyMachineSaysNothingButWhatIsNotThere) {
  std::set<std::string> said;
  for (const Finding& finding : Examine(view_)) said.insert(finding.check);
  EXPECT_EQ(said, (std::set<std::string>{"quota", "pressure", "energy", "gpu"}));
  EXPECT_EQ(Look("quota"), "good: no CPU quota");
}

// Ticks are a hundredth of a second on Linux; `cat /proc/self/stat` of a name chosen to mislead.
TEST_F(DoctorTest, ReadsTheMachineAndItsProcesses) {
  ASSERT_EQ(sysconf(_SC_CLK_TCK), 100);
  Put("proc/stat", "cpu  1000 100 500 8000 200 0 100 100 0 0\ncpu0 1 2 3\n");
  Put("proc/42/stat", "42 (a) R 9 (b) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 1 0\n");
  Put("proc/7/stat", "7 (short");
  Put("proc/self/stat", "1 (x) S 1 1 1 0 -1 0 0 0 0 0 1 1\n");
  MachineMoment moment = ReadMachineMoment(root_.string(), 5);
  EXPECT_DOUBLE_EQ(*moment.total, 100);
  EXPECT_DOUBLE_EQ(*moment.idle, 82);
  EXPECT_DOUBLE_EQ(*moment.steal, 1);
  ASSERT_EQ(moment.processes.size(), 1u);
  EXPECT_EQ(moment.processes[42].name, "a) R 9 (b");
  EXPECT_DOUBLE_EQ(moment.processes[42].cpu_s, 3);
  Put("proc/stat", "cpu  garbage\n");
  EXPECT_FALSE(ReadMachineMoment(root_.string(), 5).total);
}

TEST_F(DoctorTest, OtherProgramsAreNamedAndWeAreNot) {
  Use(1, 19, 0);
  EXPECT_EQ(Look("busy"), "good: 5.0% of the CPUs' time is used");
  Use(8, 12, 0);
  view_.self = 5;
  view_.before.processes = {{1, {"init", 3}}, {5, {"trena", 0}}};
  view_.after.processes = {{1, {"init", 3.1}},
                           {5, {"trena", 9}},
                           {8, {"new", 5}},
                           {9, {"python3", 2}},
                           {10, {"python3", 0.5}}};
  EXPECT_EQ(Look("busy"), "bad: 40.0% of the CPUs' time is used: new 50%, python3 25%");
}

TEST_F(DoctorTest, Steal) {
  Use(0, 19.82, 0.18);
  EXPECT_EQ(Look("steal"), "good: 0.9% of the CPUs' time");
  Use(0, 19.6, 0.4);
  EXPECT_EQ(Look("steal"), "bad: 2.0% of the CPUs' time");
}

TEST_F(DoctorTest, Load) {
  Put("proc/loadavg", "1.00 1.2 1.3 2/300 999\n");
  EXPECT_EQ(Look("load"), "good: 1.00 tasks on 2 CPUs in the last minute");
  Put("proc/loadavg", "1.01 1.2 1.3 2/300 999\n");
  EXPECT_EQ(Look("load"), "note: 1.01 tasks on 2 CPUs in the last minute");
}

TEST_F(DoctorTest, TheTightestQuotaOfTheGroupsAboveUs) {
  Put("proc/self/cgroup", "0::/user.slice/box\n");
  Put("sys/fs/cgroup/user.slice/box/cpu.max", "max 100000\n");
  Put("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n");
  EXPECT_EQ(Look("quota"), "bad: 1.5 CPUs of 2 visible");
  Put("sys/fs/cgroup/cpu.max", "400000 100000\n");
  EXPECT_EQ(Look("quota"), "bad: 1.5 CPUs of 2 visible");
  Put("sys/fs/cgroup/user.slice/cpu.max", "200000 100000\n");
  EXPECT_EQ(Look("quota"), "good: 2 CPUs of 2 visible");
}

TEST_F(DoctorTest, QuotaOfVersionOne) {
  Put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  Put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(Look("quota"), "good: no CPU quota");
  Put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
  EXPECT_EQ(Look("quota"), "bad: 0.5 CPUs of 2 visible");
  EXPECT_EQ(Look("spinning"),
            "note: OpenMP's threads spin while they wait, and the CPUs are shared");
}

TEST_F(DoctorTest, OnlyThreadsThatSoonSleepDoNotSpin) {
  Put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
  Put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  auto look = [&](std::map<std::string, std::string> variables) {
    view_.variables = std::move(variables);
    return Look("spinning");
  };
  for (auto [name, value] : {std::pair("OMP_WAIT_POLICY", "passive"),
                             {"OMP_WAIT_POLICY", "PASSIVE"},
                             {"GOMP_SPINCOUNT", "0"},
                             {"GOMP_SPINCOUNT", "25k"},
                             {"KMP_BLOCKTIME", "0"},
                             {"KMP_BLOCKTIME", "1"},
                             {"KMP_BLOCKTIME", "200us"}}) {
    EXPECT_EQ(look({{name, value}}), "") << name << "=" << value;
  }
  for (auto [name, value] : {std::pair("OMP_WAIT_POLICY", "active"),
                             {"GOMP_SPINCOUNT", "infinite"},
                             {"GOMP_SPINCOUNT", "25001"},
                             {"GOMP_SPINCOUNT", "1M"},
                             {"KMP_BLOCKTIME", "infinite"},
                             {"KMP_BLOCKTIME", "200"},
                             {"KMP_BLOCKTIME", "1s"},
                             {"KMP_BLOCKTIME", "1 day"}}) {
    EXPECT_EQ(look({{name, value}}), std::string("note: OpenMP's threads spin while they wait (") +
                                         name + "=" + value + "), and the CPUs are shared");
  }
  EXPECT_NE(look({{"OMP_WAIT_POLICY", "passive"}, {"KMP_BLOCKTIME", "infinite"}}), "")
      << "some libraries sleep, others spin";
}

TEST_F(DoctorTest, AVirtualMachine) {
  Put("proc/cpuinfo", "processor : 0\nflags : fpu hypervisor_free avx\n");
  EXPECT_EQ(Look("virtual"), "good: a machine of its own");
  Put("proc/cpuinfo", "processor : 0\nflags : fpu avx hypervisor\n");
  EXPECT_EQ(Look("virtual"), "note: a virtual machine");
}

TEST_F(DoctorTest, SiblingsAmongTheCpusWeMayUse) {
  Put("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,4\n");
  Put("sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "1,5\n");
  EXPECT_EQ(Look("siblings"), "good: 2 CPUs, a core each");
  Put("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0-1\n");
  EXPECT_EQ(Look("siblings"), "note: CPUs 0 and 1 are one core");
}

TEST_F(DoctorTest, Frequency) {
  Put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  EXPECT_EQ(Look("governor"), "good: performance");
  Put("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
  EXPECT_EQ(Look("governor"), "note: performance, powersave");
  Put("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  EXPECT_EQ(Look("turbo"), "note: on");
  Put("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
  EXPECT_EQ(Look("turbo"), "good: off");
  Put("sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "0\n");
  EXPECT_EQ(Look("throttle"), "good: 0 times since the machine started");
  Put("sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", "12\n");
  EXPECT_EQ(Look("throttle"), "note: 12 times since the machine started");
}

TEST_F(DoctorTest, PowerAndClock) {
  Put("sys/class/power_supply/BAT0/type", "Battery\n");
  EXPECT_EQ(Look("battery"), "");
  Put("sys/class/power_supply/AC/type", "Mains\n");
  Put("sys/class/power_supply/AC/online", "0\n");
  EXPECT_EQ(Look("battery"), "bad: yes");
  Put("sys/class/power_supply/AC/online", "1\n");
  EXPECT_EQ(Look("battery"), "good: no, on mains");
  Put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
  EXPECT_EQ(Look("clock"), "good: tsc");
  Put("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
  EXPECT_EQ(Look("clock"), "note: hpet");
}

TEST_F(DoctorTest, MemoryAndSwap) {
  Put("proc/meminfo",
      "MemTotal: 8000000 kB\nMemAvailable: 4000000 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n");
  EXPECT_TRUE(Look("memory").starts_with("good: ")) << Look("memory");
  EXPECT_EQ(Look("swap"), "good: none in use");
  Put("proc/meminfo",
      "MemTotal: 8000000 kB\nMemAvailable: 790000 kB\nSwapTotal: 2000000 kB\nSwapFree: 1900000 "
      "kB\n");
  EXPECT_TRUE(Look("memory").starts_with("bad: ")) << Look("memory");
  EXPECT_TRUE(Look("swap").starts_with("note: ")) << Look("swap");
  Put("proc/meminfo", "MemTotal: 8000000 kB\nSwapTotal: 2000000 kB\nSwapFree: 1000000 kB\n");
  EXPECT_EQ(Look("memory"), "");
  EXPECT_TRUE(Look("swap").starts_with("bad: ")) << Look("swap");
}

TEST_F(DoctorTest, HugePages) {
  Put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  EXPECT_EQ(Look("huge_pages"), "good: madvise");
  Put("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
  EXPECT_EQ(Look("huge_pages"), "note: never");
}

TEST_F(DoctorTest, DiskOfAFolderThatIsNotThereYet) {
  EXPECT_EQ(Look("disk"), "");
  view_.folders = {{"results", root_ / "not/yet"}};
  EXPECT_TRUE(Look("disk").ends_with("B for results")) << Look("disk");
}

TEST_F(DoctorTest, PressureThere) {
  EXPECT_EQ(Look("pressure"), "note: the kernel does not tell");
  Put("proc/pressure/cpu", "some avg10=3.00 avg60=50.00 avg300=0.00 total=1\n");
  EXPECT_EQ(Look("pressure"), "good: no one waits");
  Put("proc/pressure/memory", "some avg10=12.30 avg60=0.00 avg300=0.00 total=1\n");
  EXPECT_EQ(Look("pressure"), "bad: programs waited for memory 12% of the last ten seconds");
}

TEST_F(DoctorTest, WhatCanBeRead) {
  EXPECT_EQ(Look("energy"), "note: no counter");
  Put("sys/class/powercap/intel-rapl:0/name", "package-0\n");
  EXPECT_EQ(Look("energy"), "note: there, but not readable by this user");
  Put("sys/class/powercap/intel-rapl:0/energy_uj", "123456\n");
  EXPECT_EQ(Look("energy"), "good: of the processor, by RAPL");
  EXPECT_EQ(Look("gpu"), "good: no NVIDIA GPU");
  Put("dev/nvidiactl", "");
  EXPECT_EQ(Look("gpu"), "note: a GPU, but no libnvidia-ml.so.1");
  view_.nvml = true;
  EXPECT_EQ(Look("gpu"), "good: by NVML");
}

TEST_F(DoctorTest, TheYardstickOverSomeSeconds) {
  view_.compute = {100, 104};
  view_.memory = {10, 10};
  EXPECT_EQ(Look("yardstick"), "") << "two readings tell nothing";
  view_.compute = {100, 104, 102};
  view_.memory = {10, 10, 10};
  EXPECT_EQ(Look("yardstick"), "good: 3 readings range over 4.0% (compute) and 0.0% (memory)");
  view_.memory = {10, 10, 10.8};
  EXPECT_EQ(Look("yardstick"), "note: 3 readings range over 4.0% (compute) and 8.0% (memory)");
  view_.memory = {10, 10, 12};
  EXPECT_EQ(Look("yardstick"), "bad: 3 readings range over 4.0% (compute) and 20.0% (memory)");
}

TEST_F(DoctorTest, GarbageIsNotTakenForReadings) {
  for (const char* path :
       {"proc/loadavg", "proc/self/cgroup", "proc/cpuinfo", "proc/pressure/cpu", "proc/meminfo",
        "sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "sys/fs/cgroup/cpu.max",
        "sys/devices/system/cpu/intel_pstate/no_turbo",
        "sys/kernel/mm/transparent_hugepage/enabled"}) {
    Put(path, std::string("\x1b[2J]-[\xff 9e999 -", 16));
  }
  for (const Finding& finding : Examine(view_)) {
    EXPECT_NE(finding.level, FindingLevel::kBad) << finding.check << ": " << finding.seen.english;
  }
}

}  // namespace
}  // namespace trena
