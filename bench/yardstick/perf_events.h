// SPDX-License-Identifier: Apache-2.0
// Cycles and cache misses by perf_event_open(2): of all our CPUs where that is permitted, else of
// the children that the calling thread starts from now on; none where the machine has no such
// counters (most virtual machines) or forbids them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/process/descriptor.h"

namespace trena {

inline constexpr const char* kPerfAllCpus = "all CPUs";
inline constexpr const char* kPerfRun = "the run";

class PerfEvents {
 public:
  PerfEvents();

  // "cycles" and "cache_misses" so far, only those that count.
  std::map<std::string, double> Read() const;
  // kPerfAllCpus, kPerfRun, or why there are none.
  const std::string& scope() const { return scope_; }

 private:
  struct Event {
    std::string name;
    Descriptor file;
  };
  // False, and none are open, where one of them cannot be had.
  bool Open(const std::vector<int>& cpus);

  std::vector<Event> events_;
  std::string scope_;
};

}  // namespace trena
