// SPDX-License-Identifier: Apache-2.0
#include "core/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "core/signals.h"

extern char** environ;

namespace trena {
namespace {

std::vector<std::string> MergedEnvironment(const ProcessOptions& options) {
  std::map<std::string, std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string text = *entry;
    size_t equals = text.find('=');
    if (equals != std::string::npos) merged[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : options.environment) merged[name] = value;
  std::vector<std::string> out;
  for (const auto& [name, value] : merged) out.push_back(name + "=" + value);
  return out;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// In the child: only calls that are safe after fork.
[[noreturn]] void BecomeProgram(char** arguments, char** environment, const char* folder,
                                int output, int errors, int failure) {
  RestoreSignals();
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  if (errors >= 0) dup2(errors, STDERR_FILENO);
  if (*folder == '\0' || chdir(folder) == 0) execvpe(arguments[0], arguments, environment);
  int reason = errno;
  if (write(failure, &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

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

int WaitFor(pid_t child) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

}  // namespace

Result<ProcessResult> RunProcess(const ProcessOptions& options) {
  if (options.arguments.empty()) return Error("no program given");
  std::vector<std::string> arguments = options.arguments;
  std::vector<std::string> environment = MergedEnvironment(options);
  std::vector<char*> argv = Pointers(arguments);
  std::vector<char*> envp = Pointers(environment);
  std::string folder = options.folder.string();
  int output[2], errors[2], failure[2];
  if (pipe2(output, O_CLOEXEC) != 0 || pipe2(errors, O_CLOEXEC) != 0 ||
      pipe2(failure, O_CLOEXEC) != 0) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  pid_t child = fork();
  if (child == 0) {
    int child_errors = options.show_errors ? -1 : errors[1];
    BecomeProgram(argv.data(), envp.data(), folder.c_str(), output[1], child_errors, failure[1]);
  }
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
