// SPDX-License-Identifier: Apache-2.0
// On texts as proc(5) has them, and on a real process.
#include "measure/sensors/kernel/memory_peak.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

namespace trena {
namespace {

std::string ProcStatus(int peak, int anonymous, int files, int shared = 0) {
  return fmt::format(
      "Name:\tpython3\nVmHWM:\t{:8} kB\nVmRSS:\t{:8} kB\nRssAnon:\t{:8} kB\nRssFile:\t{:8} kB\n"
      "RssShmem:\t{:8} kB\n",
      peak, anonymous + files + shared, anonymous, files, shared);
}

TEST(MemoryPeak, ThePeakCountsWithoutTheFiles) {
  MemoryPeak peak;
  EXPECT_FALSE(peak.bytes());
  peak.Take(7, ProcStatus(1000, 300, 400));
  EXPECT_EQ(peak.bytes(), 600 * 1024.0) << "it had more than it has";
}

// Memory is short: the kernel drops files, and the peak of before is not the process's own.
TEST(MemoryPeak, FilesThatWereDroppedAreNotItsOwn) {
  MemoryPeak peak;
  peak.Take(7, ProcStatus(1000, 600, 400));
  peak.Take(7, ProcStatus(1000, 650, 50));
  EXPECT_EQ(peak.bytes(), 650 * 1024.0);
  peak.Take(7, ProcStatus(1200, 700, 50));
  EXPECT_EQ(peak.bytes(), 1150 * 1024.0) << "a new peak is its own again";
}

TEST(MemoryPeak, ProcessesAddUpAndSharedMemoryIsTheirs) {
  MemoryPeak peak;
  peak.Take(7, ProcStatus(500, 400, 100));
  peak.Take(8, ProcStatus(300, 50, 50, 200));
  EXPECT_EQ(peak.bytes(), 650 * 1024.0);
}

TEST(MemoryPeak, RubbishTellsNothing) {
  MemoryPeak peak;
  for (const char* text : {"", "VmHWM: x kB\n", "VmHWM: 100 kB\n", "Name: VmHWM:\n"}) {
    peak.Take(7, text);
  }
  EXPECT_FALSE(peak.bytes());
  peak.Look(getpid());
  EXPECT_FALSE(peak.bytes()) << "a process without children has no tree";
}

TEST(MemoryPeak, OfARealProcessThatGaveItBack) {
  constexpr size_t kSize = 50'000'000;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    void* memory = mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(memory, 1, kSize);
    munmap(memory, kSize);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    while (true) pause();
  }
  char got = 0;
  ASSERT_EQ(read(ready[0], &got, 1), 1);
  MemoryPeak peak;
  peak.Look(getpid());
  EXPECT_GE(peak.bytes().value_or(0), kSize);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
}

}  // namespace
}  // namespace trena
