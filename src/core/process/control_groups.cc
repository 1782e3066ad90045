// SPDX-License-Identifier: Apache-2.0
#include "core/process/control_groups.h"

#include <algorithm>
#include <vector>

#include "core/files.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kLargestTable = size_t{1} << 20;

std::string TableText(const std::string& path) {
  Result<std::string> text = ReadFile(path, kLargestTable);
  return text.ok() ? text.value() : "";
}

bool Has(const std::string& list, const std::string& name) {
  std::vector<std::string> names = Split(list, ',');
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The tables of mounts write a blank as \040.
std::string Unescape(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    bool escaped =
        text[i] == '\\' && i + 3 < text.size() &&
        std::all_of(&text[i + 1], &text[i + 4], [](char c) { return c >= '0' && c < '8'; });
    out += escaped ? static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8)) : text[i];
    if (escaped) i += 3;
  }
  return out;
}

struct Mount {
  std::string root;  // of the hierarchy, what is seen at the folder
  std::string folder;
  std::string kind;  // file system
  std::string options;
};

std::vector<Mount> ControlGroupMounts(const std::string& proc) {
  std::vector<Mount> mounts;
  for (const std::string& line : Split(TableText(proc + "/self/mountinfo"), '\n')) {
    std::vector<std::string> words = Split(line, ' ');
    auto dash = std::find(words.begin(), words.end(), "-");
    // Six fields and any number of optional ones before the dash, three after it (proc(5)).
    if (dash - words.begin() < 6 || words.end() - dash < 4) continue;
    if (dash[1] != "cgroup" && dash[1] != "cgroup2") continue;
    mounts.push_back({Unescape(words[3]), Unescape(words[4]), dash[1], dash[3]});
  }
  return mounts;
}

// Where the group `path` of its hierarchy is seen; empty when this mount does not show it.
std::string FolderOf(const Mount& mount, const std::string& path) {
  std::string root = mount.root == "/" ? "" : mount.root;
  bool under = path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
  if (!under || path.find("/..") != std::string::npos) return "";
  std::string rest = path.substr(root.size());
  return mount.folder + (rest == "/" ? "" : rest);
}

}  // namespace

GroupFolders OwnGroups(const std::string& proc) {
  GroupFolders found;
  std::vector<Mount> mounts = ControlGroupMounts(proc);
  for (const std::string& line : Split(TableText(proc + "/self/cgroup"), '\n')) {
    // number:controllers:path, where a path may hold colons too.
    size_t first = line.find(':');
    size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    for (const Mount& mount : mounts) {
      bool unified = mount.kind == "cgroup2";
      if (unified != controllers.empty()) continue;
      std::string folder = FolderOf(mount, path);
      if (unified && found.unified.empty()) found.unified = folder;
      if (unified || !Has(mount.options, Split(controllers, ',')[0])) continue;
      if (Has(controllers, "cpuacct") && !Has(controllers, "cpu")) found.cpu = folder;
      if (Has(controllers, "memory")) found.memory = folder;
    }
  }
  return found;
}

}  // namespace trena
