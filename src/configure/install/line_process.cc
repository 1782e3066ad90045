// SPDX-License-Identifier: Apache-2.0
#include "configure/install/line_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/process/spawn.h"

namespace trena {
namespace {

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

}  // namespace

Result<LineProcessEnd> RunByLine(const LineProcess& process, const LineListener& on_line) {
  const bool own_group = process.signals != nullptr;
  ReadyProgram program({.arguments = process.arguments,
                        .environment = process.environment,
                        .without = process.without,
                        .folder = process.folder,
                        .dies_with_us = true,
                        .own_group = own_group});
  int output[2], failure[2];
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(failure, O_CLOEXEC) != 0) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  pid_t child = fork();
  if (child == 0) program.Become(output[1], process.with_errors ? output[1] : -1, failure[1]);
  int reason = child < 0 ? errno : 0;
  close(output[1]);
  close(failure[1]);
  LineProcessEnd end;
  if (child > 0) {
    if (own_group) setpgid(child, child);
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
