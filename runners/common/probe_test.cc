// SPDX-License-Identifier: Apache-2.0
#include "runner_common/probe.h"

#include <gtest/gtest.h>
#include <time.h>
#include <unistd.h>

#include <thread>

#include "core/clock.h"

namespace trena {
namespace {

// Works until this thread has used so many CPU seconds, however long a busy machine takes for that.
void Use(double seconds) {
  timespec now = {};
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) < seconds);
}

TEST(BusyCpus, CountsAllThreads) {
  constexpr double kEach = 0.02;
  int calls = 0;
  const double begin = MonotonicNow();
  const double cpus = BusyCpus([&] {
    ++calls;
    std::thread first(Use, kEach), second(Use, kEach);
    first.join();
    second.join();
  });
  // They ran within this time, so no fewer than so many CPUs were busy.
  const double at_least = 2 * kEach * calls / (MonotonicNow() - begin);
  EXPECT_GE(cpus, 0.99 * at_least);
  EXPECT_LE(cpus, static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)) * 1.1);
}

TEST(BusyCpus, DoNotCountWaiting) {
  EXPECT_LT(BusyCpus([] { usleep(20000); }), 0.5);
}

TEST(TimeWork, LeavesTheFirstCallOut) {
  int calls = 0;
  WorkTime time = TimeWork([&] { usleep(++calls == 1 ? 1 : 20000); });
  EXPECT_GE(time.seconds, 0.02);
  EXPECT_GT(calls, kProbeRepetitions);
}

}  // namespace
}  // namespace trena
