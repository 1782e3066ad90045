// SPDX-License-Identifier: Apache-2.0
#include "measure/program/attached.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/clock.h"
#include "core/files.h"
#include "core/text/text.h"

namespace trena {

Result<Attached> Attached::To(pid_t pid) {
  // The descriptor stays with this process, whoever gets its number later.
  auto process = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (process >= 0) return Attached(pid, process, MonotonicNow());
  if (errno == ESRCH || errno == EINVAL) {
    return InputError(fmt::format("there is no process {}", pid));
  }
  return Error(fmt::format("cannot look at process {}: {}", pid, std::strerror(errno)));
}

Attached::Attached(Attached&& other) noexcept
    : pid_(other.pid_), process_(other.process_), began_(other.began_), left_(other.left_) {
  other.process_ = -1;
}

Attached::~Attached() {
  if (process_ >= 0) close(process_);
}

std::vector<std::string> Attached::Command() const {
  auto text = ReadFile(fmt::format("/proc/{}/cmdline", pid_), size_t{1} << 20);
  if (!text.ok() || text.value().empty()) return {};
  std::vector<std::string> words = Split(text.value(), '\0');
  if (words.back().empty()) words.pop_back();
  return words;
}

std::optional<ProgramEnd> Attached::TakeEnd() {
  pollfd waiting{process_, POLLIN, 0};
  if (!left_ && poll(&waiting, 1, 0) <= 0) return std::nullopt;
  ProgramEnd end;
  end.started = began_;
  end.ended = MonotonicNow();
  return end;
}

}  // namespace trena
