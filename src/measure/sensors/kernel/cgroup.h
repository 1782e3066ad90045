// SPDX-License-Identifier: Apache-2.0
// A control group made for one run, where the kernel lets us make one: it counts what every process
// of the run used, those that lived between two samples and those that became daemons included. It
// only counts: it is a child of our own group, so that its limits still hold, it sets none itself,
// and it is never one that would change how the run is scheduled (the cpu controller). Only where a
// run's memory is to be limited is a group made for that (core/process/memory_group.h): the kernel
// keeps one of version 1 after its removal, for as long as it caches a file that the run touched,
// and a study has thousands of runs.
//
//   std::optional<RunGroup> group = GroupMaker().Make();  // group_maker.h
//   pid_t program = group ? group->Fork() : fork();
//   … group->CpuSeconds() …
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/process/control_groups.h"
#include "core/process/descriptor.h"
#include "core/text/units.h"
#include "measure/sensors/kernel/counter.h"
#include "measure/sensors/kernel/kernel_file.h"

namespace trena {

// How many processes the kernel killed for memory, as memory.events, memory.oom_control and
// /proc/vmstat tell it.
std::optional<int64_t> KillsToldBy(std::string_view text);

// The way into a group: descriptors, -1 where there is none. Another process may be given copies.
struct GroupDoor {
  int unified = -1;  // the folder, for clone3
  int entry = -1;    // a process writes itself into it
  int memory = -1;   // the same of the group that limits: whoever cannot get in must not run
};

// As vfork() for a child that does nothing but `become`: we stand still until it has become another
// program, and nothing of our memory is copied for it. The child is in the group from the start;
// where it cannot get in, it runs outside, and the group counts nothing.
pid_t StartIn(const GroupDoor& door, void (*become)(const void*), const void* data);

// Removes the groups if no process is left in them.
void RemoveGroup(const GroupFolders& folders);

// Holds all processes of a group of version 2 where they are, soon, or lets them go. False where it
// has no freezer; `unified` is its folder, empty for none.
bool SetFrozen(const std::string& unified, bool frozen);

struct MemoryLimit {
  Bytes bytes;
  int version = 1;  // of control groups
};

class RunGroup {
 public:
  // Groups that are there already; the object removes them in the end. `limited` is how the memory
  // of one of them is.
  explicit RunGroup(GroupFolders folders, std::optional<MemoryLimit> limited = std::nullopt);
  RunGroup(RunGroup&& other) noexcept;
  RunGroup& operator=(RunGroup&&) = delete;
  ~RunGroup() { RemoveGroup(folders_); }

  // As fork(), the child being in the group from the start, or outside as with StartIn.
  pid_t Fork() const;
  GroupDoor door() const { return {unified_.number(), entry_.number(), memory_.number()}; }

  // Of all processes that were ever in it.
  std::optional<double> CpuSeconds() const;
  // Process numbers of those that live in it, one per line; good until the next call.
  std::string_view Processes() const { return processes_.Read(); }
  // Processes of this group that the kernel killed for memory; only where a group of version 2, or
  // one that limits, counts it.
  std::optional<int64_t> OutOfMemoryKills() const;

  // Whether processes can be put into it and what they use is counted.
  bool Counts() const;
  const GroupFolders& folders() const { return folders_; }
  // What its processes are held to; empty: they are not.
  const std::optional<MemoryLimit>& limited() const { return limited_; }

 private:
  GroupFolders folders_;
  std::optional<MemoryLimit> limited_;
  Descriptor unified_, entry_, memory_;  // its door
  void OpenMemory();

  mutable KernelFile cpu_{""};
  mutable KernelFile processes_{""};
  mutable KernelFile kills_{""};
};

// How long the quota of our control group held its threads back (version 2, or version 1).

class CgroupThrottle {
 public:
  // Finds the nearest group above us that has a quota; without one, our own.
  CgroupThrottle(const std::string& proc, const std::string& sys);

  // Seconds summed over CPUs since the group was made; missing when the kernel does not tell.
  Reading ThrottledSeconds();

 private:
  KernelFile stat_;
};

}  // namespace trena
