// SPDX-License-Identifier: Apache-2.0
#include "perf_events.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "measure/sensors/kernel/visible_cpus.h"

namespace trena {
namespace {

constexpr std::pair<const char*, uint64_t> kEvents[] = {
    {"cycles", PERF_COUNT_HW_CPU_CYCLES}, {"cache_misses", PERF_COUNT_HW_CACHE_MISSES}};

// What read(2) gives with the two times.
struct Count {
  uint64_t value = 0;
  uint64_t enabled = 0;
  uint64_t running = 0;
};

// cpu: -1 for the calling thread's children, wherever they run.
int OpenEvent(uint64_t event, int cpu) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = event;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.inherit = cpu < 0 ? 1 : 0;
  attributes.exclude_kernel = cpu < 0 ? 1 : 0;  // the least that has to be permitted
  return static_cast<int>(
      syscall(SYS_perf_event_open, &attributes, cpu < 0 ? 0 : -1, cpu, -1, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

PerfEvents::PerfEvents() {
  if (Open(VisibleCpus())) {
    scope_ = kPerfAllCpus;
  } else if (Open({-1})) {
    scope_ = kPerfRun;
  } else {
    scope_ = std::string("none: ") + std::strerror(errno);
  }
}

bool PerfEvents::Open(const std::vector<int>& cpus) {
  for (const auto& [name, event] : kEvents) {
    for (int cpu : cpus) {
      const int file = OpenEvent(event, cpu);
      if (file < 0) {
        const int reason = errno;
        events_.clear();
        errno = reason;
        return false;
      }
      events_.push_back({name, Descriptor(file)});
    }
  }
  return !events_.empty();
}

std::map<std::string, double> PerfEvents::Read() const {
  std::map<std::string, double> totals;
  for (const Event& event : events_) {
    Count count;
    if (read(event.file.number(), &count, sizeof count) != sizeof count) return {};
    if (count.running == 0 && count.enabled > 0) return {};  // others hold the counters
    // Where events outnumber the counters they take turns, and each is extended to the whole time.
    const double whole = count.running == 0 ? 0
                                            : static_cast<double>(count.enabled) /
                                                  static_cast<double>(count.running);
    totals[event.name] += whole * static_cast<double>(count.value);
  }
  return totals;
}

}  // namespace trena
