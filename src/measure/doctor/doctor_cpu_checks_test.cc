// SPDX-License-Identifier: Apache-2.0
// The checks of the processor at their limits, and with files as they should not be.
#include <gtest/gtest.h>

#include "measure/doctor/doctor_testing.h"

namespace trena {
namespace {

class CpuChecksTest : public CheckTest {
 protected:
  void PutCpu(int cpu, const std::string& path, const std::string& text) {
    Put("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/" + path, text);
  }
};

TEST_F(CpuChecksTest, BusyIsWhatIsNeitherIdleNorStolen) {
  Use(16, 40, 8);
  EXPECT_EQ(BusyShare(view_), 0.25);  // 16 of 64
  Use(0, 64, 0);
  EXPECT_EQ(BusyShare(view_), 0);
}

TEST_F(CpuChecksTest, BusyStaysAShareWhateverTheCountersDo) {
  Use(16, 40, 8);
  view_.after.idle = 64 + 100;  // more idle than there was time: counters are read one by one
  EXPECT_EQ(BusyShare(view_), 0);
  view_.after.idle = 64 - 200;
  EXPECT_EQ(BusyShare(view_), 1);
}

TEST_F(CpuChecksTest, BusyNeedsBothInstantsAndTimeBetweenThem) {
  EXPECT_EQ(BusyShare(view_), std::nullopt);
  Use(16, 40, 8);
  view_.before.total.reset();
  EXPECT_EQ(BusyShare(view_), std::nullopt);
  EXPECT_EQ(Said(CheckSteal(view_)), "");
  Use(16, 40, 8);
  view_.after.total.reset();
  EXPECT_EQ(BusyShare(view_), std::nullopt);
  EXPECT_EQ(Said(CheckSteal(view_)), "");
  Use(0, 0, 0);
  EXPECT_EQ(BusyShare(view_), std::nullopt) << "no time has passed";
  EXPECT_EQ(Said(CheckBusy(view_)), "");
  EXPECT_EQ(Said(CheckSteal(view_)), "");
  Use(-1, 0, 0);
  EXPECT_EQ(BusyShare(view_), std::nullopt) << "counters that went back";
  EXPECT_EQ(Said(CheckSteal(view_)), "");
}

TEST_F(CpuChecksTest, FivePercentIsQuiet) {
  Use(5, 95, 0);
  EXPECT_EQ(Said(CheckBusy(view_)), "good: 5.0% of the CPUs' time is used");
  Use(5.1, 94.9, 0);
  EXPECT_EQ(Said(CheckBusy(view_)), "bad: 5.1% of the CPUs' time is used");
}

TEST_F(CpuChecksTest, WhoTakesTwoPercentOfACpuIsNamed) {
  Use(50, 50, 0);
  // Of ten seconds: 0.2 s are 2 %, 0.1 s are 1 %.
  view_.before.processes = {{1, {"old", 7}}, {2, {"less", 7}}};
  view_.after.processes = {{1, {"old", 7.5}}, {2, {"less", 7.1}}, {3, {"new", 0.2}}};
  EXPECT_EQ(Said(CheckBusy(view_)), "bad: 50.0% of the CPUs' time is used: old 5%, new 2%");
}

TEST_F(CpuChecksTest, ThreeAreNamedTheBusiestFirst) {
  Use(50, 50, 0);
  view_.after.processes = {{1, {"a", 1}}, {2, {"b", 4}}, {3, {"c", 2}}, {4, {"d", 3}}};
  EXPECT_EQ(Said(CheckBusy(view_)), "bad: 50.0% of the CPUs' time is used: b 40%, d 30%, c 20%");
}

TEST_F(CpuChecksTest, WithoutTimeNobodyIsNamed) {
  Use(50, 50, 0);
  view_.after.processes = {{1, {"a", 9}}};
  view_.after.t = view_.before.t;
  EXPECT_EQ(Said(CheckBusy(view_)), "bad: 50.0% of the CPUs' time is used");
}

TEST_F(CpuChecksTest, OnePercentOfStealIsBorne) {
  Use(0, 99, 1);
  EXPECT_EQ(Said(CheckSteal(view_)), "good: 1.0% of the CPUs' time");
  Use(0, 98.9, 1.1);
  EXPECT_EQ(Said(CheckSteal(view_)), "bad: 1.1% of the CPUs' time");
  Use(0, 100, 0);
  view_.after.steal = 60;
  EXPECT_EQ(Said(CheckSteal(view_)), "good: 0.0% of the CPUs' time") << "a counter that went back";
}

TEST_F(CpuChecksTest, LoadIsOfTheCpusWeMayUse) {
  Put("proc/loadavg", "1.50 0.10 0.05 1/100 42\n");
  EXPECT_EQ(Said(CheckLoad(view_)), "note: 1.50 tasks on 2 CPUs in the last minute");
  view_.cpus = {0, 1, 2};
  EXPECT_EQ(Said(CheckLoad(view_)), "good: 1.50 tasks on 3 CPUs in the last minute");
  view_.cpus.clear();
  EXPECT_EQ(Said(CheckLoad(view_)), "") << "of none nothing can be said";
}

TEST_F(CpuChecksTest, QuotaIsTheLeastOnTheWayUp) {
  Put("proc/self/cgroup", "12:cpu:/elsewhere\n0::/a/b/c\n");
  Put("sys/fs/cgroup/a/b/c/cpu.max", "300000 100000\n");
  Put("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  Put("sys/fs/cgroup/a/cpu.max", "100000 50000\n");
  EXPECT_EQ(QuotaCpus(view_), 2);  // 100000 ÷ 50000 of the group a
  Put("sys/fs/cgroup/cpu.max", "25000 100000\n");
  EXPECT_EQ(QuotaCpus(view_), 0.25) << "the top counts too";
}

TEST_F(CpuChecksTest, QuotaOfTheTopGroup) {
  Put("proc/self/cgroup", "0::/\n");
  Put("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(QuotaCpus(view_), 0.5);
}

TEST_F(CpuChecksTest, QuotaThatIsNone) {
  EXPECT_EQ(QuotaCpus(view_), std::nullopt);
  for (const char* text : {"max 100000\n", "100000\n", "100000 0\n", "100000 -5\n", "x y\n", ""}) {
    Put("sys/fs/cgroup/cpu.max", text);
    EXPECT_EQ(QuotaCpus(view_), std::nullopt) << text;
  }
}

TEST_F(CpuChecksTest, AGroupOutsideOurViewIsNotFollowed) {
  Put("proc/self/cgroup", "0::/../../host\n");
  Put("host/cpu.max", "1 100000\n");
  EXPECT_EQ(QuotaCpus(view_), std::nullopt);
}

TEST_F(CpuChecksTest, Version1CountsOnlyWhereVersion2DoesNot) {
  Put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
  Put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(QuotaCpus(view_), 0.5);
  Put("sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(QuotaCpus(view_), 1.5);
  fs::remove(folder_.path() / "sys/fs/cgroup/cpu.max");
  for (auto [quota, period] : {std::pair("0", "100000"),
                               {"-1", "100000"},
                               {"50000", "0"},
                               {"50000", ""},
                               {"", "100000"}}) {
    Put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota);
    Put("sys/fs/cgroup/cpu/cpu.cfs_period_us", period);
    EXPECT_EQ(QuotaCpus(view_), std::nullopt) << quota << "/" << period;
  }
}

TEST_F(CpuChecksTest, AQuotaOfAsManyAsWeSeeIsNoLoss) {
  Put("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(Said(CheckQuota(view_)), "good: 2 CPUs of 2 visible");
  EXPECT_EQ(Said(CheckSpinning(view_)), "") << "nobody waits for a CPU";
  Put("sys/fs/cgroup/cpu.max", "199000 100000\n");
  EXPECT_EQ(Said(CheckQuota(view_)), "bad: 1.99 CPUs of 2 visible");
  EXPECT_NE(Said(CheckSpinning(view_)), "");
}

TEST_F(CpuChecksTest, SpinningMattersOnABusyMachine) {
  Use(5, 95, 0);
  EXPECT_EQ(Said(CheckSpinning(view_)), "");
  Use(6, 94, 0);
  Found found = CheckSpinning(view_);
  EXPECT_EQ(Said(found), "note: OpenMP's threads spin while they wait, and the CPUs are shared");
  EXPECT_EQ(found->advice.english,
            "Make the machine quiet; else set OMP_WAIT_POLICY=passive for all runs alike.");
  view_.variables = {{"OMP_WAIT_POLICY", "active"}};
  EXPECT_EQ(CheckSpinning(view_)->advice.english,
            "Make the machine quiet; else set OMP_WAIT_POLICY=passive instead of "
            "OMP_WAIT_POLICY=active for all runs alike.");
}

TEST_F(CpuChecksTest, SpinCountsAtTheirLimits) {
  Use(50, 50, 0);
  auto spins = [&](const char* name, const char* value) {
    view_.variables = {{name, value}};
    return CheckSpinning(view_).has_value();
  };
  EXPECT_FALSE(spins("GOMP_SPINCOUNT", "25000"));
  EXPECT_TRUE(spins("GOMP_SPINCOUNT", "26k"));
  EXPECT_TRUE(spins("GOMP_SPINCOUNT", "1G"));
  EXPECT_TRUE(spins("GOMP_SPINCOUNT", "1T"));
  EXPECT_TRUE(spins("GOMP_SPINCOUNT", "5 k")) << "no such unit";
  EXPECT_TRUE(spins("GOMP_SPINCOUNT", "k"));
  EXPECT_FALSE(spins("KMP_BLOCKTIME", "1ms"));
  EXPECT_FALSE(spins("KMP_BLOCKTIME", "1000us"));
  EXPECT_TRUE(spins("KMP_BLOCKTIME", "1001us"));
  EXPECT_TRUE(spins("KMP_BLOCKTIME", "2"));
  EXPECT_TRUE(spins("KMP_BLOCKTIME", ""));
}

TEST_F(CpuChecksTest, AVirtualMachineSaysSoInItsFlags) {
  EXPECT_EQ(Said(CheckVirtual(view_)), "");
  Put("proc/cpuinfo", "processor\t: 0\nmodel name\t: hypervisor edition\nflags\t\t: fpu sse\n");
  EXPECT_EQ(Said(CheckVirtual(view_)), "good: a machine of its own") << "only flags tell";
  Put("proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n");
  EXPECT_EQ(Said(CheckVirtual(view_)), "note: a virtual machine");
  Put("proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\n");
  EXPECT_EQ(Said(CheckVirtual(view_)), "good: a machine of its own");
}

TEST_F(CpuChecksTest, SiblingsThatWeMayNotUseDoNotShare) {
  EXPECT_EQ(Said(CheckSiblings(view_)), "") << "the kernel does not tell";
  PutCpu(0, "topology/thread_siblings_list", "0\n");
  EXPECT_EQ(Said(CheckSiblings(view_)), "good: 2 CPUs, a core each");
  PutCpu(1, "topology/thread_siblings_list", "1,65\n");
  EXPECT_EQ(Said(CheckSiblings(view_)), "good: 2 CPUs, a core each");
  view_.cpus = {0, 1, 65};
  EXPECT_EQ(Said(CheckSiblings(view_)), "note: CPUs 1 and 65 are one core");
}

TEST_F(CpuChecksTest, SiblingsAreListsAndRanges) {
  view_.cpus = {4, 7};
  PutCpu(4, "topology/thread_siblings_list", "0-2,4,6-7\n");
  EXPECT_EQ(Said(CheckSiblings(view_)), "note: CPUs 4 and 7 are one core");
  PutCpu(4, "topology/thread_siblings_list", "4-6\n");
  EXPECT_EQ(Said(CheckSiblings(view_)), "good: 2 CPUs, a core each");
}

TEST_F(CpuChecksTest, ARangeNoMachineHasIsNotWalked) {
  PutCpu(0, "topology/thread_siblings_list", "0-4096\n");
  EXPECT_EQ(Said(CheckSiblings(view_)), "note: CPUs 0 and 1 are one core");
  for (const char* list : {"0-4097\n", "0-999999999999\n", "-1\n", "0-\n", "x-1\n", ",,\n"}) {
    PutCpu(0, "topology/thread_siblings_list", list);
    EXPECT_EQ(Said(CheckSiblings(view_)), "good: 2 CPUs, a core each") << list;
  }
}

TEST_F(CpuChecksTest, OneGovernorForAll) {
  EXPECT_EQ(Said(CheckGovernor(view_)), "");
  PutCpu(0, "cpufreq/scaling_governor", "performance\n");
  PutCpu(1, "cpufreq/scaling_governor", "performance\n");
  PutCpu(2, "cpufreq/scaling_governor", "powersave\n");
  EXPECT_EQ(Said(CheckGovernor(view_)), "good: performance") << "the third is not ours";
  PutCpu(0, "cpufreq/scaling_governor", "schedutil\n");
  PutCpu(1, "cpufreq/scaling_governor", "schedutil\n");
  EXPECT_EQ(Said(CheckGovernor(view_)), "note: schedutil");
}

TEST_F(CpuChecksTest, TurboOfEitherKernel) {
  EXPECT_EQ(Said(CheckTurbo(view_)), "");
  Put("sys/devices/system/cpu/cpufreq/boost", "1\n");
  EXPECT_EQ(Said(CheckTurbo(view_)), "note: on");
  Put("sys/devices/system/cpu/cpufreq/boost", "0\n");
  EXPECT_EQ(Said(CheckTurbo(view_)), "good: off");
  Put("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
  EXPECT_EQ(Said(CheckTurbo(view_)), "note: on") << "Intel's own word comes first";
}

TEST_F(CpuChecksTest, ThrottlingIsTheMostOfAnyCpu) {
  EXPECT_EQ(Said(CheckThrottle(view_)), "");
  PutCpu(0, "thermal_throttle/core_throttle_count", "x\n");
  EXPECT_EQ(Said(CheckThrottle(view_)), "");
  PutCpu(0, "thermal_throttle/core_throttle_count", "3\n");
  PutCpu(1, "thermal_throttle/core_throttle_count", "7\n");
  PutCpu(1, "thermal_throttle/package_throttle_count", "5\n");
  PutCpu(2, "thermal_throttle/core_throttle_count", "99\n");
  EXPECT_EQ(Said(CheckThrottle(view_)), "note: 7 times since the machine started");
}

TEST_F(CpuChecksTest, OnMainsIfAnyIsOn) {
  EXPECT_EQ(Said(CheckBattery(view_)), "");
  Put("sys/class/power_supply/AC0/type", "Mains\n");
  Put("sys/class/power_supply/AC0/online", "1\n");
  Put("sys/class/power_supply/AC1/type", "Mains\n");
  Put("sys/class/power_supply/AC1/online", "0\n");
  EXPECT_EQ(Said(CheckBattery(view_)), "good: no, on mains");
  Put("sys/class/power_supply/AC0/online", "0\n");
  EXPECT_EQ(Said(CheckBattery(view_)), "bad: yes");
  Put("sys/class/power_supply/USB/type", "USB\n");
  Put("sys/class/power_supply/USB/online", "1\n");
  EXPECT_EQ(Said(CheckBattery(view_)), "bad: yes") << "no such supply carries a training";
}

TEST_F(CpuChecksTest, ClocksThatDoNotEnterTheKernel) {
  const std::string path = "sys/devices/system/clocksource/clocksource0/current_clocksource";
  EXPECT_EQ(Said(CheckClock(view_)), "");
  for (const char* quick :
       {"tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page"}) {
    Put(path, std::string(quick) + "\n");
    EXPECT_EQ(Said(CheckClock(view_)), std::string("good: ") + quick);
  }
  for (const char* slow : {"hpet", "acpi_pm", "jiffies", "xen"}) {
    Put(path, std::string(slow) + "\n");
    EXPECT_EQ(Said(CheckClock(view_)), std::string("note: ") + slow);
  }
}

TEST_F(CpuChecksTest, FindingsAreToldInPortugueseToo) {
  Use(5, 15, 0);
  const Found busy = CheckBusy(view_);
  ASSERT_TRUE(busy);
  EXPECT_EQ(busy->seen.In(Language::kPortuguese), "25,0% do tempo das CPUs está em uso");
  EXPECT_EQ(busy->advice.In(Language::kPortuguese), "Encerre-os, ou espere que terminem.");
  view_.variables = {{"GOMP_SPINCOUNT", "300k"}};
  const Found spinning = CheckSpinning(view_);
  ASSERT_TRUE(spinning);
  EXPECT_EQ(spinning->advice.In(Language::kPortuguese),
            "Deixe a máquina quieta; senão use OMP_WAIT_POLICY=passive em vez de "
            "GOMP_SPINCOUNT=300k, igual em todas as execuções.");
}

}  // namespace
}  // namespace trena
