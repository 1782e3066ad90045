// SPDX-License-Identifier: Apache-2.0
#include "core/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/process/descriptor.h"
#include "core/process/spawn.h"

namespace trena {
namespace {

enum class ErrorsGo { kToOurs, kWithOutput, kApart };

// Called with what was written, as it comes; `errors`: by stderr, where it is apart.
using Hearing = std::function<void(std::string_view text, bool errors)>;

struct Pipe {
  Descriptor reading, writing;

  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    reading = Descriptor(ends[0]);
    writing = Descriptor(ends[1]);
    return true;
  }
  void CloseWriting() { Descriptor closed = std::move(writing); }
};

// Reads once; false at the end.
bool HearOnce(int stream, bool errors, const Hearing& hear) {
  char buffer[1 << 14];
  const ssize_t got = read(stream, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  hear({buffer, static_cast<size_t>(got)}, errors);
  return true;
}

// Reads until the program's ends of both pipes are closed. The signal that came meanwhile, which
// ends the program, or 0.
int Follow(int output, int errors, pid_t child, SignalWatch* signals, const Hearing& hear) {
  int interruption = 0;
  const int signal_descriptor = signals != nullptr ? signals->descriptor() : -1;
  pollfd waiting[3] = {{output, POLLIN, 0}, {errors, POLLIN, 0}, {signal_descriptor, POLLIN, 0}};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    if (poll(waiting, 3, -1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (int came = signals != nullptr ? signals->Take() : 0; came != 0) {
      interruption = came;
      kill(-child, SIGKILL);
    }
    for (int i = 0; i < 2; ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      if (!HearOnce(waiting[i].fd, i == 1, hear)) waiting[i].fd = -1;
    }
  }
  return interruption;
}

// With signals the program has a process group of its own, which one of them ends.
Result<LineProcessEnd> Run(const ProgramOptions& options, ErrorsGo errors_go, SignalWatch* signals,
                           const Hearing& hear) {
  if (options.arguments.empty()) return Error("no program given");
  ReadyProgram program(options);
  Pipe output, errors, failure;
  const bool apart = errors_go == ErrorsGo::kApart;
  if (!output.Open() || !failure.Open() || (apart && !errors.Open())) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  const pid_t child = fork();
  if (child == 0) {
    const int with_output = errors_go == ErrorsGo::kWithOutput ? output.writing.number() : -1;
    program.Become(output.writing.number(), apart ? errors.writing.number() : with_output,
                   failure.writing.number());
  }
  int reason = child < 0 ? errno : 0;
  for (Pipe* pipe : {&output, &errors, &failure}) pipe->CloseWriting();
  LineProcessEnd end;
  if (child > 0) {
    if (options.own_group) setpgid(child, child);
    end.interruption =
        Follow(output.reading.number(), errors.reading.number(), child, signals, hear);
    end.exit_code = WaitFor(child);
    if (read(failure.reading.number(), &reason, sizeof reason) != sizeof reason) reason = 0;
  }
  if (reason != 0) {
    return Error(fmt::format("cannot start {}: {}", options.arguments[0], std::strerror(reason)));
  }
  return end;
}

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

}  // namespace

Result<ProcessResult> RunProcess(const ProcessOptions& options) {
  ProcessResult result;
  const auto keep = [&](std::string_view text, bool errors) {
    std::string& kept = errors ? result.errors : result.output;
    kept.append(text.substr(0, options.output_limit - std::min(options.output_limit, kept.size())));
  };
  TRENA_ASSIGN(LineProcessEnd end,
               Run({.arguments = options.arguments,
                    .environment = options.environment,
                    .folder = options.folder},
                   options.show_errors ? ErrorsGo::kToOurs : ErrorsGo::kApart, nullptr, keep));
  result.exit_code = end.exit_code;
  return result;
}

Result<LineProcessEnd> RunByLine(const LineProcess& process, const LineListener& on_line) {
  Lines lines(on_line);
  TRENA_ASSIGN(LineProcessEnd end,
               Run({.arguments = process.arguments,
                    .environment = process.environment,
                    .without = process.without,
                    .folder = process.folder,
                    .dies_with_us = true,
                    .own_group = process.signals != nullptr},
                   process.with_errors ? ErrorsGo::kWithOutput : ErrorsGo::kToOurs, process.signals,
                   [&](std::string_view text, bool) { lines.Add(text); }));
  lines.End();
  return end;
}

Result<int> RunByLine(const std::vector<std::string>& arguments, const LineListener& on_line) {
  LineProcess process;
  process.arguments = arguments;
  TRENA_ASSIGN(LineProcessEnd end, RunByLine(process, on_line));
  return end.exit_code;
}

}  // namespace trena
