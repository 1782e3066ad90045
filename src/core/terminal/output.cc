// SPDX-License-Identifier: Apache-2.0
#include "core/terminal/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace trena {
namespace {

// The first write to stdout that failed, as errno; of this process, as stdout is.
int& Failure() {
  static int failure = 0;
  return failure;
}

void Keep(bool written) {
  if (!written && Failure() == 0) Failure() = errno != 0 ? errno : EIO;
}

}  // namespace

void PrepareStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // It gets the lowest free number. Not for writing: what is printed must not seem to arrive.
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
  }
  for (int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
}

void PrintText(std::string_view text) {
  errno = 0;
  Keep(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void FlushOutput() {
  errno = 0;
  Keep(std::fflush(stdout) == 0);
}

Status FinishOutput() {
  FlushOutput();
  const int failure = std::exchange(Failure(), 0);
  if (failure == 0) return Done{};
  if (failure == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  return Error(fmt::format("cannot write to standard output: {}", std::strerror(failure)));
}

}  // namespace trena
