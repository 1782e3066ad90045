// SPDX-License-Identifier: Apache-2.0
#include "measure/supervisor.h"

#include <fcntl.h>
#include <fmt/format.h>
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
#include <cstring>

#include "core/clock.h"
#include "core/signals.h"
#include "measure/sensors/process_tree.h"

namespace trena {
namespace {

constexpr char kTerminate = 'T';
constexpr char kKill = 'K';
constexpr char kSend = 'S';  // and the number of the signal
constexpr int kKillRounds = 2000;

// Everything the forked side needs, prepared before the fork.
struct Child {
  std::vector<std::string> arguments;
  std::vector<char*> argv;
  std::string folder;
  std::vector<std::pair<std::string, std::string>> environment;
  int output = -1;
  int errors = -1;
  int control = -1;
  int result = -1;
  double grace = 5;
  const RunGroup* group = nullptr;
  bool foreground = false;
};

[[noreturn]] void BecomeProgram(const Child& child, int failure) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!child.foreground) setpgid(0, 0);
  RestoreSignals();
  if (!child.foreground) dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(child.output, STDOUT_FILENO);
  dup2(child.errors, STDERR_FILENO);
  for (const auto& [name, value] : child.environment) setenv(name.c_str(), value.c_str(), 1);
  if (child.folder.empty() || chdir(child.folder.c_str()) == 0) {
    execvp(child.argv[0], child.argv.data());
  }
  int reason = errno;
  if (write(failure, &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

// The supervisor's own life, in its own process.
class Supervisor {
 public:
  explicit Supervisor(Child child) : child_(std::move(child)) {}

  [[noreturn]] void Live() {
    if (!child_.foreground) setsid();
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
    bool told = write(child_.result, &end_, sizeof end_) > 0;
    if (!told && child_.group != nullptr) child_.group->Remove();
    _exit(told ? 0 : 1);
  }

 private:
  void StartProgram() {
    int failure[2];
    if (pipe2(failure, O_CLOEXEC) != 0) _exit(1);
    end_.started = MonotonicNow();
    program_ = child_.group != nullptr ? child_.group->Fork() : fork();
    if (program_ == 0) BecomeProgram(child_, failure[1]);
    close(failure[1]);
    close(child_.output);
    close(child_.errors);
    if (program_ < 0) end_.start_error = errno;
    int reason = 0;
    if (program_ > 0 && read(failure[0], &reason, sizeof reason) == sizeof reason) {
      end_.start_error = reason;
    }
    close(failure[0]);
    if (program_ < 0) end_.ended = MonotonicNow();
  }

  void Step(int children) {
    pollfd waiting[2] = {{child_.control, POLLIN, 0}, {children, POLLIN, 0}};
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
    ssize_t got = read(child_.control, &command, 1);
    if (got < 0 && errno == EINTR) return;
    // The other end closed: trena is gone.
    if (got <= 0) command = kKill;
    if (command == kTerminate && kill_at_ == 0) {
      kill(-program_, SIGTERM);
      for (pid_t pid : Descendants(getpid())) kill(pid, SIGTERM);
      kill_at_ = MonotonicNow() + child_.grace;
    } else if (command == kSend) {
      char number = 0;
      if (read(child_.control, &number, 1) == 1) kill(program_, number);
    } else if (command == kKill) {
      KillAll();
      kill_at_ = MonotonicNow() + 0.1;
    }
    // A closed pipe stays readable for ever; from now on only the timer matters.
    if (got <= 0) child_.control = -1;
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

  Child child_;
  pid_t program_ = 0;
  double kill_at_ = 0;
  ProgramEnd end_;
};

Result<int> OpenLog(const std::filesystem::path& path) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0)
    return Error(fmt::format("cannot write {}: {}", path.string(), std::strerror(errno)));
  return file;
}

Status OpenOutputs(const SupervisedOptions& options, Child& child) {
  child.output = options.output_to;
  child.errors = options.errors_to;
  for (auto [file, path] :
       {std::pair(&child.output, &options.output), {&child.errors, &options.errors}}) {
    if (*file >= 0) continue;
    Result<int> opened = OpenLog(*path);
    if (opened.ok()) *file = opened.value();
    if (opened.ok()) continue;
    for (int other : {child.output, child.errors}) {
      if (other >= 0) close(other);
    }
    return opened.error();
  }
  return Done{};
}

}  // namespace

Result<Supervised> Supervised::Start(const SupervisedOptions& options) {
  Child child;
  child.arguments = options.arguments;
  for (std::string& argument : child.arguments) child.argv.push_back(argument.data());
  child.argv.push_back(nullptr);
  child.folder = options.folder.string();
  child.environment = options.environment;
  child.grace = options.grace.value;
  child.group = options.group;
  child.foreground = options.foreground;
  TRENA_CHECK(OpenOutputs(options, child));
  int control[2], result[2];
  if (pipe2(control, O_CLOEXEC) != 0 || pipe2(result, O_CLOEXEC) != 0) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  child.control = control[0];
  child.result = result[1];
  // Should the supervisor be killed, its orphans come to us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::vector<pid_t> others = Descendants(getpid());
  double started = MonotonicNow();
  pid_t supervisor = fork();
  if (supervisor == 0) {
    close(control[1]);
    close(result[0]);
    for (int end : options.ours) close(end);
    Supervisor(std::move(child)).Live();
  }
  int reason = errno;
  for (int end : {control[0], result[1], child.output, child.errors}) close(end);
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
