// SPDX-License-Identifier: Apache-2.0
#include "measure/program/supervisor_channel.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "measure/program/supervisor_process.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

constexpr int kKillRounds = 2000;

}  // namespace

Result<std::unique_ptr<SupervisorLine>> SupervisorLine::Start(bool foreground,
                                                              const std::vector<int>& ours) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Error(fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  Descriptor near(ends[0]), far(ends[1]);
  // Should the supervisor be killed, its orphans come to us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::vector<pid_t> others = Descendants(getpid());
  pid_t process = fork();
  if (process == 0) {
    close(near.number());
    for (int end : ours) close(end);
    LiveAsSupervisor(far.number(), foreground);
  }
  if (process < 0) return Error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  return std::unique_ptr<SupervisorLine>(
      new SupervisorLine(process, std::move(near), std::move(others)));
}

SupervisorLine::~SupervisorLine() {
  socket_ = Descriptor();
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void SupervisorLine::Say(const char* command, size_t size) const {
  if (send(socket_.number(), command, size, MSG_NOSIGNAL) < 0) return;  // it has ended already
}

std::optional<ProgramEnd> SupervisorLine::TakeReport() {
  SupervisorReport report;
  ssize_t got = recv(socket_.number(), &report, sizeof report, MSG_WAITALL);
  if (got == static_cast<ssize_t>(sizeof report)) {
    before_ = report.waited_for;
    return report.end;
  }
  EndOrphans();
  return std::nullopt;
}

void SupervisorLine::EndOrphans() const {
  for (int round = 0; round < kKillRounds; ++round) {
    std::vector<pid_t> orphans = Descendants(getpid());
    std::erase_if(orphans, [&](pid_t pid) {
      return std::find(others_.begin(), others_.end(), pid) != others_.end();
    });
    // The supervisor itself is waited for by the destructor.
    std::erase(orphans, process_);
    if (orphans.empty()) return;
    for (pid_t pid : orphans) kill(pid, SIGKILL);
    for (pid_t pid : orphans) waitpid(pid, nullptr, WNOHANG);
    usleep(1000);
  }
}

}  // namespace trena
