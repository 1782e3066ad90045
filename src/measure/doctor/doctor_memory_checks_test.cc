// SPDX-License-Identifier: Apache-2.0
// The checks of memory, disk and sensors at their limits. /proc/meminfo counts in units of 1,024
// bytes, which it calls kB (proc(5)).
#include <gtest/gtest.h>

#include "measure/doctor/doctor_testing.h"

namespace trena {
namespace {

class MemoryChecksTest : public CheckTest {
 protected:
  void Memory(int64_t total, int64_t available, int64_t swap_total = 0, int64_t swap_free = 0) {
    Put("proc/meminfo", "MemTotal:       " + std::to_string(total) +
                            " kB\nMemFree:  1 kB\nMemAvailable:  " + std::to_string(available) +
                            " kB\nSwapCached: 5 kB\nSwapTotal: " + std::to_string(swap_total) +
                            " kB\nSwapFree: " + std::to_string(swap_free) + " kB\n");
  }
};

TEST_F(MemoryChecksTest, ALineOfMeminfo) {
  Memory(2048, 1024);
  EXPECT_EQ(MemoryLine(view_, "MemTotal"), 2048 * 1024);
  EXPECT_EQ(MemoryLine(view_, "MemAvailable"), 1024 * 1024);
  EXPECT_EQ(MemoryLine(view_, "Mem"), std::nullopt);
  EXPECT_EQ(MemoryLine(view_, "HugePages_Total"), std::nullopt);
  Put("proc/meminfo", "MemTotal: x kB\nMemTotal: 5 kB\n");
  EXPECT_EQ(MemoryLine(view_, "MemTotal"), std::nullopt) << "the first is the one";
}

TEST_F(MemoryChecksTest, AGigabyteIsEnoughWhereThereIsNotMuchMore) {
  // 976,562 · 1024 = 999,999,488 and 976,563 · 1024 = 1,000,000,512: below and above 10⁹.
  Memory(4'000'000, 976'563);
  EXPECT_EQ(Said(CheckMemory(view_)), "good: 1 GB of 4.1 GB available");
  Memory(4'000'000, 976'562);
  EXPECT_EQ(Said(CheckMemory(view_)), "bad: 1 GB of 4.1 GB available");
}

TEST_F(MemoryChecksTest, ATenthMustBeFreeOfMuch) {
  Memory(20'000'000, 2'000'000);
  EXPECT_EQ(Said(CheckMemory(view_)), "good: 2.05 GB of 20.5 GB available");
  Memory(20'000'000, 1'999'999);
  EXPECT_EQ(Said(CheckMemory(view_)), "bad: 2.05 GB of 20.5 GB available");
}

TEST_F(MemoryChecksTest, MemoryThatIsNotTold) {
  EXPECT_EQ(Said(CheckMemory(view_)), "");
  Put("proc/meminfo", "MemTotal: 8000000 kB\n");
  EXPECT_EQ(Said(CheckMemory(view_)), "");
  Put("proc/meminfo", "MemAvailable: 8000000 kB\n");
  EXPECT_EQ(Said(CheckMemory(view_)), "");
  Memory(0, 5'000'000);
  EXPECT_EQ(Said(CheckMemory(view_)), "") << "a machine without memory is none";
}

TEST_F(MemoryChecksTest, SwapInUse) {
  Memory(10'000'000, 5'000'000, 4'000'000, 4'000'000);
  EXPECT_EQ(Said(CheckSwap(view_)), "good: none in use");
  Memory(10'000'000, 5'000'000, 4'000'000, 3'999'999);
  EXPECT_EQ(Said(CheckSwap(view_)), "note: 1.02 kB in use");
  // A tenth of the memory is the most of a note: 1,000,000 kB of 10,000,000.
  Memory(10'000'000, 5'000'000, 4'000'000, 3'000'000);
  EXPECT_EQ(Said(CheckSwap(view_)), "note: 1.02 GB in use");
  Memory(10'000'000, 5'000'000, 4'000'000, 2'999'999);
  EXPECT_EQ(Said(CheckSwap(view_)), "bad: 1.02 GB in use");
}

TEST_F(MemoryChecksTest, SwapThatIsNotTold) {
  EXPECT_EQ(Said(CheckSwap(view_)), "");
  Put("proc/meminfo", "SwapTotal: 5 kB\nSwapFree: 5 kB\n");
  EXPECT_EQ(Said(CheckSwap(view_)), "") << "how much it is cannot be said";
  Put("proc/meminfo", "MemTotal: 5 kB\nSwapFree: 5 kB\n");
  EXPECT_EQ(Said(CheckSwap(view_)), "");
  Put("proc/meminfo", "MemTotal: 5 kB\nSwapTotal: 5 kB\n");
  EXPECT_EQ(Said(CheckSwap(view_)), "");
}

TEST_F(MemoryChecksTest, HugePagesAreTheWordInBrackets) {
  const std::string path = "sys/kernel/mm/transparent_hugepage/enabled";
  EXPECT_EQ(Said(CheckHugePages(view_)), "");
  Put(path, "[always] madvise never\n");
  EXPECT_EQ(Said(CheckHugePages(view_)), "good: always");
  for (const char* text :
       {"always madvise never\n", "always [madvise\n", "]never[\n", "never]\n"}) {
    Put(path, text);
    EXPECT_EQ(Said(CheckHugePages(view_)), "") << text;
  }
}

TEST_F(MemoryChecksTest, DiskIsSaidForEachUse) {
  view_.folders = {{"the cache", folder_.path()}, {"results", folder_.path() / "a/b/c"}};
  Found found = CheckDisk(view_);
  ASSERT_TRUE(found);
  EXPECT_TRUE(Has(found->seen.english, {" for the cache, ", " for results"}));
  view_.folders = {{"nothing", "/proc/none/such"}};
  found = CheckDisk(view_);
  ASSERT_TRUE(found) << "asked of /proc, which has no room";
  EXPECT_EQ(Said(found), "bad: 0 B for nothing");
}

TEST_F(MemoryChecksTest, TheTightestDiskDecides) {
  view_.folders = {{"results", "/proc"}, {"the cache", folder_.path()}};
  EXPECT_TRUE(Said(CheckDisk(view_)).starts_with("bad: 0 B for results, "));
  view_.folders = {{"the cache", folder_.path()}, {"results", "/proc"}};
  EXPECT_TRUE(Said(CheckDisk(view_)).starts_with("bad: "));
}

// Documentation/accounting/psi.rst: "some avg10=… avg60=… avg300=… total=…", then "full …".
TEST_F(MemoryChecksTest, TenPercentOfWaitingIsBorne) {
  Put("proc/pressure/io",
      "some avg10=10.00 avg60=99.00 avg300=99.00 total=1\n"
      "full avg10=99.00 avg60=99.00 avg300=99.00 total=1\n");
  EXPECT_EQ(Said(CheckPressure(view_)), "good: no one waits");
  Put("proc/pressure/io", "some avg10=10.60 avg60=0.00 avg300=0.00 total=1\n");
  EXPECT_EQ(Said(CheckPressure(view_)), "bad: programs waited for io 11% of the last ten seconds");
}

TEST_F(MemoryChecksTest, PressureThatIsNotTold) {
  for (const char* text : {"", "full avg10=99.00 total=1\n", "some avg60=99.00\n", "some avg10=x\n",
                           "something avg10=99.00\n"}) {
    for (const char* name : {"cpu", "memory", "io"}) {
      Put(std::string("proc/pressure/") + name, text);
    }
    EXPECT_EQ(Said(CheckPressure(view_)), "note: the kernel does not tell") << text;
  }
}

TEST_F(MemoryChecksTest, TheFirstOfThreePressuresIsSaid) {
  Put("proc/pressure/cpu", "some avg10=1.00\n");
  Put("proc/pressure/memory", "some avg10=20.00\n");
  Put("proc/pressure/io", "some avg10=30.00\n");
  EXPECT_EQ(Said(CheckPressure(view_)),
            "bad: programs waited for memory 20% of the last ten seconds");
}

TEST_F(MemoryChecksTest, EnergyOfAnyPackageWillDo) {
  Put("sys/class/powercap/dtpm/energy_uj", "5\n");
  EXPECT_EQ(Said(CheckEnergy(view_)), "note: no counter") << "that one is not RAPL's";
  Put("sys/class/powercap/intel-rapl/enabled", "1\n");
  EXPECT_EQ(Said(CheckEnergy(view_)), "note: there, but not readable by this user");
  Put("sys/class/powercap/intel-rapl:1/energy_uj", "0\n");
  EXPECT_EQ(Said(CheckEnergy(view_)), "good: of the processor, by RAPL");
}

TEST_F(MemoryChecksTest, AGpuByItsDeviceOrItsLibrary) {
  EXPECT_EQ(Said(CheckGpu(view_)), "good: no NVIDIA GPU");
  view_.nvml = true;
  EXPECT_EQ(Said(CheckGpu(view_)), "good: by NVML");
}

TEST_F(MemoryChecksTest, TheYardsticksRangeAtItsLimits) {
  view_.memory = {8, 8, 8};
  for (auto [most, level] :
       {std::pair(104.9, "good"), {105.1, "note"}, {109.9, "note"}, {110.1, "bad"}}) {
    view_.compute = {102, most, 100};
    EXPECT_TRUE(Said(CheckYardstick(view_)).starts_with(level)) << most;
    std::swap(view_.compute, view_.memory);
    EXPECT_TRUE(Said(CheckYardstick(view_)).starts_with(level)) << "of either: " << most;
    std::swap(view_.compute, view_.memory);
  }
}

TEST_F(MemoryChecksTest, AYardstickThatStoodStillTellsNothing) {
  view_.memory = {8, 8, 8};
  view_.compute = {0, 1, 2};
  EXPECT_EQ(Said(CheckYardstick(view_)), "");
  view_.compute = {-1, 1, 2};
  EXPECT_EQ(Said(CheckYardstick(view_)), "");
  view_.compute = {1, 1, 1};
  view_.memory = {8, 8};
  EXPECT_EQ(Said(CheckYardstick(view_)), "") << "both are needed";
}

// The eight numbers of the line "cpu" in /proc/stat are needed (proc(5): user to steal).
TEST_F(MemoryChecksTest, AMomentOfAMachineThatTellsLess) {
  auto total = [&](const std::string& line) {
    Put("proc/stat", line);
    return ReadMachineMoment(view_.root, 1).total;
  };
  EXPECT_TRUE(total("cpu 1 1 1 1 1 1 1 1\n"));
  EXPECT_FALSE(total("cpu 1 1 1 1 1 1 1\n"));
  EXPECT_FALSE(total("cpu 1 1 1 -1 1 1 1 1\n"));
  EXPECT_FALSE(total("cpu0 1 1 1 1 1 1 1 1\n"));
  EXPECT_FALSE(total(""));
}

TEST_F(MemoryChecksTest, ProcessesByTheirNumbersAlone) {
  const std::string stat = " (x) S 1 1 1 0 -1 0 0 0 0 0 100 100\n";
  for (const char* name : {"12", "12x", "x12", "self", "0012"}) {
    Put(std::string("proc/") + name + "/stat", std::string(name) + stat);
  }
  Put("proc/13/stat", "13 )x( S 1 1 1 0 -1 0 0 0 0 0 100 100\n");
  Put("proc/14/stat", "14 (x) S 1 1 1 0 -1 0 0 0 0 0 100\n");
  Put("proc/15/stat", "");
  MachineMoment moment = ReadMachineMoment(view_.root, 7);
  EXPECT_EQ(moment.t, 7);
  ASSERT_EQ(moment.processes.size(), 1u);
  EXPECT_EQ(moment.processes.begin()->first, 12);
  EXPECT_EQ(moment.processes[12].name, "x");
}

// By chance one pair in 20: P(2 or more of 20) = 0.264, P(4 or more of 20) = 0.016 (R's pbinom).
TEST_F(MemoryChecksTest, EqualTrainingsThatSeemedToDiffer) {
  EXPECT_EQ(Said(CheckEqual(view_)), "");
  view_.equal_pairs = 1;
  EXPECT_EQ(Said(CheckEqual(view_)),
            "good: 0 of 1 pair of equal trainings seemed to differ (by chance: one in 20)");
  view_.equal_pairs = 20;
  view_.false_alarms = 2;
  EXPECT_EQ(Said(CheckEqual(view_)).substr(0, 13), "good: 2 of 20");
  view_.false_alarms = 4;
  EXPECT_EQ(Said(CheckEqual(view_)).substr(0, 13), "note: 4 of 20");
  EXPECT_NE(CheckEqual(view_)->advice.english.find("in_turns"), std::string::npos);
}

TEST_F(MemoryChecksTest, FindingsAsJson) {
  std::vector<Finding> findings = {{FindingLevel::kBad, "seen", "why", "advice", "disk"},
                                   {FindingLevel::kGood, "all", "", "", "gpu"},
                                   {FindingLevel::kNote, "s", "w", "a", "swap"}};
  EXPECT_EQ(Dump(ToJson(findings)),
            R"([{"check":"disk","level":"bad","seen":"seen","why":"why","advice":"advice"},)"
            R"({"check":"gpu","level":"good","seen":"all","why":"","advice":""},)"
            R"({"check":"swap","level":"note","seen":"s","why":"w","advice":"a"}])");
}

}  // namespace
}  // namespace trena
