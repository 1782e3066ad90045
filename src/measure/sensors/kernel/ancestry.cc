// SPDX-License-Identifier: Apache-2.0
#include "measure/sensors/kernel/ancestry.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "measure/sensors/kernel/kernel_file.h"

namespace trena {
namespace {

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

bool IsDescendant(const std::string& proc, pid_t pid, pid_t root) {
  for (int i = 0; i < kDeepest && pid > 1; ++i) {
    pid = ParentOf(proc, pid);
    if (pid == root) return true;
  }
  return false;
}

}  // namespace trena
