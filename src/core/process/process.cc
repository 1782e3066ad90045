// SPDX-License-Identifier: Apache-2.0
#include "core/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/process/spawn.h"

namespace trena {
namespace {

// Reads both pipes to their ends, keeping at most `limit` bytes of each.
void Drain(int output, int errors, size_t limit, ProcessResult& result) {
  pollfd waiting[2] = {{output, POLLIN, 0}, {errors, POLLIN, 0}};
  std::string* kept[2] = {&result.output, &result.errors};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    if (poll(waiting, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    for (int i = 0; i < 2; ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      char buffer[1 << 14];
      ssize_t got = read(waiting[i].fd, buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        waiting[i].fd = -1;
      } else if (kept[i]->size() < limit) {
        kept[i]->append(buffer, std::min(static_cast<size_t>(got), limit - kept[i]->size()));
      }
    }
  }
}

}  // namespace

Result<ProcessResult> RunProcess(const ProcessOptions& options) {
  if (options.arguments.empty()) return Error("no program given");
  ReadyProgram program({.arguments = options.arguments,
                        .environment = options.environment,
                        .folder = options.folder});
  int output[2], errors[2], failure[2];
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0 ||
      pipe2(failure, O_CLOEXEC) != 0) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  pid_t child = fork();
  if (child == 0) program.Become(output[1], options.show_errors ? -1 : errors[1], failure[1]);
  int fork_errno = errno;
  for (int* end : {output, errors, failure}) close(end[1]);
  ProcessResult result;
  int reason = child < 0 ? fork_errno : 0;
  if (child > 0) {
    Drain(output[0], errors[0], options.output_limit, result);
    result.exit_code = WaitFor(child);
    if (read(failure[0], &reason, sizeof reason) != sizeof reason) reason = 0;
  }
  for (int* end : {output, errors, failure}) close(end[0]);
  if (reason != 0) {
    return Error(fmt::format("cannot start {}: {}", options.arguments[0], std::strerror(reason)));
  }
  return result;
}

}  // namespace trena
