// SPDX-License-Identifier: Apache-2.0
#include "core/process/spawn.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <map>

#include "core/process/signals.h"

extern char** environ;

namespace trena {

std::vector<std::string> EnvironmentWith(const Variables& added,
                                         const std::vector<std::string>& without) {
  std::map<std::string, std::string> merged;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    std::string text = *entry;
    size_t equals = text.find('=');
    if (equals != std::string::npos) merged[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const std::string& name : without) merged.erase(name);
  for (const auto& [name, value] : added) merged[name] = value;
  std::vector<std::string> entries;
  for (const auto& [name, value] : merged) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

ReadyProgram::ReadyProgram(const ProgramOptions& options)
    : arguments_(options.arguments),
      environment_(EnvironmentWith(options.environment, options.without)),
      argv_(Pointers(arguments_)),
      envp_(Pointers(environment_)),
      folder_(options.folder.string()),
      dies_with_us_(options.dies_with_us),
      own_group_(options.own_group) {}

void ReadyProgram::Become(int output, int errors, int failure) noexcept {
  if (dies_with_us_) prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (own_group_) setpgid(0, 0);
  RestoreSignals();
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  if (output >= 0) dup2(output, STDOUT_FILENO);
  if (errors >= 0) dup2(errors, STDERR_FILENO);
  if (folder_.empty() || chdir(folder_.c_str()) == 0) {
    execvpe(argv_[0], argv_.data(), envp_.data());
  }
  int reason = errno;
  if (write(failure, &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

int WaitFor(pid_t child) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

}  // namespace trena
