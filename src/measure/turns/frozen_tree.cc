// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/frozen_tree.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

constexpr double kPatience = 2;            // seconds until all of a tree have stopped
constexpr int kSpins = 200;                // looks before the first pause
constexpr useconds_t kBetweenLooks = 200;  // microseconds

// Signals those that have not stopped; true when none of them runs. A zombie and one that is gone
// do nothing. Nor does one that the kernel holds, and with the signal it stops before it does
// anything: until a disk answers, or, after vfork, until its child that stands still has gone on.
bool StopRunning(pid_t root) {
  bool all = true;
  for (const pid_t pid : Descendants(root)) {
    const auto use = ReadProcessUse(pid);
    if (!use || std::string_view("TtZX").find(use->state) != std::string_view::npos) continue;
    kill(pid, SIGSTOP);
    all = all && use->state == 'D';
  }
  return all;
}

}  // namespace

bool Freeze(pid_t root) {
  const double latest = MonotonicNow() + kPatience;
  // What stands still makes no children: a look that finds all of them so is the last.
  for (int look = 0; !StopRunning(root); ++look) {
    if (MonotonicNow() > latest) return false;
    if (look < kSpins) {
      sched_yield();
    } else {
      usleep(kBetweenLooks);
    }
  }
  return true;
}

void Thaw(pid_t root) {
  std::vector<pid_t> tree = Descendants(root);
  std::reverse(tree.begin(), tree.end());
  for (const pid_t pid : tree) kill(pid, SIGCONT);
}

}  // namespace trena
