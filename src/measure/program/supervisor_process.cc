// SPDX-License-Identifier: Apache-2.0
#include "measure/program/supervisor_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "core/clock.h"
#include "core/process/signals.h"
#include "core/process/spawn.h"
#include "measure/program/supervisor_channel.h"
#include "measure/sensors/kernel/process_tree.h"

namespace trena {
namespace {

// What a program is started with, made before: after `clone` our memory is still the supervisor's.
struct Start {
  const SupervisorTask* task;
  std::vector<char*> arguments, environment;
  bool foreground;
  int failure;  // where it says why it cannot be started
};

// Into the group that limits its memory, where there is one: outside it would have all there is.
bool EntersMemory(const SupervisorTask& task) {
  return !task.memory.ok() || write(task.memory.number(), "0", 1) == 1;
}

void BecomeProgram(const void* data) {
  const auto& start = *static_cast<const Start*>(data);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!start.foreground) setpgid(0, 0);
  RestoreSignals();
  if (!start.foreground) dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(start.task->output.number(), STDOUT_FILENO);
  dup2(start.task->errors.number(), STDERR_FILENO);
  const std::string& folder = start.task->folder;
  if (EntersMemory(*start.task) && (folder.empty() || chdir(folder.c_str()) == 0)) {
    execvp(start.arguments[0], start.arguments.data());
  }
  int reason = errno;
  if (write(start.failure, &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

RootUse WaitedFor() {
  constexpr double kBlock = 512;  // bytes, whatever the disk's are
  rusage own{}, use{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &use);
  auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return {seconds(use.ru_utime) + seconds(use.ru_stime),
          kBlock * static_cast<double>(own.ru_inblock + use.ru_inblock),
          kBlock * static_cast<double>(own.ru_oublock + use.ru_oublock)};
}

// The supervisor's own life, in its own process.
class Supervisor {
 public:
  Supervisor(int line, bool foreground) : line_(line), foreground_(foreground) {}

  [[noreturn]] void Live() {
    if (!foreground_) setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "trena-supervise");
    sigset_t set;
    sigemptyset(&set);
    // What the terminal sends to all in the foreground is the program's to heed, not ours.
    for (int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&set, number);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    children_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    while (std::optional<SupervisorCommand> command = ReceiveCommand(line_)) {
      // Anything else was meant for a program that had just ended.
      if (command->task) Serve(*std::move(command->task));
    }
    _exit(0);
  }

 private:
  void Serve(SupervisorTask task) {
    task_ = std::move(task);
    end_ = {};
    kill_at_ = 0;
    double before = WaitedFor().cpu_s;
    StartProgram();
    while (program_ > 0) Step(children_);
    EndTree();
    SupervisorReport report{end_, WaitedFor()};
    report.end.cpu_s = report.waited_for.cpu_s - before;
    if (send(line_, &report, sizeof report, MSG_NOSIGNAL) > 0) return;
    // trena is gone.
    RemoveGroup(task_.group);
    _exit(1);
  }

  void StartProgram() {
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) _exit(1);
    Start start{&task_, Pointers(task_.arguments), Pointers(task_.environment), foreground_,
                failure[1]};
    environ = start.environment.data();
    end_.started = MonotonicNow();
    program_ = StartIn({task_.unified.number(), task_.entry.number()}, BecomeProgram, &start);
    if (program_ < 0) end_.start_error = errno;
    close(failure[1]);
    for (Descriptor* file :
         {&task_.output, &task_.errors, &task_.unified, &task_.entry, &task_.memory}) {
      *file = Descriptor();
    }
    int reason = 0;
    if (program_ > 0 && read(failure[0], &reason, sizeof reason) == sizeof reason) {
      end_.start_error = reason;
    }
    close(failure[0]);
    environ = nullptr;
    if (program_ < 0) end_.ended = MonotonicNow();
  }

  void Step(int children) {
    pollfd waiting[2] = {{trena_gone_ ? -1 : line_, POLLIN, 0}, {children, POLLIN, 0}};
    int timeout = -1;
    if (kill_at_ > 0) {
      timeout = static_cast<int>(std::max(0.0, (kill_at_ - MonotonicNow()) * 1000)) + 1;
    }
    poll(waiting, 2, timeout);
    if (waiting[0].revents != 0) Obey();
    signalfd_siginfo info;
    while (read(children, &info, sizeof info) > 0) {
    }
    Reap();
    if (kill_at_ > 0 && MonotonicNow() >= kill_at_ && program_ > 0) {
      KillAll();
      kill_at_ = MonotonicNow() + 0.1;
    }
  }

  void Obey() {
    std::optional<SupervisorCommand> command = ReceiveCommand(line_);
    // A closed line stays readable for ever; from now on only the timer matters.
    trena_gone_ = !command;
    char kind = command ? command->kind : kKill;
    if (kind == kTerminate && kill_at_ == 0) {
      AskAllToEnd();
      kill_at_ = MonotonicNow() + task_.grace;
    } else if (kind == kSend) {
      kill(program_, command->signal);
    } else if (kind == kKill) {
      KillAll();
      kill_at_ = MonotonicNow() + 0.1;
    }
  }

  void Reap() {
    int state = 0;
    rusage use{};
    pid_t ended = 0;
    while ((ended = wait4(-1, &state, WNOHANG, &use)) > 0) {
      if (ended != program_) continue;
      end_.ended = MonotonicNow();
      end_.exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
      end_.signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
      program_ = 0;
    }
  }

  // Each is asked once: to many programs a second request means "at once, and never mind saving".
  void AskAllToEnd() const {
    kill(-program_, SIGTERM);
    for (pid_t pid : Descendants(getpid())) {
      if (getpgid(pid) != program_) kill(pid, SIGTERM);
    }
  }

  static void KillAll() {
    for (pid_t pid : Descendants(getpid())) kill(pid, SIGKILL);
  }

  // The program has ended: whatever it left behind ends too, before the next run begins.
  void EndTree() {
    for (int round = 0; round < kKillRounds; ++round) {
      pid_t waited = 0;
      while ((waited = waitpid(-1, nullptr, WNOHANG)) > 0) {
      }
      if (waited < 0 && errno == ECHILD) return;
      if (round == 0) end_.left_children = true;
      KillAll();
      usleep(1000);
    }
  }

  int line_;
  bool foreground_;
  int children_ = -1;  // tells of their ends
  bool trena_gone_ = false;
  SupervisorTask task_;
  pid_t program_ = 0;
  double kill_at_ = 0;
  ProgramEnd end_;
};

}  // namespace

void LiveAsSupervisor(int line, bool foreground) noexcept { Supervisor(line, foreground).Live(); }

}  // namespace trena
