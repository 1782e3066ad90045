// SPDX-License-Identifier: Apache-2.0
#include "measure/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

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

}  // namespace

std::vector<pid_t> Descendants(pid_t root) {
  std::vector<pid_t> found;
  AppendChildren(root, found);
  for (size_t i = 0; i < found.size(); ++i) AppendChildren(found[i], found);
  return found;
}

std::optional<ProcessUse> ReadProcessUse(pid_t pid) {
  std::string text = ReadSmall(fmt::format("/proc/{}/stat", pid));
  // The name, in parentheses, may itself hold spaces and parentheses.
  size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::vector<std::string_view> fields;
  std::string_view rest(text);
  rest.remove_prefix(name_end + 1);
  for (size_t begin = rest.find_first_not_of(' '); begin != std::string_view::npos;
       begin = rest.find_first_not_of(' ')) {
    rest.remove_prefix(begin);
    size_t end = std::min(rest.find(' '), rest.size());
    fields.push_back(rest.substr(0, end));
    rest.remove_prefix(end);
  }
  // proc(5): state is field 3, utime 14, stime 15, cutime 16, cstime 17, threads 20, rss 24.
  constexpr size_t kFirst = 3;
  if (fields.size() < 25 - kFirst) return std::nullopt;
  auto number = [&](size_t field) {
    double value = 0;
    std::string_view part = fields[field - kFirst];
    std::from_chars(part.data(), part.data() + part.size(), value);
    return value;
  };
  static const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  static const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
  ProcessUse use;
  use.state = fields[0].empty() ? '?' : fields[0][0];
  use.cpu_s = (number(14) + number(15)) / ticks;
  use.children_cpu_s = (number(16) + number(17)) / ticks;
  use.threads = static_cast<int64_t>(number(20));
  use.rss_bytes = static_cast<uint64_t>(number(24) * page);
  return use;
}

}  // namespace trena
