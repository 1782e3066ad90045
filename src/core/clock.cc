// SPDX-License-Identifier: Apache-2.0
#include "core/clock.h"

#include <fmt/chrono.h>

#include <ctime>

namespace trena {
namespace {

double Read(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

double MonotonicNow() { return Read(CLOCK_MONOTONIC); }

double CalendarSeconds() { return Read(CLOCK_REALTIME); }

Seconds OwnCpuTime() { return Seconds{Read(CLOCK_PROCESS_CPUTIME_ID)}; }

std::string CalendarNow() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace trena
