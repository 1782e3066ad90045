// SPDX-License-Identifier: Apache-2.0
#include "core/process/memory_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/files.h"
#include "core/process/descriptor.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kLargestGroupFile = size_t{1} << 16;

std::string GroupText(const std::string& path) {
  Result<std::string> text = ReadFile(path, kLargestGroupFile);
  return text.ok() ? std::string(Trim(text.value())) : "";
}

bool Listed(const std::string& text, const std::string& name) {
  const std::vector<std::string> names = Split(text, ' ');
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A run outside this group of version 2 would be freed of a limit.
bool SetsLimits(const std::string& folder) {
  static constexpr std::array kLimits = {"memory.max", "memory.high", "memory.swap.max", "cpu.max",
                                         "pids.max"};
  return std::any_of(kLimits.begin(), kLimits.end(), [&](const char* name) {
    const std::string text = GroupText(folder + "/" + name);
    return !text.empty() && !text.starts_with("max");
  });
}

bool Tell(const std::string& path, const std::string& text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.ok() && write(file.number(), text.data(), text.size()) == std::ssize(text);
}

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

// Memory first: the sum may not be less than it.
bool LimitVersion1(const std::string& folder, const std::string& bytes) {
  const std::string sum = folder + "/memory.memsw.limit_in_bytes";
  if (!Tell(folder + "/memory.limit_in_bytes", bytes)) return false;
  return Exists(sum) ? Tell(sum, bytes) : Tell(folder + "/memory.swappiness", "0");
}

bool LimitVersion2(const std::string& folder, const std::string& bytes) {
  const std::string swap = folder + "/memory.swap.max";
  return Tell(folder + "/memory.max", bytes) && (!Exists(swap) || Tell(swap, "0"));
}

Error CannotLimit(const std::string& why) {
  return InputError(
      fmt::format("memory_limit cannot be kept here: {}; run trena as root, or by "
                  "`systemd-run --user --scope trena …`, or leave memory_limit out",
                  why));
}

}  // namespace

std::optional<MemoryPlace> FindMemoryPlace(const GroupFolders& own) {
  if (!own.memory.empty() && Exists(own.memory + "/memory.limit_in_bytes")) {
    return MemoryPlace{own.memory, 1};
  }
  fs::path folder = own.unified;
  while (!folder.empty() && Exists(folder / "cgroup.subtree_control")) {
    if (Listed(GroupText(folder / "cgroup.subtree_control"), "memory")) {
      return MemoryPlace{folder.string(), 2};
    }
    if (SetsLimits(folder)) return std::nullopt;
    folder = folder.parent_path();
  }
  return std::nullopt;
}

Status LimitMemory(const MemoryPlace& group, Bytes limit) {
  const std::string bytes = std::to_string(limit.value);
  const bool done =
      group.version == 1 ? LimitVersion1(group.folder, bytes) : LimitVersion2(group.folder, bytes);
  if (done) return Done{};
  return CannotLimit(
      fmt::format("the control group {} takes no limit: {}", group.folder, std::strerror(errno)));
}

std::string EntryOf(const MemoryPlace& group) {
  // A thread that enters alone is spared the lock for which a process may wait milliseconds.
  return group.folder + (group.version == 1 ? "/tasks" : "/cgroup.procs");
}

Status CanLimitMemory(const GroupFolders& own) {
  const auto place = FindMemoryPlace(own);
  if (!place) return CannotLimit("there is no control group that limits memory");
  const MemoryPlace trial{fmt::format("{}/trena-trial-{}", place->folder, getpid()),
                          place->version};
  if (mkdir(trial.folder.c_str(), 0755) != 0 && errno != EEXIST) {
    return CannotLimit(
        fmt::format("no control group can be made in {}: {}", place->folder, std::strerror(errno)));
  }
  Status limited = LimitMemory(trial, Bytes{uint64_t{1} << 30});
  rmdir(trial.folder.c_str());
  return limited;
}

}  // namespace trena
