// SPDX-License-Identifier: Apache-2.0
#include "configure/line_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern char** environ;

namespace trena {
namespace {

// Starts the program with its stdout on `output` and nothing to read; 0 or an errno.
int Spawn(const std::vector<std::string>& arguments, int output, pid_t& child) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  int problem = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

void ReadLines(FILE* stream, const std::function<void(std::string_view)>& on_line) {
  char* line = nullptr;
  size_t capacity = 0;
  for (ssize_t length; (length = getline(&line, &capacity, stream)) > 0;) {
    std::string_view text(line, static_cast<size_t>(length));
    if (text.ends_with('\n')) text.remove_suffix(1);
    on_line(text);
  }
  free(line);
}

}  // namespace

Result<int> RunByLine(const std::vector<std::string>& arguments,
                      const std::function<void(std::string_view line)>& on_line) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return Error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  pid_t child = 0;
  int problem = Spawn(arguments, ends[1], child);
  close(ends[1]);
  FILE* stream = problem == 0 ? fdopen(ends[0], "r") : nullptr;
  if (stream != nullptr) {
    ReadLines(stream, on_line);
    fclose(stream);
  } else {
    close(ends[0]);
  }
  if (problem != 0) {
    return Error(fmt::format("cannot start {}: {}", arguments[0], std::strerror(problem)));
  }
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

}  // namespace trena
