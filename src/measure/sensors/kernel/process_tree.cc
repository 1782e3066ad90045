// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include "measure/sensors/kernel/kernel_file.h"

namespace trena {
namespace {

// A small file of /proc in one read; empty when it is gone.
std::string ReadSmall(const std::string& path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  char buffer[8192];
  ssize_t got = read(file, buffer, sizeof buffer);
  close(file);
  return got > 0 ? std::string(buffer, static_cast<size_t>(got)) : "";
}

void AppendNumbers(std::string_view text, std::vector<pid_t>& out) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    pid_t pid = 0;
    auto [stop, error] = std::from_chars(at, end, pid);
    if (error == std::errc()) out.push_back(pid);
    at = error == std::errc() ? stop : at + 1;
  }
}

// Children of every thread of `pid`, since any thread may have forked.
void AppendChildren(pid_t pid, std::vector<pid_t>& out) {
  std::string folder = fmt::format("/proc/{}/task", pid);
  DIR* tasks = opendir(folder.c_str());
  if (tasks == nullptr) return;
  while (dirent* entry = readdir(tasks)) {
    if (entry->d_name[0] == '.') continue;
    AppendNumbers(ReadSmall(fmt::format("{}/{}/children", folder, entry->d_name)), out);
  }
  closedir(tasks);
}

constexpr int kDeepest = 256;

// 0 when it is gone or has none.
pid_t ParentOf(const std::string& proc, pid_t pid) {
  std::string path = proc + "/" + std::to_string(pid) + "/stat";
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  std::array<char, 512> buffer;
  ssize_t size = read(descriptor, buffer.data(), buffer.size());
  close(descriptor);
  std::string_view text(buffer.data(), size > 0 ? static_cast<size_t>(size) : 0);
  // The name, in parentheses, may hold anything: what follows the last one is state and parent.
  size_t name_end = text.rfind(')');
  if (name_end == std::string_view::npos) return 0;
  Scanner rest(text.substr(name_end + 1));
  rest.Word();
  return static_cast<pid_t>(rest.Number().value_or(0));
}

}  // namespace

std::vector<pid_t> Descendants(pid_t root) {
  std::vector<pid_t> found;
  AppendChildren(root, found);
  for (size_t i = 0; i < found.size(); ++i) AppendChildren(found[i], found);
  return found;
}

std::optional<ProcessUse> ParseProcessUse(std::string_view stat) {
  static const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  static const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  // The name, in parentheses, may itself hold spaces and parentheses.
  size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  Scanner fields(stat.substr(name_end + 1));
  // proc(5): state is field 3, utime 14, stime 15, cutime 16, cstime 17, threads 20, start 22, rss
  // 24.
  constexpr int kState = 3;
  constexpr int kLast = 24;
  std::string_view state = fields.Word();
  uint64_t values[kLast + 1] = {};
  for (int field = kState + 1; field <= kLast; ++field) {
    std::string_view word = fields.Word();
    if (word.empty()) return std::nullopt;
    // A field that is no whole number, such as a negative one, is none of ours.
    std::from_chars(word.data(), word.data() + word.size(), values[field]);
  }
  ProcessUse use;
  use.state = state[0];
  use.cpu_s = static_cast<double>(values[14] + values[15]) / ticks;
  use.children_cpu_s = static_cast<double>(values[16] + values[17]) / ticks;
  use.threads = static_cast<int64_t>(values[20]);
  use.start_ticks = values[22];
  use.rss_bytes = values[24] * page;
  return use;
}

std::optional<ProcessUse> ReadProcessUse(pid_t pid) {
  return ParseProcessUse(ReadSmall(fmt::format("/proc/{}/stat", pid)));
}

bool IsDescendant(const std::string& proc, pid_t pid, pid_t root) {
  for (int i = 0; i < kDeepest && pid > 1; ++i) {
    pid = ParentOf(proc, pid);
    if (pid == root) return true;
  }
  return false;
}

}  // namespace trena
