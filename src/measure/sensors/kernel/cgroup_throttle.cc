// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/cgroup_throttle.h"

#include <array>
#include <filesystem>
#include <optional>

#include "core/files.h"
#include "core/text.h"
#include "measure/sensors/kernel/named_values.h"

namespace trena {
namespace {

constexpr size_t kLargest = size_t{1} << 16;

struct Place {
  fs::path mount;     // where the groups of the hierarchy are
  fs::path group;     // ours below it
  const char* quota;  // the file that holds it
};

// Our group in the hierarchy that counts CPU time: "0::/group" of version 2, "4:cpu,cpuacct:/group"
// of version 1. Where both are there, the quota is with version 1.
std::optional<Place> OurGroup(const std::string& proc, const std::string& sys) {
  auto text = ReadFile(fs::path(proc) / "self/cgroup", kLargest);
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
  auto text = ReadFile(file, kLargest);
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
