// SPDX-License-Identifier: Apache-2.0
#include "configure/line_process.h"

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

extern char** environ;

namespace trena {
namespace {

std::vector<std::string> EnvironmentOf(const LineProcess& process) {
  std::vector<std::string> entries;
  auto replaced = [&](const std::string& name) {
    auto same = [&](const auto& entry) { return entry.first == name; };
    return std::any_of(process.environment.begin(), process.environment.end(), same) ||
           std::find(process.without.begin(), process.without.end(), name) != process.without.end();
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string text = *entry;
    if (!replaced(text.substr(0, text.find('=')))) entries.push_back(text);
  }
  for (const auto& [name, value] : process.environment) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// A child that becomes a program: prepared before the fork, so that only calls that are safe after
// it are left.
struct Child {
  explicit Child(const LineProcess& process)
      : arguments(process.arguments),
        environment(EnvironmentOf(process)),
        argv(Pointers(arguments)),
        envp(Pointers(environment)),
        folder(process.folder.string()),
        with_errors(process.with_errors),
        own_group(process.signals != nullptr) {}

  [[noreturn]] void Become(int output, int failure) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (own_group) setpgid(0, 0);
    RestoreSignals();
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    if (with_errors) dup2(output, STDERR_FILENO);
    if (folder.empty() || chdir(folder.c_str()) == 0) execvpe(argv[0], argv.data(), envp.data());
    int reason = errno;
    if (write(failure, &reason, sizeof reason) < 0) _exit(126);
    _exit(127);
  }

  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::vector<char*> argv;
  std::vector<char*> envp;
  std::string folder;
  bool with_errors;
  bool own_group;
};

// Cuts what comes into lines.
class Lines {
 public:
  explicit Lines(const LineListener& on_line) : on_line_(on_line) {}

  void Add(std::string_view text) {
    begun_ += text;
    size_t begin = 0;
    for (size_t end; (end = begun_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      on_line_(std::string_view(begun_).substr(begin, end - begin));
    }
    begun_.erase(0, begin);
  }
  void End() {
    if (!begun_.empty()) on_line_(begun_);
  }

 private:
  const LineListener& on_line_;
  std::string begun_;
};

// Reads until the program's end of the pipe closes. The signal that came meanwhile, which ends the
// program, or 0.
int Follow(int output, pid_t child, SignalWatch* signals, const LineListener& on_line) {
  Lines lines(on_line);
  int interruption = 0;
  char buffer[1 << 14];
  while (true) {
    pollfd waiting[2] = {{output, POLLIN, 0},
                         {signals != nullptr ? signals->descriptor() : -1, POLLIN, 0}};
    poll(waiting, 2, -1);
    if (int came = signals != nullptr ? signals->Take() : 0; came != 0) {
      interruption = came;
      kill(-child, SIGKILL);
    }
    if (waiting[0].revents == 0) continue;
    ssize_t got = read(output, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    lines.Add({buffer, static_cast<size_t>(got)});
  }
  lines.End();
  return interruption;
}

int WaitFor(pid_t child) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

}  // namespace

Result<LineProcessEnd> RunByLine(const LineProcess& process, const LineListener& on_line) {
  Child prepared(process);
  int output[2], failure[2];
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(failure, O_CLOEXEC) != 0) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  pid_t child = fork();
  if (child == 0) prepared.Become(output[1], failure[1]);
  int reason = child < 0 ? errno : 0;
  close(output[1]);
  close(failure[1]);
  LineProcessEnd end;
  if (child > 0) {
    if (prepared.own_group) setpgid(child, child);
    end.interruption = Follow(output[0], child, process.signals, on_line);
    end.exit_code = WaitFor(child);
    if (read(failure[0], &reason, sizeof reason) != sizeof reason) reason = 0;
  }
  close(output[0]);
  close(failure[0]);
  if (reason != 0) {
    return Error(fmt::format("cannot start {}: {}", process.arguments[0], std::strerror(reason)));
  }
  return end;
}

Result<int> RunByLine(const std::vector<std::string>& arguments, const LineListener& on_line) {
  LineProcess process;
  process.arguments = arguments;
  TRENA_ASSIGN(LineProcessEnd end, RunByLine(process, on_line));
  return end.exit_code;
}

}  // namespace trena
