// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/group_maker.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "core/files.h"
#include "core/process/memory_group.h"
#include "core/text/text.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

constexpr int kMostGroupNames = 10'000;

// Of process numbers: those of another one mean nothing here.
std::string NameSpace() {
  std::error_code failed;
  std::string space = fs::read_symlink("/proc/self/ns/pid", failed).string();
  std::erase_if(space, [](char c) { return c < '0' || c > '9'; });
  return space;
}

std::optional<uint64_t> Whole(const std::string& text) {
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

bool Lives(const std::vector<std::string>& name) {
  auto pid = Whole(name[2]);
  auto start = Whole(name[3]);
  if (!pid || !start) return true;  // not one of ours
  auto use = ReadProcessUse(static_cast<pid_t>(*pid));
  return use && use->start_ticks == *start;
}

// Groups whose maker is gone. rmdir spares one that still has a process.
void RemoveLeftovers(const std::string& parent, const std::string& prefix) {
  Result<std::vector<std::string>> names = ListFolder(parent);
  if (parent.empty() || !names.ok()) return;
  for (const std::string& name : names.value()) {
    if (!name.starts_with(prefix)) continue;
    std::vector<std::string> parts = Split(name, '-');
    if (parts.size() == 5 && !Lives(parts)) rmdir((parent + "/" + name).c_str());
  }
}

// Whether a new group of version 2 only counts: one that the cpu controller knows would be
// scheduled apart.
bool OnlyCounts(const std::string& folder) {
  KernelFile controllers(folder + "/cgroup.controllers");
  Scanner names(controllers.Read());
  for (std::string_view name = names.Word(); !name.empty(); name = names.Word()) {
    if (name == "cpu") return false;
  }
  return access((folder + "/cpu.stat").c_str(), F_OK) == 0;
}

}  // namespace

GroupMaker::GroupMaker(GroupFolders parents) : parents_(std::move(parents)) {
  prefix_ = "trena-" + NameSpace() + "-";
  // Number and start name a process as no other.
  auto use = ReadProcessUse(getpid());
  name_ = fmt::format("{}{}-{}-", prefix_, getpid(), use ? use->start_ticks : 0);
  for (const std::string* parent : {&parents_.unified, &parents_.cpu}) {
    RemoveLeftovers(*parent, prefix_);
  }
}

std::optional<RunGroup> GroupMaker::Make() {
  GroupFolders made;
  CountIn(made);
  RunGroup group(made);
  if (!group.Counts()) return std::nullopt;
  return group;
}

Result<RunGroup> GroupMaker::MakeLimited(Bytes memory) {
  TRENA_CHECK(CanLimitMemory(parents_));
  const MemoryPlace place = *FindMemoryPlace(parents_);
  if (memory_parent_.empty()) RemoveLeftovers(place.folder, prefix_);
  memory_parent_ = place.folder;
  const std::string folder = MakeFolderIn(place.folder);
  if (folder.empty()) return Error("cannot make a control group in " + place.folder);
  GroupFolders made;
  (place.version == 1 ? made.memory : made.unified) = folder;
  // Of version 2 a process is in one group only, and that one counts too.
  if (place.version == 1) CountIn(made);
  RunGroup group(made, MemoryLimit{memory, place.version});
  TRENA_CHECK(LimitMemory({folder, place.version}, memory));
  return group;
}

void GroupMaker::CountIn(GroupFolders& made) {
  made.unified = MakeFolderIn(parents_.unified);
  if (!made.unified.empty() && !tried_ && !OnlyCounts(made.unified)) {
    rmdir(made.unified.c_str());
    made.unified.clear();
    parents_.unified.clear();  // nor would the next
  }
  tried_ = true;
  if (made.unified.empty()) made.cpu = MakeFolderIn(parents_.cpu);
}

std::string GroupMaker::MakeFolderIn(const std::string& parent) {
  if (parent.empty()) return "";
  for (int tries = 0; tries < kMostGroupNames; ++tries) {
    std::string path = fmt::format("{}/{}{}", parent, name_, made_++);
    if (mkdir(path.c_str(), 0755) == 0) return path;
    if (errno != EEXIST) return "";
  }
  return "";
}

}  // namespace trena
