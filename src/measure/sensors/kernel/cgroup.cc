// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/cgroup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sched.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>

#include "core/files.h"
#include "core/process/memory_group.h"
#include "core/text/text.h"
#include "measure/sensors/kernel/kernel_file.h"

namespace trena {
namespace {

std::optional<double> Keyed(std::string_view text, std::string_view key) {
  Scanner lines(text);
  do {
    if (lines.Word() == key) return lines.Number();
  } while (lines.NextLine());
  return std::nullopt;
}

#ifdef __x86_64__
// The child uses our stack from here on down while we stand still, so it must never return, and the
// system call must not be a function's: nothing of this frame may be written over.
[[gnu::noinline]] pid_t StartSharing(const clone_args& arguments, void (*become)(const void*),
                                     const void* data) {
  long child = SYS_clone3;
  asm volatile("syscall"
               : "+a"(child)
               : "D"(&arguments), "S"(sizeof arguments)
               : "rcx", "r11", "memory");
  if (child == 0) become(data);
  if (child > 0) return static_cast<pid_t>(child);
  errno = static_cast<int>(-child);
  return -1;
}

struct Entrance {
  int entry;
  void (*become)(const void*);
  const void* data;
};

void EnterAndBecome(const void* data) {
  const auto& entrance = *static_cast<const Entrance*>(data);
  // What cannot get in runs outside, uncounted.
  if (entrance.entry >= 0 && write(entrance.entry, "0", 1) < 0) errno = 0;
  entrance.become(entrance.data);
}
#endif

// clone3 starts the child inside. Without it, a thread that writes itself into the `tasks` of
// version 1 is at least spared the lock for which a write to cgroup.procs may wait milliseconds.
pid_t ForkIn(const GroupDoor& door) {
  clone_args arguments{};
  arguments.exit_signal = SIGCHLD;
  arguments.flags = CLONE_INTO_CGROUP;
  arguments.cgroup = static_cast<uint64_t>(door.unified);
  pid_t child = -1;
  if (door.unified >= 0) {
    child = static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
  }
  if (child >= 0) return child;
  child = fork();
  if (child == 0 && door.entry >= 0 && write(door.entry, "0", 1) < 0) return 0;  // outside
  return child;
}

constexpr size_t kLargestCgroupFile = size_t{1} << 16;

struct Place {
  fs::path mount;     // where the groups of the hierarchy are
  fs::path group;     // ours below it
  const char* quota;  // the file that holds it
};

// Our group in the hierarchy that counts CPU time: "0::/group" of version 2, "4:cpu,cpuacct:/group"
// of version 1. Where both are there, the quota is with version 1.
std::optional<Place> OurGroup(const std::string& proc, const std::string& sys) {
  auto text = ReadFile(fs::path(proc) / "self/cgroup", kLargestCgroupFile);
  std::optional<Place> found;
  for (const std::string& line : Split(text.ok() ? text.value() : "", '\n')) {
    std::vector<std::string> parts = Split(line, ':');
    if (parts.size() < 3) continue;
    fs::path group = fs::path(parts[2]).relative_path();
    fs::path mount = fs::path(sys) / "fs/cgroup";
    std::vector<std::string> controllers = Split(parts[1], ',');
    bool version1 = std::find(controllers.begin(), controllers.end(), "cpu") != controllers.end();
    if (version1) return Place{mount / "cpu", group, "cpu.cfs_quota_us"};
    if (parts[0] == "0") found = Place{mount, group, "cpu.max"};
  }
  return found;
}

bool HasQuota(const fs::path& file) {
  auto text = ReadFile(file, kLargestCgroupFile);
  Reading quota = Scanner(text.ok() ? text.value() : "").Number();
  return quota && *quota > 0;  // "max" and -1 are none
}

// A group's own name may be hidden from us by a namespace: then only the mount itself is there.
std::string StatFile(const std::string& proc, const std::string& sys) {
  auto place = OurGroup(proc, sys);
  if (!place) return "";
  std::string nearest;
  for (fs::path group = place->group;; group = group.parent_path()) {
    fs::path folder = place->mount / group;
    std::error_code ignored;
    bool there = fs::exists(folder / "cpu.stat", ignored);
    if (there && nearest.empty()) nearest = folder / "cpu.stat";
    if (there && HasQuota(folder / place->quota)) return folder / "cpu.stat";
    if (group.empty()) return nearest;
  }
}

}  // namespace

std::optional<int64_t> KillsToldBy(std::string_view text) {
  auto kills = Keyed(text, "oom_kill");
  return kills ? std::optional(static_cast<int64_t>(*kills)) : std::nullopt;
}

bool SetFrozen(const std::string& unified, bool frozen) {
  if (unified.empty()) return false;
  const Descriptor file(open((unified + "/cgroup.freeze").c_str(), O_WRONLY | O_CLOEXEC));
  return file.ok() && write(file.number(), frozen ? "1" : "0", 1) == 1;
}

RunGroup::RunGroup(GroupFolders folders, std::optional<MemoryLimit> limited)
    : folders_(std::move(folders)), limited_(limited) {
  if (!folders_.unified.empty()) {
    unified_ = Descriptor(open(folders_.unified.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    cpu_ = KernelFile(folders_.unified + "/cpu.stat");
    processes_ = KernelFile(folders_.unified + "/cgroup.procs");
    kills_ = KernelFile(folders_.unified + "/memory.events");
  } else if (!folders_.cpu.empty()) {
    cpu_ = KernelFile(folders_.cpu + "/cpuacct.usage");
    processes_ = KernelFile(folders_.cpu + "/cgroup.procs");
  }
  const std::string& folder = folders_.unified.empty() ? folders_.cpu : folders_.unified;
  const char* name = folders_.unified.empty() ? "/tasks" : "/cgroup.procs";
  if (!folder.empty()) entry_ = Descriptor(open((folder + name).c_str(), O_WRONLY | O_CLOEXEC));
  if (limited_) OpenMemory();
}

void RunGroup::OpenMemory() {
  const bool first = limited_->version == 1;
  const MemoryPlace place{first ? folders_.memory : folders_.unified, limited_->version};
  memory_ = Descriptor(open(EntryOf(place).c_str(), O_WRONLY | O_CLOEXEC));
  if (first) kills_ = KernelFile(folders_.memory + "/memory.oom_control");
}

RunGroup::RunGroup(RunGroup&& other) noexcept
    : folders_(std::exchange(other.folders_, {})),
      limited_(other.limited_),
      unified_(std::move(other.unified_)),
      entry_(std::move(other.entry_)),
      memory_(std::move(other.memory_)),
      cpu_(std::move(other.cpu_)),
      processes_(std::move(other.processes_)),
      kills_(std::move(other.kills_)) {}

bool RunGroup::Counts() const { return entry_.ok() && CpuSeconds().has_value(); }

pid_t RunGroup::Fork() const { return ForkIn(door()); }

pid_t StartIn(const GroupDoor& door, void (*become)(const void*), const void* data) {
#ifdef __x86_64__
  clone_args arguments{};
  arguments.exit_signal = SIGCHLD;
  arguments.flags = CLONE_INTO_CGROUP | CLONE_VM | CLONE_VFORK;
  arguments.cgroup = static_cast<uint64_t>(door.unified);
  pid_t child = door.unified >= 0 ? StartSharing(arguments, become, data) : -1;
  if (child > 0) return child;
  Entrance entrance{door.entry, become, data};
  arguments.flags = CLONE_VM | CLONE_VFORK;
  arguments.cgroup = 0;
  child = StartSharing(arguments, EnterAndBecome, &entrance);
  if (child > 0 || errno != ENOSYS) return child;
#endif
  pid_t forked = ForkIn(door);
  if (forked == 0) become(data);
  return forked;
}

void RemoveGroup(const GroupFolders& folders) {
  for (const std::string* folder : {&folders.unified, &folders.cpu, &folders.memory}) {
    if (folder->empty()) continue;
    // What it caches would keep it in the kernel after its removal.
    const Descriptor cached(open((*folder + "/memory.force_empty").c_str(), O_WRONLY | O_CLOEXEC));
    if (cached.ok() && write(cached.number(), "0", 1) < 0) errno = 0;  // a process is left in it
    rmdir(folder->c_str());
  }
}

std::optional<double> RunGroup::CpuSeconds() const {
  std::string_view text = cpu_.Read();
  if (!folders_.unified.empty()) {
    auto microseconds = Keyed(text, "usage_usec");
    return microseconds ? std::optional(*microseconds * 1e-6) : std::nullopt;
  }
  auto nanoseconds = Scanner(text).Number();
  return nanoseconds ? std::optional(*nanoseconds * 1e-9) : std::nullopt;
}

std::optional<int64_t> RunGroup::OutOfMemoryKills() const { return KillsToldBy(kills_.Read()); }

CgroupThrottle::CgroupThrottle(const std::string& proc, const std::string& sys)
    : stat_(StatFile(proc, sys)) {}

Reading CgroupThrottle::ThrottledSeconds() {
  // Version 2 counts microseconds, version 1 nanoseconds.
  constexpr std::array<std::string_view, 2> kNames = {"throttled_usec", "throttled_time"};
  constexpr std::array<double, 2> kUnits = {1e-6, 1e-9};
  std::array<Reading, 2> values;
  if (stat_.path().empty()) return std::nullopt;
  ReadNamed(stat_.Read(), kNames, values);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i]) return *values[i] * kUnits[i];
  }
  return std::nullopt;
}

}  // namespace trena
