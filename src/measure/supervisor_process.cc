// SPDX-License-Identifier: Apache-2.0
#include "measure/supervisor_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "core/clock.h"
#include "core/signals.h"
#include "measure/sensors/process_tree.h"
#include "measure/supervisor.h"

namespace trena {
namespace {

constexpr int kKillRounds = 2000;

[[noreturn]] void BecomeProgram(const SupervisorTask& task, int failure) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!task.foreground) setpgid(0, 0);
  RestoreSignals();
  if (!task.foreground) dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(task.output, STDOUT_FILENO);
  dup2(task.errors, STDERR_FILENO);
  for (const auto& [name, value] : task.environment) setenv(name.c_str(), value.c_str(), 1);
  if (task.folder.empty() || chdir(task.folder.c_str()) == 0) {
    std::vector<char*> arguments;
    for (const std::string& argument : task.arguments) {
      arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
  }
  int reason = errno;
  if (write(failure, &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

// The supervisor's own life, in its own process.
class Supervisor {
 public:
  explicit Supervisor(SupervisorTask task) : task_(std::move(task)) {}

  [[noreturn]] void Live() {
    if (!task_.foreground) setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "trena-supervise");
    signal(SIGPIPE, SIG_IGN);  // it has things to tidy up when trena is gone
    sigset_t set;
    sigemptyset(&set);
    // What the terminal sends to all in the foreground is the program's to heed, not ours.
    for (int number : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&set, number);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    int children = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    StartProgram();
    while (program_ > 0) Step(children);
    EndTree();
    end_.cpu_s = WaitedCpu();
    // A failed write means that trena is gone; the tree is ended either way.
    bool told = write(task_.result, &end_, sizeof end_) > 0;
    if (!told && task_.group != nullptr) task_.group->Remove();
    _exit(told ? 0 : 1);
  }

 private:
  void StartProgram() {
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) _exit(1);
    end_.started = MonotonicNow();
    failure_ = failure[1];
    if (task_.group != nullptr) {
      program_ = task_.group->Start(Become, this);
    } else {
      program_ = fork();
      if (program_ == 0) Become(this);
    }
    close(failure[1]);
    close(task_.output);
    close(task_.errors);
    if (program_ < 0) end_.start_error = errno;
    int reason = 0;
    if (program_ > 0 && read(failure[0], &reason, sizeof reason) == sizeof reason) {
      end_.start_error = reason;
    }
    close(failure[0]);
    if (program_ < 0) end_.ended = MonotonicNow();
  }

  static void Become(const void* self) {
    const auto* supervisor = static_cast<const Supervisor*>(self);
    BecomeProgram(supervisor->task_, supervisor->failure_);
  }

  void Step(int children) {
    pollfd waiting[2] = {{task_.control, POLLIN, 0}, {children, POLLIN, 0}};
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
    char command = kKill;
    ssize_t got = read(task_.control, &command, 1);
    if (got < 0 && errno == EINTR) return;
    // The other end closed: trena is gone.
    if (got <= 0) command = kKill;
    if (command == kTerminate && kill_at_ == 0) {
      kill(-program_, SIGTERM);
      for (pid_t pid : Descendants(getpid())) kill(pid, SIGTERM);
      kill_at_ = MonotonicNow() + task_.grace;
    } else if (command == kSend) {
      char number = 0;
      if (read(task_.control, &number, 1) == 1) kill(program_, number);
    } else if (command == kKill) {
      KillAll();
      kill_at_ = MonotonicNow() + 0.1;
    }
    // A closed pipe stays readable for ever; from now on only the timer matters.
    if (got <= 0) task_.control = -1;
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

  static double WaitedCpu() {
    rusage use{};
    getrusage(RUSAGE_CHILDREN, &use);
    auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
  }

  SupervisorTask task_;
  int failure_ = -1;  // where a program that cannot be started says why
  pid_t program_ = 0;
  double kill_at_ = 0;
  ProgramEnd end_;
};

}  // namespace

void LiveAsSupervisor(SupervisorTask task) { Supervisor(std::move(task)).Live(); }

}  // namespace trena
