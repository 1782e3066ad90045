// SPDX-License-Identifier: Apache-2.0
// A program made ready to be started. All that needs memory happens before the fork, so that only
// calls that are safe after it are left for the child.
//
//   ReadyProgram program({.arguments = {"pip", "list"}});
//   pid_t child = fork();
//   if (child == 0) program.Become(output, errors, failure);
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace trena {

using Variables = std::vector<std::pair<std::string, std::string>>;

// NAME=VALUE for each variable of ours but `without`, and for each of `added`, which go before
// ours.
std::vector<std::string> EnvironmentWith(const Variables& added,
                                         const std::vector<std::string>& without = {});

// For exec: to each text, and a null. The texts must outlive them.
std::vector<char*> Pointers(std::vector<std::string>& texts);

struct ProgramOptions {
  std::vector<std::string> arguments;  // [0] is the program, looked up in PATH if it has no slash
  Variables environment = {};          // added to ours
  std::vector<std::string> without = {};  // variables of ours it is not given
  std::filesystem::path folder = {};      // working directory; empty: ours
  bool dies_with_us = false;              // killed by the kernel when its parent ends
  bool own_group = false;                 // a process group of its own
};

class ReadyProgram {
 public:
  explicit ReadyProgram(const ProgramOptions& options);
  ReadyProgram(const ReadyProgram&) = delete;  // it holds pointers into itself
  ReadyProgram& operator=(const ReadyProgram&) = delete;

  // In the child: stdin is empty, stdout and stderr are the descriptors (negative: ours). When it
  // cannot be started, errno goes to `failure` as an int, and the child ends with 127.
  [[noreturn]] void Become(int output, int errors, int failure) noexcept;

 private:
  std::vector<std::string> arguments_;
  std::vector<std::string> environment_;
  std::vector<char*> argv_;
  std::vector<char*> envp_;
  std::string folder_;
  bool dies_with_us_;
  bool own_group_;
};

// The exit code once it has ended; 128 + signal if a signal ended it.
int WaitFor(pid_t child);

}  // namespace trena
