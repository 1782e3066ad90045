// SPDX-License-Identifier: Apache-2.0
#include "measure/turns/frozen_tree.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <set>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "measure/sensors/kernel/cgroup.h"
#include "measure/sensors/kernel/kernel_file.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

constexpr double kPatience = 2;            // seconds until all of a tree have stopped
constexpr int kSpins = 200;                // looks before the first pause
constexpr useconds_t kBetweenLooks = 200;  // microseconds

// Waits for what comes about by itself, eagerly at first.
template <typename IsSo>
bool WaitUntil(IsSo is_so) {
  const double latest = MonotonicNow() + kPatience;
  for (int look = 0; !is_so(); ++look) {
    if (MonotonicNow() > latest) return false;
    if (look < kSpins) {
      sched_yield();
    } else {
      usleep(kBetweenLooks);
    }
  }
  return true;
}

bool IsFrozen(KernelFile& events) {
  constexpr std::array<std::string_view, 1> kName = {"frozen"};
  std::array<Reading, 1> frozen;
  ReadNamed(events.Read(), kName, frozen);
  return frozen[0] == 1;
}

// Whom the group's freezer holds.
std::set<pid_t> FreezeGroup(const std::string& group) {
  std::set<pid_t> held;
  KernelFile events(group + "/cgroup.events");
  if (!SetFrozen(group, true) || !WaitUntil([&] { return IsFrozen(events); })) {
    SetFrozen(group, false);
    return held;
  }
  KernelFile processes(group + "/cgroup.procs");
  const std::string_view text = processes.Read();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    pid_t pid = 0;
    std::from_chars(text.begin() + at, text.begin() + end, pid);
    if (pid > 0) held.insert(pid);
    at = end + 1;
  }
  return held;
}

// Signals those that have not stopped; true when none of them runs. A zombie and one that is gone
// do nothing. Nor does one that the kernel holds, and with the signal it stops before it does
// anything: until a disk answers, or, after vfork, until its child that stands still has gone on.
bool StopRunning(pid_t root, const std::set<pid_t>& held) {
  bool all = true;
  for (const pid_t pid : Descendants(root)) {
    if (held.contains(pid)) continue;
    const auto use = ReadProcessUse(pid);
    if (!use || std::string_view("TtZX").find(use->state) != std::string_view::npos) continue;
    kill(pid, SIGSTOP);
    all = all && use->state == 'D';
  }
  return all;
}

}  // namespace

bool Freeze(pid_t root, const std::string& group) {
  const std::set<pid_t> held = FreezeGroup(group);
  // What stands still makes no children: a look that finds all of them so is the last.
  return WaitUntil([&] { return StopRunning(root, held); });
}

void Thaw(pid_t root, const std::string& group) {
  std::vector<pid_t> tree = Descendants(root);
  std::reverse(tree.begin(), tree.end());
  // One that the freezer held notices only if it handles the signal.
  for (const pid_t pid : tree) kill(pid, SIGCONT);
  SetFrozen(group, false);
}

}  // namespace trena
