// SPDX-License-Identifier: Apache-2.0
// The descendants of a process, read from /proc. Used by the supervisor to end a tree and by the
// tree sensor to measure it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trena {

// All living descendants of `root`, without it. A process that ends meanwhile is left out.
std::vector<pid_t> Descendants(pid_t root);

// What /proc/PID/stat says of one process.
struct ProcessUse {
  char state = '?';
  double cpu_s = 0;           // user and system, of the process itself
  double children_cpu_s = 0;  // of its children that ended and were waited for
  int64_t threads = 0;
  uint64_t start_ticks = 0;  // since boot: with its number, what no other process has
  uint64_t rss_bytes = 0;
};

// Of the text of a /proc/PID/stat; empty when it cannot be understood.
std::optional<ProcessUse> ParseProcessUse(std::string_view stat);

// Empty when the process is gone or its file cannot be understood.
std::optional<ProcessUse> ReadProcessUse(pid_t pid);

// Whether a process belongs to a run, asked from below: a few files however many processes the
// machine has.

// Whether `root` is above `pid`. False for a process that is gone, and for `root` itself.
bool IsDescendant(const std::string& proc, pid_t pid, pid_t root);

// What the kernel counts to a supervisor of the programs it waited for. One that served earlier
// runs begins the next with this much: not the run's.

struct RootUse {
  double cpu_s = 0;
  double read_bytes = 0;
  double written_bytes = 0;
};

}  // namespace trena
