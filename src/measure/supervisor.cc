// SPDX-License-Identifier: Apache-2.0
#include "measure/supervisor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/clock.h"
#include "measure/sensors/process_tree.h"
#include "measure/supervisor_process.h"

namespace trena {
namespace {

constexpr int kKillRounds = 2000;

Result<int> OpenLog(const std::filesystem::path& path) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0)
    return Error(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  return file;
}

Status OpenOutputs(const SupervisedOptions& options, SupervisorTask& task) {
  task.output = options.output_to;
  task.errors = options.errors_to;
  for (auto [file, path] :
       {std::pair(&task.output, &options.output), {&task.errors, &options.errors}}) {
    if (*file >= 0) continue;
    Result<int> opened = OpenLog(*path);
    if (opened.ok()) *file = opened.value();
    if (opened.ok()) continue;
    for (int other : {task.output, task.errors}) {
      if (other >= 0) close(other);
    }
    return opened.error();
  }
  return Done{};
}

}  // namespace

Result<Supervised> Supervised::Start(const SupervisedOptions& options) {
  SupervisorTask task;
  task.arguments = options.arguments;
  task.folder = options.folder.string();
  task.environment = options.environment;
  task.grace = options.grace.value;
  task.group = options.group;
  task.foreground = options.foreground;
  TRENA_CHECK(OpenOutputs(options, task));
  int control[2], result[2];
  if (pipe2(control, O_CLOEXEC) != 0 || pipe2(result, O_CLOEXEC) != 0) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  task.control = control[0];
  task.result = result[1];
  // Should the supervisor be killed, its orphans come to us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::vector<pid_t> others = Descendants(getpid());
  double started = MonotonicNow();
  pid_t supervisor = fork();
  if (supervisor == 0) {
    close(control[1]);
    close(result[0]);
    for (int end : options.ours) close(end);
    LiveAsSupervisor(std::move(task));
  }
  int reason = errno;
  for (int end : {control[0], result[1], task.output, task.errors}) close(end);
  if (supervisor < 0) {
    close(control[1]);
    close(result[0]);
    return Error(fmt::format("cannot start a process: {}", std::strerror(reason)));
  }
  Supervised supervised(supervisor, control[1], result[0], started);
  supervised.others_ = std::move(others);
  return supervised;
}

Supervised::Supervised(Supervised&& other) noexcept
    : supervisor_(other.supervisor_),
      control_(other.control_),
      result_(other.result_),
      started_(other.started_),
      others_(std::move(other.others_)) {
  other.supervisor_ = -1;
  other.control_ = -1;
  other.result_ = -1;
}

Supervised::~Supervised() {
  if (control_ >= 0) close(control_);
  if (supervisor_ > 0) {
    while (waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (result_ >= 0) close(result_);
}

std::optional<ProgramEnd> Supervised::TakeEnd() {
  pollfd waiting{result_, POLLIN, 0};
  if (poll(&waiting, 1, 0) <= 0) return std::nullopt;
  ProgramEnd end;
  if (read(result_, &end, sizeof end) == static_cast<ssize_t>(sizeof end)) return end;
  // The supervisor itself was killed; the program died with it (PR_SET_PDEATHSIG).
  end = ProgramEnd{};
  end.exit_code = -1;
  end.signal = SIGKILL;
  end.started = started_;
  end.ended = MonotonicNow();
  end.supervisor_gone = true;
  EndOrphans();
  return end;
}

// Everything below us that was not there before the run.
void Supervised::EndOrphans() const {
  for (int round = 0; round < kKillRounds; ++round) {
    std::vector<pid_t> orphans = Descendants(getpid());
    std::erase_if(orphans, [&](pid_t pid) {
      return std::find(others_.begin(), others_.end(), pid) != others_.end();
    });
    // The supervisor itself is waited for by the destructor.
    std::erase(orphans, supervisor_);
    if (orphans.empty()) return;
    for (pid_t pid : orphans) kill(pid, SIGKILL);
    for (pid_t pid : orphans) waitpid(pid, nullptr, WNOHANG);
    usleep(1000);
  }
}

void Supervised::Terminate() {
  if (write(control_, &kTerminate, 1) < 0) return;  // it has ended already
}

void Supervised::Send(int signal) {
  char message[2] = {kSend, static_cast<char>(signal)};
  if (write(control_, message, sizeof message) < 0) return;  // it has ended already
}

void Supervised::Kill() {
  if (write(control_, &kKill, 1) < 0) return;  // it has ended already
}

}  // namespace trena
