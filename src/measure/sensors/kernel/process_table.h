// SPDX-License-Identifier: Apache-2.0
// The processes of a run, followed from one sample to the next. Their files stay open, so that a
// reading costs little and a number that is given to another process is not mistaken for the first.
// /proc is never listed: what else the machine runs costs nothing.
//
//   ProcessTable table({.root = supervisor, .group = &group});
//   table.Update(now);
//   … table.cpu_s(), table.processes() …
#pragma once

#include <sys/types.h>

#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/process/descriptor.h"
#include "measure/sensors/kernel/cgroup.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {

struct FollowedThread {
  pid_t number = 0;
  uint64_t identity = 0;  // the folder's inode: another one for a thread that reuses the number
  Descriptor children, switches;
  uint64_t switches_seen = 0;
};

struct FollowedProcess {
  pid_t pid = 0;
  ProcessUse use;
  bool counted = false;  // its CPU time is within an earlier cpu_s()
  Descriptor stat, threads_folder, io;
  std::vector<FollowedThread> threads;  // once ListThreads was called
};

struct ProcessTableOptions {
  pid_t root = 0;                   // what adopts the orphans of the run
  bool root_counts = false;         // the root is itself a part of what is measured
  RootUse root_before = {};         // counted to the root of what it waited for before the run
  const RunGroup* group = nullptr;  // counts and lists better than /proc, once a process is in it
  std::string proc = "/proc";
};

class ProcessTable {
 public:
  explicit ProcessTable(const ProcessTableOptions& options);

  // Reads all anew; nothing the second time for the same instant.
  void Update(double now);

  // Whether the root can be read, dead or alive.
  bool root_known() const { return root_known_; }
  // User and system time of all processes the run ever had. It never falls: time of a process that
  // nobody waited for stays counted as far as it was seen.
  std::optional<double> cpu_s() const { return cpu_s_; }
  // Some time seen before was not found again, so that the growth of cpu_s() is not known.
  bool cpu_was_lost() const { return cpu_was_lost_; }
  // Those that live, and those that have ended but were not waited for yet; none comes before one
  // that may wait for it.
  std::list<FollowedProcess>& processes() { return processes_; }
  FollowedProcess& root() { return root_; }
  const RootUse& root_before() const { return options_.root_before; }

  // Brings `process.threads` up to date.
  void ListThreads(FollowedProcess& process);
  // A file of a process or thread, kept open in `kept`; good until the next call, empty when gone.
  std::string_view Read(Descriptor& kept, pid_t pid, const char* name);
  std::string_view Read(Descriptor& kept, pid_t pid, pid_t thread, const char* name);

 private:
  bool UseGroup();
  void Find();
  void FindChildren(FollowedProcess& process);
  void Follow(std::string_view numbers);
  bool Measure();
  bool MeasureOne(FollowedProcess& process);
  void Count(bool steady);
  std::string_view ReadKept(Descriptor& kept);
  bool SomethingStarted();

  ProcessTableOptions options_;
  FollowedProcess root_;
  std::list<FollowedProcess> processes_;
  std::unordered_map<pid_t, FollowedProcess*> by_number_;
  std::optional<double> updated_;
  bool root_known_ = false;
  bool in_group_ = false;
  std::optional<double> cpu_s_;
  double most_cpu_s_ = 0;
  double lost_ = 0;  // seen in processes that nobody waited for
  bool cpu_was_lost_ = false;
  KernelFile last_number_;
  std::optional<double> last_started_;
  bool looked_again_ = false;
  std::vector<char> buffer_;
  std::string path_;
};

}  // namespace trena
